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
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
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
