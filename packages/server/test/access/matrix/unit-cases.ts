import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { covers, isOnPath } from "../../support/hierarchy.ts";
import type { Case } from "./case.ts";
import { different, only, outdated, queryOf } from "./case.ts";
import { scopeFilters } from "./filters.ts";
import type { Caller, World } from "./world.ts";

type Cases = (caller: Caller, world: World) => readonly Case[];
type Unit = World["units"][number];

const reached = ({ cover }: Caller, world: World): readonly Unit[] =>
  world.units.filter(({ client_id }) => covers(world, cover, client_id));

/** One case for each unit, own or foreign; a request for a foreign one is answered with 404. */
function ofEachUnit(make: (unit: Unit, caller: Caller, world: World) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reached(caller, world));
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
        reached(caller, world)
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
        reached(caller, world)
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
          reached(caller, world).map(({ id }) => id),
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
