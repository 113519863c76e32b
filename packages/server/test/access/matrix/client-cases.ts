import { operations } from "@fleet-api/contract/operations";
import { covers, coversPart, isOnPath } from "../../support/hierarchy.ts";
import type { Case } from "./case.ts";
import { different, only, outdated, queryOf } from "./case.ts";
import { scopeFilters } from "./filters.ts";
import type { Caller, World } from "./world.ts";

type Cases = (caller: Caller, world: World) => readonly Case[];

/** The live clients that a caller reaches. */
function reached({ cover }: Caller, world: World): World["clients"] {
  return world.clients.filter(({ id, deleted }) => !deleted && covers(world, cover, id));
}

/** One case for each client, own or foreign; a request for a foreign one is answered with 404. */
function ofEachClient(make: (id: number) => Case): Cases {
  return (caller, world) => {
    const own = new Set(reached(caller, world).map(({ id }) => id));
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
        reached(caller, world)
          .filter(({ id }) => isOnPath(world, where, id))
          .map(({ id }) => id),
      ),
    })),
  clientsListingByAgency: (caller, world) =>
    [...world.agencies.map(({ id }) => id), "nowhere"].map((agency) => {
      const path = `/clients/listing/agency/${agency}`;
      const ids = reached(caller, world).flatMap(({ id, agency_id }) => (agency_id === agency ? [id] : []));
      const visible = ids.length > 0 || coversPart(world, caller.cover, { agency_id: agency });
      return visible ? { path, wrong: only(ids) } : { path, status: 404 };
    }),
  clientsFind: (caller, world) => [
    {
      path: "/clients/find?q=owner&per_page=200",
      wrong: only(
        reached(caller, world)
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
          .map(({ id }) => id),
      ),
    },
  ],
  clientsCreate: (caller, world) => [
    // Names that are taken, so that nothing is created.
    ...reached(caller, world).map(({ agency_id, name }) => ({
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
