import { operations } from "@fleet-api/contract/operations";
import { covers, isOnPath } from "../../support/hierarchy.ts";
import type { Case } from "./case.ts";
import { different, only, outdated, queryOf } from "./case.ts";
import { scopeFilters } from "./filters.ts";
import type { Caller, World } from "./world.ts";

type Cases = (caller: Caller, world: World) => readonly Case[];

const reached = ({ cover }: Caller, world: World) =>
  world.groups.filter((group) => covers(world, cover, group.client_id));

/** One case for each group, own or foreign; a request for a foreign one is answered with 404. */
function ofEachGroup(make: (group: World["groups"][number], world: World) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reached(caller, world));
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
        reached(caller, world)
          .filter(({ client_id }) => isOnPath(world, where, client_id))
          .map(({ id }) => id),
      ),
    })),
    ...world.groups.map((parent) => ({
      path: `/unit_groups/listing${queryOf({ parent_id: parent.id })}`,
      wrong: only(
        reached(caller, world)
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
          reached(caller, world).map(({ id }) => id),
        ),
    },
  ],
  unitGroupsCreate: (caller, world) => [
    ...reached(caller, world)
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
