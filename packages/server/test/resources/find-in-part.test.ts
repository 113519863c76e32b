/** The filters of `find`: a part of the hierarchy and, of units, their state. */
import { beforeAll, describe, expect, it } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { createRecord } from "../support/create-record.ts";
import { takes } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const service = useService();
const searches = contractOperations.filter(({ id }) => id.endsWith("Find"));
/** Clients are those of a partner and an agency, as in their listing. */
const levels = ["partner_id", "agency_id", "client_id"] as const;

const find = async (path: string, query: Readonly<Record<string, string>>): Promise<number[]> => {
  const token = await service.login();
  const target = `${path}?${new URLSearchParams(query)}`;
  const { status, body } = await service.call<{ id: number }[]>("GET", target, { token });
  expect([status, body.detail, body.pagination.total]).toEqual([200, undefined, body.data.length]);
  return body.data.map(({ id }) => id).toSorted((a, b) => a - b);
};

it("every search takes the hierarchy", () => {
  expect(searches.length).toBeGreaterThanOrEqual(7);
  for (const search of searches)
    for (const level of levels)
      expect([search.id, level, takes(search, level)]).toEqual([
        search.id,
        level,
        search.id !== "clientsFind" || level !== "client_id",
      ]);
});

describe.each(searches)("$path", (search) => {
  const { path } = search;
  const collection = path.split("/")[1] ?? "";
  /** The text in the records of two clients of different agencies, and their paths. */
  const text = "Zwq part";
  const made = new Map<number, Record<string, string>>();

  beforeAll(async () => {
    const { db } = service.server;
    for (const agency_id of ["demo-agency-1", "demo-agency-2"]) {
      const token = await service.login();
      const [client] = await db.query<{ id: number; partner_id: string }>(
        "select id, partner_id from clients where agency_id = $1 order by id limit 1",
        [agency_id],
      );
      const of = { partner_id: client?.partner_id ?? "", agency_id, client_id: String(client?.id) };
      const members =
        collection === "clients"
          ? { agency_id, name: `${text} ${agency_id}` }
          : collection === "vehicle_expenses"
            ? {
                vendor_name: text,
                vehicle_id: await createRecord(service, "vehicles", { token, members: { client_id: client?.id } }),
              }
            : { client_id: client?.id, ...(collection === "drivers" ? { first_name: text } : { name: text }) };
      made.set(await createRecord(service, collection, { token, members }), of);
    }
  });

  it("finds in a partner, an agency and a client, and in nothing that is not there", async () => {
    const all = [...made.keys()];
    expect(await find(path, { q: text })).toEqual(all);
    for (const level of levels.filter((name) => takes(search, name))) {
      for (const of of made.values()) {
        const value = of[level] ?? "";
        const there = all.filter((id) => made.get(id)?.[level] === value);
        expect([level, await find(path, { q: text, [level]: value })]).toEqual([level, there]);
      }
      const nowhere = level === "client_id" ? "999999" : "nowhere";
      expect(await find(path, { q: text, [level]: nowhere })).toEqual([]);
    }
  });
});

it("units are found by their state as well", async () => {
  const token = await service.login();
  const states = ["active", "suspended", "faulty"];
  const ids: number[] = [];
  for (const lifecycle_status of states)
    ids.push(
      await createRecord(service, "units", { token, members: { name: `Zwq ${states.length}`, lifecycle_status } }),
    );
  const [active, suspended] = ids;
  expect(await find("/units/find", { q: "zwq 3", lifecycle_status: "active,suspended" })).toEqual([active, suspended]);
  expect(await find("/units/find", { q: "zwq 3", lifecycle_status: "decommissioned" })).toEqual([]);
  const target = "/units/find?q=zwq&lifecycle_status=lost";
  expect((await service.call("GET", target, { token })).body.errors?.[0]).toMatchObject({ name: "lifecycle_status" });
});
