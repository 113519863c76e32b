import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { covers, coversPart, isOnPath } from "../../support/hierarchy.ts";
import type { Case } from "./case.ts";
import { different, only, outdated, queryOf, scopeFilters } from "./case.ts";
import type { Caller, World } from "./world.ts";

type Cases = (caller: Caller, world: World) => readonly Case[];

/** The live clients that a caller reaches. */
function reachedClients({ cover }: Caller, world: World): World["clients"] {
  return world.clients.filter(({ id, deleted }) => !deleted && covers(world, cover, id));
}

/** One case for each client, own or foreign; a request for a foreign one is answered with 404. */
function ofEachClient(make: (id: number) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reachedClients(caller, world).map(({ id }) => id));
    return [...world.clients.map(({ id }) => id), 999_999].map((id) =>
      own.has(id) ? make(id) : { ...make(id), status: 404, wrong: undefined },
    );
  };
}

/** What is asked of the operations of clients. No case changes anything. */
export const clientCases = {
  clientsListing: (caller, world) =>
    scopeFilters(operations.clientsListing, world).map((where) => ({
      path: `/clients/listing${queryOf({ ...where, per_page: 200 })}`,
      wrong: only(
        reachedClients(caller, world)
          .filter(({ id }) => isOnPath(world, where, id))
          .map(({ id }) => id),
      ),
    })),
  clientsListingByAgency: (caller, world) =>
    [...world.agencies.map(({ id }) => id), "nowhere"].map((agency) => {
      const path = `/clients/listing/agency/${agency}`;
      const ids = reachedClients(caller, world).flatMap(({ id, agency_id }) => (agency_id === agency ? [id] : []));
      const visible = ids.length > 0 || coversPart(world, caller.cover, { agency_id: agency });
      return visible ? { path, wrong: only(ids) } : { path, status: 404 };
    }),
  clientsFind: (caller, world) => [
    {
      path: "/clients/find?q=owner&per_page=200",
      wrong: only(
        reachedClients(caller, world)
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
          .map(({ id }) => id),
      ),
    },
  ],
  clientsCreate: (caller, world) => [
    // Names that are taken, so that nothing is created.
    ...reachedClients(caller, world).map(({ agency_id, name }) => ({
      path: "/clients",
      body: { agency_id, name, timezone: "UTC", currency: "EUR" },
      status: coversPart(world, caller.cover, { agency_id }) ? 409 : 422,
    })),
    ...[...world.agencies.map(({ id }) => id), "nowhere"]
      .filter((agency_id) => !coversPart(world, caller.cover, { agency_id }))
      .map((agency_id) => ({
        path: "/clients",
        body: { agency_id, name: "New", timezone: "UTC", currency: "EUR" },
        status: 422,
      })),
  ],
  clientsGet: ofEachClient((id) => ({
    path: `/clients/${id}`,
    wrong: ({ body }) => different(Object(body.data).id, id),
  })),
  clientsUpdate: ofEachClient((id) => ({
    path: `/clients/${id}`,
    body: { notes: "changed" },
    headers: outdated,
    status: 412,
  })),
  clientsDelete: ofEachClient((id) => ({ path: `/clients/${id}`, headers: outdated, status: 412 })),
  clientsRestore: ofEachClient((id) => ({ path: `/clients/${id}/restore` })),
} satisfies Readonly<Record<string, Cases>>;

type Unit = World["units"][number];

const reachedUnits = ({ cover }: Caller, world: World): readonly Unit[] =>
  world.units.filter(({ client_id }) => covers(world, cover, client_id));

/** One case for each unit, own or foreign; a request for a foreign one is answered with 404. */
function ofEachUnit(make: (unit: Unit, caller: Caller, world: World) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reachedUnits(caller, world));
    return [...world.units, { id: 999_999, client_id: 0 }].map((unit) => {
      const one = make(unit, caller, world);
      return own.has(unit) ? one : { ...one, status: 404, wrong: undefined };
    });
  };
}

/** What is asked of the operations of units. No case changes anything. */
export const unitCases = {
  unitsListing: (caller, world) => [
    ...scopeFilters(operations.unitsListing, world).flatMap((where) => {
      const wrong = only(
        reachedUnits(caller, world)
          .filter(({ client_id }) => isOnPath(world, where, client_id))
          .map(({ id }) => id),
      );
      // Totals come from counters, and with a filter on the units from the units themselves.
      const states = "in_stock,active,suspended,faulty,decommissioned";
      return [{}, { lifecycle_status: states }].map((filter) => ({
        path: `/units/listing${queryOf({ ...where, ...filter, per_page: 200 })}`,
        wrong,
      }));
    }),
    ...world.groups.map((group) => ({
      path: `/units/listing?per_page=200&unit_group_id=${group.id}`,
      wrong: only(
        reachedUnits(caller, world)
          .filter(({ client_id }) => client_id === group.client_id)
          .map(({ id }) => id),
      ),
    })),
  ],
  unitsListingByClient: (caller, world) =>
    world.clients.map(({ id, deleted }) => {
      const path = `/units/listing/client/${id}?per_page=200`;
      if (deleted || !covers(world, caller.cover, id)) return { path, status: 404 };
      return { path, wrong: only(world.units.filter((unit) => unit.client_id === id).map((unit) => unit.id)) };
    }),
  unitsFind: (caller, world) => [
    {
      path: "/units/find?q=owner&per_page=200",
      wrong: ({ body }) =>
        different(
          (Array.isArray(body.data) ? body.data : [])
            .map((one: unknown) => Number(Object(one).id))
            .toSorted((a, b) => a - b),
          reachedUnits(caller, world).map(({ id }) => id),
        ),
    },
  ],
  // The identifier of a unit that another client has is taken, and the answer does not say by which.
  unitsCreate: (caller, world) =>
    world.clients.map(({ id, deleted }) => {
      const open = world.groups.some((group) => group.client_id === id && group.open);
      const body = { client_id: id, name: "New", identifier: "other-1", identifier_type: "custom" };
      if (deleted || !covers(world, caller.cover, id)) return { path: "/units", body, status: 422 };
      return { path: "/units", body, status: open ? 409 : 403, wrong: undefined };
    }),
  unitsGet: ofEachUnit(({ id }) => ({
    path: `/units/${id}`,
    wrong: ({ body }) => different(Object(body.data).id, id),
  })),
  unitsUpdate: (caller, world) => [
    ...ofField("name", "units_basic_edit", "New name")(caller, world),
    ...ofField("model", "units_technical", "New model")(caller, world),
    ...ofField("notes", "edit", "changed")(caller, world),
  ],
  unitsDelete: ofEachUnit(({ id }) => ({ path: `/units/${id}`, headers: outdated, status: 412 })),
  unitsRestore: ofEachUnit(({ id }) => ({ path: `/units/${id}/restore` })),
  unitsAssignSimCard: ofEachUnit(({ id }) => ({
    path: `/units/${id}/sim_card`,
    body: { iccid: "8999900000000000014" },
    headers: outdated,
    status: 412,
  })),
  unitsRemoveSimCard: ofEachUnit(({ id }) => ({ path: `/units/${id}/sim_card`, headers: outdated, status: 412 })),
  unitsSetCounters: ofEachUnit(({ id }) => ({
    path: `/units/${id}/counters`,
    body: { odometer_m: 1, read_at: "2026-01-01T00:00:00Z" },
    headers: outdated,
    status: 412,
  })),
  unitsOwnershipListing: ofEachUnit(({ id, client_id }) => ({
    path: `/units/${id}/ownership/listing`,
    wrong: ({ body }) =>
      different(
        (Array.isArray(body.data) ? body.data : []).map((one: unknown) => Object(one).client_id),
        [client_id],
      ),
  })),
} satisfies Readonly<Partial<Record<OperationId, Cases>>>;

/** A change of one field, which is refused to those who may only see units. */
function ofField(field: string, action: string, value: string): Cases {
  return (caller, world) => {
    const change = ofEachUnit(({ id }) => ({
      path: `/units/${id}`,
      body: { [field]: value },
      headers: outdated,
      status: 412,
    }));
    const cases = change(caller, world);
    return caller.may("units", action) ? cases : cases.map((one) => ({ ...one, status: 403 }));
  };
}

const reachedGroups = ({ cover }: Caller, world: World) =>
  world.groups.filter((group) => covers(world, cover, group.client_id));

/** One case for each group, own or foreign; a request for a foreign one is answered with 404. */
function ofEachGroup(make: (group: World["groups"][number], world: World) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reachedGroups(caller, world));
    const missing = { path: "/unit_groups/999999", id: 999_999, client_id: 0, parent_id: null, name: "", open: true };
    return [...world.groups, missing].map((group) => {
      const one = make(group, world);
      return own.has(group) ? one : { ...one, status: 404, wrong: undefined };
    });
  };
}

/** What is asked of the operations of unit groups. No case changes anything. */
export const unitGroupCases = {
  unitGroupsListing: (caller, world) => [
    ...scopeFilters(operations.unitGroupsListing, world).map((where) => ({
      path: `/unit_groups/listing${queryOf({ ...where, per_page: 200 })}`,
      wrong: only(
        reachedGroups(caller, world)
          .filter(({ client_id }) => isOnPath(world, where, client_id))
          .map(({ id }) => id),
      ),
    })),
    ...world.groups.map((parent) => ({
      path: `/unit_groups/listing${queryOf({ parent_id: parent.id })}`,
      wrong: only(
        reachedGroups(caller, world)
          .filter(({ parent_id }) => parent_id === parent.id)
          .map(({ id }) => id),
      ),
    })),
  ],
  unitGroupsListingByClient: (caller, world) =>
    [...world.clients.map(({ id, deleted }) => ({ id, deleted })), { id: 999_999, deleted: true }].map(
      ({ id, deleted }) => {
        const path = `/unit_groups/listing/client/${id}`;
        if (deleted === true || !covers(world, caller.cover, id)) return { path, status: 404 };
        const ids = world.groups.filter((group) => group.client_id === id).map((group) => group.id);
        return { path, wrong: only(ids) };
      },
    ),
  unitGroupsFind: (caller, world) => [
    {
      path: "/unit_groups/find?q=owner&per_page=200",
      wrong: ({ body }) =>
        different(
          (Array.isArray(body.data) ? body.data : [])
            .map((one: unknown) => Number(Object(one).id))
            .toSorted((a, b) => a - b),
          reachedGroups(caller, world).map(({ id }) => id),
        ),
    },
  ],
  unitGroupsCreate: (caller, world) => [
    ...reachedGroups(caller, world)
      .filter(({ parent_id }) => parent_id === null)
      .map(({ client_id, name, open }) => ({
        path: "/unit_groups",
        body: { client_id, name },
        status: open ? 409 : 403,
      })),
    ...world.groups
      .filter(({ client_id }) => !covers(world, caller.cover, client_id))
      .map(({ client_id, name }) => ({ path: "/unit_groups", body: { client_id, name: `${name} 2` }, status: 422 })),
  ],
  unitGroupsGet: ofEachGroup(({ id }) => ({
    path: `/unit_groups/${id}`,
    wrong: ({ body }) => different(Object(body.data).id, id),
  })),
  unitGroupsUpdate: ofEachGroup(({ id }) => ({
    path: `/unit_groups/${id}`,
    body: { notes: "changed" },
    headers: outdated,
    status: 412,
  })),
  unitGroupsDelete: ofEachGroup(({ id }) => ({ path: `/unit_groups/${id}`, headers: outdated, status: 412 })),
  unitGroupsRestore: ofEachGroup(({ id }) => ({ path: `/unit_groups/${id}/restore` })),
  unitGroupsUnitsListing: ofEachGroup(({ id, client_id }, { units }) => ({
    path: `/unit_groups/${id}/units/listing?include_descendants=true`,
    wrong: only(units.filter((unit) => unit.client_id === client_id).map((unit) => unit.id)),
  })),
  unitGroupsAddUnits: ofEachGroup(({ id, client_id }, world) => changeOf(id, "add_units", client_id, world)),
  unitGroupsRemoveUnits: ofEachGroup(({ id, client_id, open }, world) => {
    const one = changeOf(id, "remove_units", client_id, world);
    // All units are members: additions would change nothing, and removals are refused as they would be.
    return open ? one : { ...one, status: 403 };
  }),
} satisfies Readonly<Record<string, Cases>>;

/** All units of the world are asked for; those of the client alone can be processed. */
function changeOf(groupId: number, name: string, clientId: number, { units }: World): Case {
  return {
    path: `/unit_groups/${groupId}/${name}`,
    body: { unit_ids: units.map(({ id }) => id), mode: "best_effort", dry_run: true },
    wrong: ({ body }) => {
      const failed = units.filter(({ client_id }) => client_id !== clientId).length;
      return different(Object(body.data).failed, failed);
    },
  };
}

const password = "a-new-password-for-the-demo";
const token = "x".repeat(43);

/** What is asked of each operation. A new operation does not compile without an entry. */
const cases: { readonly [Id in OperationId]: (caller: Caller, world: World) => readonly Case[] } = {
  authLogin: ({ name, password: own }) => [
    { path: "", body: { username: name, password: own ?? "wrong" }, status: own === null ? 401 : 200 },
  ],
  authToken: ({ token: own }) => [{ path: "", wrong: ({ body }) => different(body.data, { token: own }) }],
  authRegistration: () => [{ path: `/auth/registration/${token}`, status: 404 }],
  authPermission: (caller, world) =>
    ["units.view", "units.delete", "partners.create"].flatMap((permission) => {
      const [resource = "", action = ""] = permission.split(".");
      return scopeFilters(operations.authPermission, world).map((where) => ({
        path: `/auth/permission/${resource}/action/${action}${queryOf(where)}`,
        wrong: ({ body }) => {
          const allow = caller.may(resource, action) && coversPart(world, caller.cover, where);
          return different(Object(body.data).allow, allow);
        },
      }));
    }),
  authLogout: () => [{ path: "", endsSession: true }],
  authPasswordResetRequest: ({ name }) => [{ path: "", body: { email: `nobody-${name}@example.com` } }],
  authPasswordReset: () => [{ path: "", body: { token, password }, status: 404 }],
  authRegisterComplete: () => [
    {
      path: "",
      body: { registration_token: token, username: "newcomer", password, first_name: "New", last_name: "Comer" },
      status: 404,
    },
  ],
  authMonitorUser: () => [{ path: "" }],
  ...unitCases,
  ...unitGroupCases,
  ...clientCases,
  testsPing: () => [{ path: "" }],
};

/** All cases of an operation for a caller; those without a path of their own have that of the contract. */
export function casesOf(id: OperationId, caller: Caller, world: World): Case[] {
  return cases[id](caller, world).map((one) => ({ ...one, path: one.path === "" ? operations[id].path : one.path }));
}
