/** Generated from spec/shared/permissions.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

/** Every permission resource that the contract names, with its actions and their titles. */
export const permissionCatalogue = {
  users: { title: "Users", actions: { view: { title: "View users" }, create: { title: "Create users" },
    edit: { title: "Edit users" }, delete: { title: "Delete users" } } },
  partners: { title: "Partners", actions: { view: { title: "View partners" }, create: { title: "Create partners" },
    edit: { title: "Edit partners" }, delete: { title: "Delete partners" } } },
  agencies: { title: "Agencies", actions: { view: { title: "View agencies" }, create: { title: "Create agencies" },
    edit: { title: "Edit agencies" }, delete: { title: "Delete agencies" } } },
  user_profile: { title: "User profile", actions: { view: { title: "View user profile" },
    edit: { title: "Edit user profile" } } },
  unit_commands: { title: "Unit commands", actions: { view: { title: "View unit commands" },
    create: { title: "Create unit commands" }, edit: { title: "Edit unit commands" },
    delete: { title: "Delete unit commands" }, manage_permissions: { title: "Manage permissions of unit commands" },
    send_commands: { title: "Send commands to units" }, view_command_logs: { title: "View command logs" } } },
  unit_cfg_templates: { title: "Unit configuration templates", actions: {
    view: { title: "View unit configuration templates" }, create: { title: "Create unit configuration templates" },
    edit: { title: "Edit unit configuration templates" }, delete: { title: "Delete unit configuration templates" } } },
  maps: { title: "Maps", actions: { map_safe_zones: { title: "Use safe zones" },
    map_location_finding: { title: "Find locations" }, map_directions: { title: "Use directions" },
    map_markers: { title: "Use markers" }, map_routing: { title: "Use routing" } } },
  unit_groups: { title: "Unit groups", actions: { view: { title: "View unit groups" },
    create: { title: "Create unit groups" }, edit: { title: "Edit unit groups" },
    delete: { title: "Delete unit groups" } } },
  units: { title: "Units", actions: { view: { title: "View units" }, create: { title: "Create units" },
    edit: { title: "Edit units" }, delete: { title: "Delete units" },
    units_basic_edit: { title: "Edit basic data of units" }, units_technical: { title: "Edit technical data of units" },
    unit_swapping: { title: "Swap units" }, assign_sim_cards: { title: "Assign SIM cards" },
    units_transfer: { title: "Transfer units" } } },
  clients: { title: "Clients", actions: { view: { title: "View clients" }, create: { title: "Create clients" },
    edit: { title: "Edit clients" }, delete: { title: "Delete clients" },
    asset_transfer: { title: "Transfer assets of clients" } } },
  vehicles: { title: "Vehicles", actions: { view: { title: "View vehicles" }, create: { title: "Create vehicles" },
    vehicles_admin_edit: { title: "Edit administrative data of vehicles" },
    vehicles_technical_edit: { title: "Edit technical data of vehicles" },
    vehicles_basic_edit: { title: "Edit basic data of vehicles" }, delete: { title: "Delete vehicles" },
    assign_units: { title: "Assign units to vehicles" } } },
  vehicle_groups: { title: "Vehicle groups", actions: { view: { title: "View vehicle groups" },
    create: { title: "Create vehicle groups" }, edit: { title: "Edit vehicle groups" },
    delete: { title: "Delete vehicle groups" } } },
  vehicle_expenses: { title: "Vehicle expenses", actions: { view: { title: "View vehicle expenses" },
    create: { title: "Create vehicle expenses" }, edit: { title: "Edit vehicle expenses" },
    delete: { title: "Delete vehicle expenses" } } },
  vehicle_expense_types: { title: "Vehicle expense types", actions: { view: { title: "View vehicle expense types" },
    create: { title: "Create vehicle expense types" }, edit: { title: "Edit vehicle expense types" },
    delete: { title: "Delete vehicle expense types" } } },
  monitoring: { title: "Monitoring", actions: { view: { title: "View monitoring" },
    view_history: { title: "View position history" }, view_events: { title: "View events" },
    acknowledge_events: { title: "Acknowledge events" }, edit_trips: { title: "Edit trips" },
    ingest: { title: "Ingest positions" } } },
  drivers: { title: "Drivers", actions: { view: { title: "View drivers" }, create: { title: "Create drivers" },
    edit: { title: "Edit drivers" }, delete: { title: "Delete drivers" },
    assign_vehicles: { title: "Assign vehicles to drivers" } } },
} as const satisfies Record<string, { title: string; actions: Record<string, { title: string }> }>;

/** A permission resource that the contract names. */
export type KnownPermissionResource = keyof typeof permissionCatalogue;

/** A permission resource. Open: a service may have more than the contract names. */
export type PermissionResourceName = KnownPermissionResource | (string & {});

/** An action of a permission resource. Open: a service may have more than the contract names. */
export type PermissionActionName =
  | "view" | "create" | "edit" | "delete" | "manage_permissions" | "send_commands" | "view_command_logs"
  | "map_safe_zones" | "map_location_finding" | "map_directions" | "map_markers" | "map_routing" | "units_basic_edit"
  | "units_technical" | "unit_swapping" | "assign_sim_cards" | "units_transfer" | "asset_transfer"
  | "vehicles_admin_edit" | "vehicles_technical_edit" | "vehicles_basic_edit" | "assign_units" | "view_history"
  | "view_events" | "acknowledge_events" | "edit_trips" | "ingest" | "assign_vehicles" | (string & {});

/** The actions that the contract names for one resource. */
export type KnownPermissionAction<Resource extends KnownPermissionResource> =
  keyof (typeof permissionCatalogue)[Resource]["actions"];

/** A permission that the contract names. */
export type KnownPermission = {
  [Resource in KnownPermissionResource]: { resource: Resource; action: KnownPermissionAction<Resource> };
}[KnownPermissionResource];
