import type { PermissionCatalogue } from "../access/permissions.ts";
import type { DemoRole } from "./demo-logins.ts";

/** What the demo roles may do, as a choice from the catalogue: a new permission falls into its place. */
interface RoleRule {
  readonly description: string;
  readonly allows: (resource: string, action: string) => boolean;
}

const isView = (action: string): boolean => action === "view" || action.startsWith("view_");

const clientActions: Readonly<Record<string, readonly string[]>> = {
  clients: ["view"],
  user_profile: ["view", "edit"],
  units: ["view", "units_basic_edit"],
  unit_groups: ["view", "create", "edit", "delete"],
  unit_commands: ["view", "send_commands", "view_command_logs"],
  vehicles: ["view", "create", "vehicles_basic_edit", "assign_units"],
  vehicle_groups: ["view", "create", "edit", "delete"],
  vehicle_expenses: ["view", "create", "edit", "delete"],
  vehicle_expense_types: ["view"],
  drivers: ["view", "create", "edit", "assign_vehicles"],
  monitoring: ["view", "view_history", "view_events", "acknowledge_events"],
  maps: ["map_safe_zones", "map_location_finding", "map_directions", "map_markers"],
};

const adminOfPartnerOnly = new Set([
  "partners.create",
  "partners.edit",
  "partners.delete",
  "agencies.create",
  "agencies.delete",
]);

/** The rules of the demo roles. */
export const demoRoles: Readonly<Record<DemoRole, RoleRule>> = {
  partner_admin: {
    description: "Everything within the partner.",
    allows: () => true,
  },
  agency_admin: {
    description: "Everything within one agency.",
    allows: (resource, action) => !adminOfPartnerOnly.has(`${resource}.${action}`),
  },
  client_user: {
    description: "Daily work within one client.",
    allows: (resource, action) => clientActions[resource]?.includes(action) ?? false,
  },
  read_only: {
    description: "Looking only.",
    allows: (resource, action) => isView(action) && !["users", "partners", "agencies"].includes(resource),
  },
};

/** The permissions of a demo role, in the order of the catalogue. */
export function permissionsOf(role: DemoRole, catalogue: PermissionCatalogue): { resource: string; action: string }[] {
  return Object.entries(catalogue).flatMap(([resource, { actions }]) =>
    Object.keys(actions)
      .filter((action) => demoRoles[role].allows(resource, action))
      .map((action) => ({ resource, action })),
  );
}
