import { createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import { revalidate, withIfMatch } from "@fleet-api/client/conditional";
import { describe, expect, it } from "vitest";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

const client_id = 1;
let serial = 0;
const newName = (): string => `Group ${(serial += 1)}`;

/** A client whose requests can be looked at; what it is given may be middleware. */
function connect(options: Pick<Parameters<typeof createFleetClient>[0], "use"> = {}) {
  const { baseUrl } = server();
  const sent: Headers[] = [];
  const auth = createAuth({
    baseUrl,
    credentials: async () => admin,
    fetch: (input, init) => {
      sent.push(new Headers(init?.headers));
      return fetch(input, init);
    },
  });
  return { fleet: createFleetClient({ baseUrl, ...auth.bind(), ...options }), sent };
}

async function create(fleet: FleetClient, more: { parent_id?: number } = {}) {
  return fleet.unitGroups.create({ body: { client_id, name: newName(), ...more } }).orThrow();
}

describe("a creation", () => {
  it("with one key is carried out once, however often it is called", async () => {
    const { fleet } = connect();
    const body = { client_id, name: newName() };
    const options = { idempotencyKey: crypto.randomUUID() };
    const first = await fleet.unitGroups.create({ body }, options).orThrow();
    const again = await fleet.unitGroups.create({ body }, options).orThrow();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("location")).toBe(`/api/v1/unit_groups/${first.data.id}`);
    const found = await fleet.unitGroups.find({ query: { q: body.name } }).toArray();
    expect(found.filter(({ name }) => name === body.name)).toHaveLength(1);
    const other = await fleet.unitGroups.create({ body: { client_id, name: newName() } }, options);
    expect(other.ok ? null : other.error.code).toBe("idempotency_key_reused");
  });

  it("has a key of its own unless it is given one, and other operations have none", async () => {
    const { fleet, sent } = connect();
    const { data } = await create(fleet);
    await create(fleet);
    await fleet.unitGroups.get({ path: { unit_group_id: data.id } }).orThrow();
    const keys = sent.map((headers) => headers.get("idempotency-key")).filter((key) => key !== null);
    expect(new Set(keys).size).toBe(2);
    const keyed = await fleet.unitGroups.get({ path: { unit_group_id: data.id } }, { idempotencyKey: "key" });
    expect(keyed).toMatchObject({ ok: false, kind: "request" });
  });

  it("of a name that is taken says whose it is", async () => {
    const { fleet } = connect();
    const { data } = await create(fleet);
    const result = await fleet.unitGroups.create({ body: { client_id, name: data.name } });
    if (result.ok || result.kind !== "http") throw new Error("The second creation should have been refused.");
    if (result.error.code !== "duplicate") throw new Error(`The code is ${result.error.code}.`);
    expect([result.status, result.error.existing_id]).toEqual([409, data.id]);
  });
});

describe("a change", () => {
  it("is made while the record is as it was read, by the result or by the record", async () => {
    const { fleet } = connect();
    const created = await create(fleet);
    const path = { unit_group_id: created.data.id };
    const byResult = await fleet.unitGroups.update({ path, body: { notes: "1" } }, withIfMatch(created)).orThrow();
    const byRecord = await fleet.unitGroups
      .update({ path, body: { notes: "2" } }, withIfMatch(byResult.data))
      .orThrow();
    expect([byResult.data.version, byRecord.data.version, byRecord.notices]).toEqual([2, 3, []]);

    const late = await fleet.unitGroups.update({ path, body: { notes: "3" } }, withIfMatch(created));
    if (late.ok || late.kind !== "http") throw new Error("The change should have been refused.");
    if (late.error.code !== "precondition_failed") throw new Error(`The code is ${late.error.code}.`);
    expect([late.status, late.error.current_version]).toEqual([412, 3]);
    expect((await fleet.unitGroups.get({ path }).orThrow()).data.notes).toBe("2");
  });

  it("without a condition is made, and a notice says so", async () => {
    const { fleet } = connect();
    const { data } = await create(fleet);
    const changed = await fleet.unitGroups.update({ path: { unit_group_id: data.id }, body: { notes: "x" } }).orThrow();
    expect(changed.notices).toEqual([expect.stringMatching(/^updated_without_precondition: /)]);
  });

  it("to a deletion can be undone", async () => {
    const { fleet } = connect();
    const created = await create(fleet);
    const path = { unit_group_id: created.data.id };
    const deleted = await fleet.unitGroups.delete({ path }, withIfMatch(created)).orThrow();
    expect(deleted.data.deleted_at).not.toBeNull();
    expect(await fleet.unitGroups.get({ path })).toMatchObject({ status: 404 });
    const shown = await fleet.unitGroups.get({ path, query: { include_deleted: true } }).orThrow();
    expect(shown.data).toEqual(deleted.data);
    expect((await fleet.unitGroups.restore({ path }).orThrow()).data.deleted_at).toBeNull();
  });
});

describe("a read", () => {
  it("with the tag that is known is 304, until the record changes", async () => {
    const { fleet } = connect();
    const created = await create(fleet);
    const path = { unit_group_id: created.data.id };
    const known = { path, headers: { "If-None-Match": created.headers.get("etag") ?? "" } };
    const unchanged = await fleet.unitGroups.get(known).orThrow();
    expect([unchanged.status, unchanged.data]).toEqual([304, null]);
    await fleet.unitGroups.update({ path, body: { notes: "new" } }, withIfMatch(created)).orThrow();
    const changed = await fleet.unitGroups.get(known).orThrow();
    expect(changed.status === 200 && changed.data.notes).toBe("new");
  });

  it("is answered with no-store, so revalidate() keeps nothing and asks without a condition", async () => {
    const { fleet, sent } = connect({ use: [revalidate()] });
    const { data } = await create(fleet);
    const path = { unit_group_id: data.id };
    const [first, second] = [await fleet.unitGroups.get({ path }), await fleet.unitGroups.get({ path })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers?.get("cache-control")).toBe("no-store");
    expect(sent.filter((headers) => headers.has("if-none-match"))).toEqual([]);
  });
});

it("a walk gives each group once, in the order that was asked for", async () => {
  const { fleet } = connect();
  const { data: parent } = await create(fleet);
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await create(fleet, { parent_id: parent.id })).data.id);
  const seen: number[] = [];
  const groups = fleet.unitGroups.listing({ query: { parent_id: parent.id, sort: ["-id"], per_page: 2 } });
  for await (const group of groups) seen.push(group.id);
  expect(seen).toEqual(ids.toReversed());
});

it("units are added all or none, or as many as can be", async () => {
  const { fleet } = connect();
  const { data: group } = await create(fleet);
  const path = { unit_group_id: group.id };
  const units = await fleet.units.listing({ query: { client_id, per_page: 2 } }).orThrow();
  const unit_ids = [...units.data.map(({ id }) => id), 999_999];
  const refused = await fleet.unitGroups.addUnits({ path, body: { unit_ids } });
  if (refused.ok || refused.kind !== "http") throw new Error("An unknown unit should have been refused.");
  if (refused.error.code !== "validation_failed") throw new Error(`The code is ${refused.error.code}.`);
  expect(refused.error.errors?.map(({ pointer }) => pointer)).toEqual(["/unit_ids/2"]);
  expect(await fleet.unitGroups.unitsListing({ path }).toArray()).toEqual([]);

  const { data } = await fleet.unitGroups.addUnits({ path, body: { unit_ids, mode: "best_effort" } }).orThrow();
  expect(data).toMatchObject({ total: 3, succeeded: 2, failed: 1 });
  expect(data.results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
    ["changed", undefined],
    ["changed", undefined],
    ["failed", "not_found"],
  ]);
  const listed = await fleet.unitGroups.unitsListing({ path }).toArray();
  expect(listed.map(({ id }) => id)).toEqual(unit_ids.slice(0, 2));
  const removed = await fleet.unitGroups.removeUnits({ path, body: { unit_ids: unit_ids.slice(0, 1) } }).orThrow();
  expect(removed.data.succeeded).toBe(1);
});
