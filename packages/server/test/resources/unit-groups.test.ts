import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { UnitGroup, UnitGroupSummary } from "@fleet-api/contract/types/unit_groups";
import type { UnitSummary } from "@fleet-api/contract/types/units";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../support/service.ts";
import { tagOf, useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;

let token = "";
/** Ids of two clients of one agency, and units of the first. */
let [north, south] = [0, 0];
let units: number[] = [];
let serial = 0;

beforeAll(async () => {
  const rows = await service.server.db.query<{ id: number; code: string }>("select id, code from clients");
  const idOf = (code: string): number => rows.find((row) => row.code === code)?.id ?? 0;
  [north, south] = [idOf("DEMO-NORTH"), idOf("DEMO-SOUTH")];
});

beforeEach(async () => {
  token = await service.login();
  const { body } = await service.call<{ id: number }[]>("GET", `/units/listing?client_id=${north}`, { token });
  units = body.data.map(({ id }) => id);
});

function call<Data = UnitGroup>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}
const newName = (): string => `Group ${(serial += 1)}`;

async function create(more: object = {}): Promise<UnitGroup> {
  const { status, body } = await call("POST", "/unit_groups", { client_id: north, name: newName(), ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

/** Groups below each other, the highest first. */
async function chain(length: number): Promise<UnitGroup[]> {
  const groups: UnitGroup[] = [];
  for (let level = 0; level < length; level += 1) groups.push(await create({ parent_id: groups.at(-1)?.id ?? null }));
  return groups;
}

describe("POST /unit_groups", () => {
  it("201: the group with its place, and where it is", async () => {
    const parent = await create({ name: "Workshops" });
    const given = { name: "Nord/".replace("/", "-1"), description: "d", color: "#00FF00", icon: "depot", notes: "n" };
    const body = {
      client_id: north,
      parent_id: parent.id,
      external_id: "e-1",
      attributes: { a: 1, b: true },
      ...given,
    };
    const { status, headers, body: answer } = await call("POST", "/unit_groups", body);
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({
      ...body,
      path: "/Workshops/Nord-1",
      unit_count: 0,
      version: 1,
      deleted_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/unit_groups/${answer.data.id}`);
    expect(headers.get("etag")).toMatch(/^"v1-[0-9]{13}-[0-9a-f]{16}"$/);
    expect((await call("GET", `/unit_groups/${answer.data.id}`)).body.data).toEqual(answer.data);
  });

  it("409 duplicate: a name in one place is there once, whatever its case, and says whose it is", async () => {
    const { id, name } = await create();
    const again = await call("POST", "/unit_groups", { client_id: north, name: name.toUpperCase() });
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", id]);
    const elsewhere = await call("POST", "/unit_groups", { client_id: south, name });
    expect(elsewhere.status).toBe(201);
    expect((await call("POST", "/unit_groups", { client_id: north, name, parent_id: id })).status).toBe(201);
  });

  it("409 duplicate: an external_id is there once for each client", async () => {
    const { id } = await create({ external_id: "twice" });
    const again = await call("POST", "/unit_groups", { client_id: north, name: newName(), external_id: "twice" });
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", id]);
  });

  it.each([
    ["client_id", () => ({ client_id: 999_999 })],
    ["parent_id", () => ({ parent_id: 999_999 })],
  ])("422: an unknown %s is a finding", async (member, more) => {
    const { status, body } = await call("POST", "/unit_groups", { client_id: north, name: newName(), ...more() });
    expect([status, body.errors?.map(({ pointer, code }) => [pointer, code])]).toEqual([
      422,
      [[`/${member}`, "invalid"]],
    ]);
  });

  it("422: the parent of another client, and a client outside of the scope", async () => {
    const foreign = await create({ client_id: south });
    const { body } = await call("POST", "/unit_groups", { client_id: north, name: newName(), parent_id: foreign.id });
    expect(body.errors?.[0]?.pointer).toBe("/parent_id");
    token = await service.login("demo-agency-admin-2");
    const { status, body: refused } = await call("POST", "/unit_groups", { client_id: north, name: newName() });
    expect([status, refused.errors?.[0]?.pointer]).toEqual([422, "/client_id"]);
  });

  it("422 group_too_deep: five levels and no more", async () => {
    const lowest = (await chain(5)).at(-1);
    const { status, body } = await call("POST", "/unit_groups", {
      client_id: north,
      name: newName(),
      parent_id: lowest?.id,
    });
    expect([status, body.code]).toEqual([422, "group_too_deep"]);
  });

  it.each([" a", "a ", "a/b", "", "a\nb", "\u200b", "a\u202eb", "\u0085a", "a\uffff"])(
    "422: the name %j",
    async (name) => {
      const { status, body } = await call("POST", "/unit_groups", { client_id: north, name });
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, "/name"]);
    },
  );
});

describe("attributes", () => {
  it.each(["", "a".repeat(65)])("422: the name %j, with a pointer to the attribute", async (name) => {
    const body = { client_id: north, name: newName(), attributes: { good: 1, [name]: 1 } };
    const { status, body: answer } = await call("POST", "/unit_groups", body);
    expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/attributes/${name}`]]);
  });

  it("201: as many and as long as the contract allows", async () => {
    const names = Array.from({ length: 50 }, (_one, index) => String(index).padStart(64, "é"));
    const attributes = Object.fromEntries(names.map((name) => [name, "\u0001".repeat(500)]));
    const given = { attributes, notes: "😀".repeat(2000), description: "\u0001".repeat(2000) };
    expect(await create(given)).toMatchObject(given);
  });
});

describe("PATCH /unit_groups/{unit_group_id}", () => {
  it("200: changes what the body has and nothing else", async () => {
    const before = await create({ description: "old", color: "#000000" });
    service.clock.advance(1000);
    const { status, body } = await call("PATCH", `/unit_groups/${before.id}`, { color: null, notes: "new" });
    expect(status).toBe(200);
    const updated_at = service.clock.now().toISOString();
    expect(body.data).toEqual({ ...before, color: null, notes: "new", version: 2, updated_at });
    expect(body.notices).toEqual([expect.stringMatching(/^updated_without_precondition: /)]);
  });

  it("a later version has a later updated_at, also of a request that began before the one before it", async () => {
    const { id, updated_at } = await create();
    service.clock.advance(-5000);
    const versions = [await call("PATCH", `/unit_groups/${id}`, { notes: "one" })];
    versions.push(await call("PATCH", `/unit_groups/${id}`, { notes: "two" }));
    service.clock.advance(5000);
    const times = [updated_at, ...versions.map(({ body }) => body.data.updated_at)];
    expect(times).toEqual([...new Set(times)].toSorted());
  });

  it("a change of nothing keeps version and time", async () => {
    const before = await create();
    service.clock.advance(1000);
    const { body } = await call("PATCH", `/unit_groups/${before.id}`, { name: before.name });
    expect(body.data).toEqual(before);
  });

  it("412: of two who read the same version the second one is told the version now", async () => {
    const { id } = await create();
    const { headers } = await call("GET", `/unit_groups/${id}`);
    const etag = headers.get("etag") ?? "";
    const first = await call("PATCH", `/unit_groups/${id}`, { notes: "first" }, { "if-match": etag });
    expect([first.status, first.body.notices]).toEqual([200, undefined]);
    const second = await call("PATCH", `/unit_groups/${id}`, { notes: "second" }, { "if-match": etag });
    expect([second.status, second.body.code, second.body.current_version]).toEqual([412, "precondition_failed", 2]);
    expect((await call("GET", `/unit_groups/${id}`)).body.data.notes).toBe("first");
  });

  it("moves a group with all below it, and shows their new paths with their old versions", async () => {
    const [top, middle, bottom] = await chain(3);
    const target = await create({ name: `Target ${serial}` });
    const moved = await call("PATCH", `/unit_groups/${middle?.id}`, { parent_id: target.id });
    expect(moved.body.data.path).toBe(`/${target.name}/${middle?.name}`);
    const before = await call("GET", `/unit_groups/${bottom?.id}`);
    const { path, version, updated_at } = before.body.data;
    expect([path, version]).toEqual([`/${target.name}/${middle?.name}/${bottom?.name}`, 1]);
    await call("PATCH", `/unit_groups/${target.id}`, { name: `Renamed ${serial}` });
    const after = await call("GET", `/unit_groups/${bottom?.id}`);
    expect(after.body.data).toMatchObject({
      version,
      updated_at,
      path: expect.stringContaining(`/Renamed ${serial}/`),
    });
    // A reader who has the old path is told, and an editor of the group is not refused.
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    const tag = { "if-match": before.headers.get("etag") ?? "" };
    expect((await call("PATCH", `/unit_groups/${bottom?.id}`, { notes: "new" }, tag)).status).toBe(200);
    expect((await call("GET", `/unit_groups/${top?.id}`)).body.data.version).toBe(1);
  });

  it("422 group_cycle: a group is not below itself", async () => {
    const [top, , bottom] = await chain(3);
    for (const parent_id of [top?.id, bottom?.id]) {
      const { status, body } = await call("PATCH", `/unit_groups/${top?.id}`, { parent_id });
      expect([status, body.code]).toEqual([422, "group_cycle"]);
    }
  });

  it("422 group_too_deep: what is below counts", async () => {
    const [top] = await chain(3);
    const lowest = (await chain(3)).at(-1);
    const { status, body } = await call("PATCH", `/unit_groups/${top?.id}`, { parent_id: lowest?.id });
    expect([status, body.code]).toEqual([422, "group_too_deep"]);
    expect((await call("GET", `/unit_groups/${top?.id}`)).body.data.parent_id).toBeNull();
  });

  it("409 duplicate: also where a group moves to", async () => {
    const parent = await create();
    const there = await create({ parent_id: parent.id, name: "Same" });
    const moving = await create({ name: "same" });
    const { status, body } = await call("PATCH", `/unit_groups/${moving.id}`, { parent_id: parent.id });
    expect([status, body.existing_id]).toEqual([409, there.id]);
    await call("DELETE", `/unit_groups/${moving.id}`);
  });
});

describe("GET /unit_groups/{unit_group_id}", () => {
  it("304: for who has it as it is, until something that it shows changes", async () => {
    const { id } = await create();
    const etag = (await call("GET", `/unit_groups/${id}`)).headers.get("etag") ?? "";
    const known = () => call("GET", `/unit_groups/${id}`, undefined, { "if-none-match": `"x", W/${etag}` });
    const { status, headers } = await known();
    expect([status, headers.get("etag")]).toEqual([304, etag]);
    await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: units.slice(0, 1) });
    expect((await known()).status).toBe(200);
    expect((await known()).body.data).toMatchObject({ version: 1, unit_count: 1 });
  });

  it("200: include_deleted shows deleted groups to those who may only see them", async () => {
    const { id } = await create();
    await call("DELETE", `/unit_groups/${id}`);
    token = await service.login("demo-read-only");
    const { status, body } = await call("GET", `/unit_groups/${id}?include_deleted=true`);
    expect([status, body.data.deleted_at]).toEqual([200, service.clock.now().toISOString()]);
    expect((await call("POST", `/unit_groups/${id}/restore`)).status).toBe(403);
  });
});

describe("DELETE and restore", () => {
  it("detach the units of a group, and bring it back with them", async () => {
    const group = await create();
    const { id, name } = group;
    await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: units.slice(0, 3) });
    const { status, body } = await call("DELETE", `/unit_groups/${id}`, undefined, { "if-match": tagOf(group) });
    expect([status, body.data.deleted_at, body.data.version]).toEqual([200, service.clock.now().toISOString(), 2]);
    expect((await call("GET", `/unit_groups/${id}`)).status).toBe(404);
    expect((await call("DELETE", `/unit_groups/${id}`)).status).toBe(404);
    expect((await call("GET", `/unit_groups/${id}/units/listing`)).status).toBe(404);
    expect((await call("GET", `/unit_groups/${id}?include_deleted=true`)).body.data.name).toBe(name);
    const restored = await call("POST", `/unit_groups/${id}/restore`);
    expect([restored.status, restored.body.data.unit_count, restored.body.data.version]).toEqual([200, 3, 3]);
    expect((await call("POST", `/unit_groups/${id}/restore`)).body.data.version).toBe(3);
  });

  it("409 in_use: a group with groups below it, with their ids", async () => {
    const [top, below] = await chain(2);
    const { status, body } = await call("DELETE", `/unit_groups/${top?.id}`);
    expect([status, body.code]).toEqual([409, "in_use"]);
    expect(body.references).toEqual([{ resource: "unit_groups", ids: [below?.id], count: 1 }]);
  });

  it("409 at a restore: the name is taken, or the parent is deleted", async () => {
    const [top, below] = await chain(2);
    await call("DELETE", `/unit_groups/${below?.id}`);
    await call("DELETE", `/unit_groups/${top?.id}`);
    const orphan = await call("POST", `/unit_groups/${below?.id}/restore`);
    expect([orphan.status, orphan.body.code]).toEqual([409, "invalid_state"]);
    const other = await create({ name: top?.name });
    const taken = await call("POST", `/unit_groups/${top?.id}/restore`);
    expect([taken.status, taken.body.code, taken.body.existing_id]).toEqual([409, "duplicate", other.id]);
  });

  it("a deleted group keeps its version when what it was in moves, and comes back there", async () => {
    const long = (length: number): string => newName().padEnd(length, "x");
    const [top, target] = [await create({ name: long(120) }), await create({ name: long(120) })];
    const below = await create({ parent_id: top.id, name: long(120) });
    const gone = await create({ parent_id: below.id, name: long(120) });
    await call("DELETE", `/unit_groups/${gone.id}`);
    let parent_id = target.id;
    const names: string[] = [];
    for (let level = 2; level <= 3; level += 1) {
      const added = await create({ parent_id, name: long(120) });
      parent_id = added.id;
      names.push(added.name);
    }
    expect((await call("PATCH", `/unit_groups/${top.id}`, { parent_id })).status).toBe(200);
    const { status, body } = await call("GET", `/unit_groups/${gone.id}?include_deleted=true`);
    expect([status, body.data?.path, body.data?.version]).toEqual([200, `/${names.join("/")}${gone.path}`, 2]);
    expect((await call("POST", `/unit_groups/${gone.id}/restore`)).body.code).toBe("group_too_deep");
    await call("PATCH", `/unit_groups/${top.id}`, { parent_id: target.id });
    const restored = await call("POST", `/unit_groups/${gone.id}/restore`);
    expect(restored.body.data).toMatchObject({ path: `/${target.name}${gone.path}`, version: 3 });
  });

  it("410: 30 days after the deletion it is too late", async () => {
    const { id } = await create();
    await call("DELETE", `/unit_groups/${id}`);
    service.clock.advance(30 * DAY + 1);
    token = await service.login();
    const { status, body } = await call("POST", `/unit_groups/${id}/restore`);
    expect([status, body.code]).toEqual([410, "gone"]);
  });
});

describe("units of a group", () => {
  it("are added and removed, as often as one likes", async () => {
    const { id } = await create();
    const [first = 0, second = 0, third = 0] = units;
    const added = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, { unit_ids: [second, first] });
    expect(added.body.data).toEqual({
      dry_run: false,
      total: 2,
      succeeded: 2,
      failed: 0,
      removed: 0,
      results: [second, first].map((unit, index) => ({
        index,
        id: unit,
        resource: "units",
        outcome: "changed",
        problem: null,
      })),
    });
    const again = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, { unit_ids: [first, third] });
    expect(again.body.data.results.map(({ outcome }) => outcome)).toEqual(["unchanged", "changed"]);
    const removed = await call<BulkResult>("POST", `/unit_groups/${id}/remove_units`, {
      unit_ids: [first, first + 1000],
    });
    expect(removed.status).toBe(422);
    const listed = await call<UnitSummary[]>("GET", `/unit_groups/${id}/units/listing`);
    expect(listed.body.data.map((unit) => unit.id)).toEqual([first, second, third].toSorted((a, b) => a - b));
    expect(Object.keys(listed.body.data[0] ?? {})).toContain("lifecycle_status");
  });

  it("422: all or nothing, with a finding for each unit that is not of the client", async () => {
    const { id } = await create();
    const foreign = await call<{ id: number }[]>("GET", `/units/listing?client_id=${south}`);
    const unit_ids = [units[0], foreign.body.data[0]?.id, 999_999];
    const { status, body } = await call("POST", `/unit_groups/${id}/add_units`, { unit_ids });
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/unit_ids/1", "/unit_ids/2"]]);
    expect((await call("GET", `/unit_groups/${id}`)).body.data.unit_count).toBe(0);
    const effort = { unit_ids, mode: "best_effort" };
    const { body: result } = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, effort);
    expect(result.data).toMatchObject({ total: 3, succeeded: 1, failed: 2 });
    expect(result.data.results[1]?.problem?.code).toBe("not_found");
    expect((await call("GET", `/unit_groups/${id}`)).body.data.unit_count).toBe(1);
  });

  it("403 client_suspended: a dry run is refused where the change would be", async () => {
    const { id } = await create();
    const [inside] = units;
    await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: [inside] });
    const setStatus = (status: string) =>
      service.server.db.query("update clients set status = $2 where id = $1", [north, status]);
    await setStatus("suspended");
    try {
      const add = { unit_ids: units.slice(1, 2), dry_run: true };
      const added = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, add);
      expect([added.status, added.body.code]).toEqual([403, "client_suspended"]);
      const removed = await call("POST", `/unit_groups/${id}/remove_units`, { unit_ids: [inside], dry_run: true });
      expect([removed.status, removed.body.code]).toEqual([403, "client_suspended"]);
    } finally {
      await setStatus("active");
    }
  });

  it("a dry run says what would be done, and does nothing", async () => {
    const { id } = await create();
    const body = { unit_ids: units.slice(0, 2), dry_run: true };
    const { body: answer } = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, body);
    expect(answer.data).toMatchObject({ dry_run: true, succeeded: 2 });
    expect((await call("GET", `/unit_groups/${id}`)).body.data.unit_count).toBe(0);
  });

  it("are replaced as a whole, as often as one likes", async () => {
    const { id } = await create();
    const [first = 0, second = 0, third = 0] = units;
    await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: [first, second] });
    const set = (body: object) => call<BulkResult>("PUT", `/unit_groups/${id}/units`, body);
    const outcomes = ({ body }: Answer<BulkResult>) => [
      body.data.results.map(({ outcome }) => outcome),
      body.data.removed,
    ];
    const listed = async (): Promise<number[]> => {
      const { body } = await call<UnitSummary[]>("GET", `/unit_groups/${id}/units/listing`);
      return body.data.map((unit) => unit.id);
    };
    const wanted = { unit_ids: [third, second] };
    expect(outcomes(await set({ ...wanted, dry_run: true }))).toEqual([["changed", "unchanged"], 1]);
    expect(await listed()).toEqual([first, second]);
    expect(outcomes(await set(wanted))).toEqual([["changed", "unchanged"], 1]);
    expect(await listed()).toEqual([second, third]);
    expect(outcomes(await set(wanted))).toEqual([["unchanged", "unchanged"], 0]);
    const bad = { unit_ids: [999_999, first] };
    const { status, body } = await set(bad);
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/unit_ids/0"]]);
    expect(await listed()).toEqual([second, third]);
    expect(outcomes(await set({ ...bad, mode: "best_effort" }))).toEqual([["failed", "changed"], 2]);
    expect(await listed()).toEqual([first]);
    expect(outcomes(await set({ unit_ids: [] }))).toEqual([[], 1]);
    expect(await listed()).toEqual([]);
  });

  it("are replaced by up to 10,000 in one request", async () => {
    const { id } = await create();
    const unit_ids = Array.from({ length: 10_000 }, (_, index) => 9_007_199_254_740_991 - index);
    const set = (ids: number[]) =>
      call<BulkResult>("PUT", `/unit_groups/${id}/units`, { unit_ids: ids, mode: "best_effort" });
    const { status, body } = await set(unit_ids);
    expect([status, body.data.failed]).toEqual([200, 10_000]);
    const { body: tooMany } = await set([...unit_ids, 1]);
    expect(tooMany.errors?.map(({ code }) => code)).toEqual(["max_items"]);
  });

  it("a unit outside of the caller's scope is like one that does not exist, in every mode", async () => {
    const { id } = await create();
    const [foreign] = await service.server.db.query<{ id: number }>(
      "select id from units where agency_id <> 'demo-agency-1' and deleted_at is null",
    );
    const outside = foreign?.id ?? 0;
    token = await service.login("demo-agency-admin-1");
    expect((await call("GET", `/unit_groups/${id}`)).status).toBe(200);
    expect((await call("GET", `/units/${outside}`)).status).toBe(404);
    const requests = ["add_units", "remove_units", "units"].flatMap((part) =>
      ["all_or_nothing", "best_effort"].flatMap((mode) => [true, false].map((dry_run) => ({ part, mode, dry_run }))),
    );
    for (const { part, ...body } of requests) {
      const [shown, unknown] = await Promise.all(
        [outside, 999_999].map(async (unit) => {
          const verb = part === "units" ? "PUT" : "POST";
          const answer = await call<BulkResult>(verb, `/unit_groups/${id}/${part}`, { ...body, unit_ids: [unit] });
          return JSON.stringify([answer.status, { ...answer.body, request_id: null, timestamp: null }]).replaceAll(
            String(unit),
            "?",
          );
        }),
      );
      expect(shown).toBe(unknown);
    }
  });

  it("with the groups below, each unit once", async () => {
    const [top, middle, bottom] = await chain(3);
    await call("POST", `/unit_groups/${top?.id}/add_units`, { unit_ids: units.slice(0, 2) });
    await call("POST", `/unit_groups/${middle?.id}/add_units`, { unit_ids: units.slice(1, 4) });
    await call("POST", `/unit_groups/${bottom?.id}/add_units`, { unit_ids: units.slice(3, 6) });
    const all = await call<UnitSummary[]>("GET", `/unit_groups/${top?.id}/units/listing?include_descendants=true`);
    expect(all.body.data.map(({ id }) => id)).toEqual(units.slice(0, 6));
    const own = await call<UnitSummary[]>("GET", `/unit_groups/${top?.id}/units/listing`);
    expect([own.body.pagination.total, own.body.data.map(({ id }) => id)]).toEqual([2, units.slice(0, 2)]);
  });

  it("422: a number that JavaScript cannot read exactly", async () => {
    const attributes = { a: 9_007_199_254_740_992 };
    const { body } = await call("POST", "/unit_groups", { client_id: north, name: newName(), attributes });
    expect(body.errors?.[0]?.pointer).toBe("/attributes/a");
  });

  it("422: says which unit is there twice, and that a change has at least one member", async () => {
    const { id } = await create();
    const { body } = await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: [5, 6, 5] });
    expect(body.errors?.[0]?.detail).toBe("must not have an item twice; items 0 and 2 are equal");
    const { body: empty } = await call("PATCH", `/unit_groups/${id}`, {});
    expect(empty.errors?.[0]?.detail).toBe("must have at least 1 property");
  });

  it("takes 1,000 units in one request", async () => {
    const { id } = await create();
    const unit_ids = Array.from({ length: 1000 }, (_, index) => 9_007_199_254_740_991 - index);
    const { status, body } = await call<BulkResult>("POST", `/unit_groups/${id}/add_units`, {
      unit_ids,
      mode: "best_effort",
    });
    expect([status, body.data.failed]).toEqual([200, 1000]);
  });
});

describe("lists of groups", () => {
  const list = (query: string): Promise<Answer<UnitGroup[]>> =>
    call<UnitGroup[]>("GET", `/unit_groups/listing${query}`);

  it("filter, sort and page", async () => {
    const parent = await create({ client_id: south });
    const names = ["b", "C", "a"];
    for (const name of names) await create({ client_id: south, parent_id: parent.id, name });
    const sorted = await list(`?parent_id=${parent.id}&sort=-name&per_page=2`);
    expect(sorted.body.data.map(({ name }) => name)).toHaveLength(2);
    expect(sorted.body.pagination).toEqual({ page: 1, per_page: 2, total: 3 });
    const byId = await list(`?parent_id=${parent.id}&sort=-id`);
    expect(byId.body.data.map(({ name }) => name)).toEqual(names.toReversed());
    expect((await list("?sort=colour")).status).toBe(422);
  });

  it("updated_after and include_deleted: what changed since a moment, deletions too", async () => {
    service.clock.advance(1000);
    const since = service.clock.now().toISOString();
    service.clock.advance(1000);
    const [kept, gone] = [await create(), await create()];
    await call("DELETE", `/unit_groups/${gone.id}`);
    expect((await list(`?updated_after=${since}`)).body.data.map(({ id }) => id)).toEqual([kept.id]);
    const all = await list(`?updated_after=${since}&include_deleted=true`);
    expect(all.body.data.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual([
      [kept.id, false],
      [gone.id, true],
    ]);
  });

  it.each([
    ["0001-01-01T00:00:00Z", 1],
    ["9999-12-31T23:59:59.999+23:59", 0],
    ["2026-02-28t23:59:59.123456789z", 1],
    ["1970-01-01T00:00:00+23:59", 1],
    ["2016-12-31T23:59:60.5Z", 1],
  ])("updated_after=%s", async (instant, least) => {
    await create();
    const { status, body } = await list(`?updated_after=${encodeURIComponent(instant)}`);
    expect(status).toBe(200);
    expect(Math.min(body.pagination.total, 1)).toBe(least);
  });

  it.each([
    "2026-01-15 08:30:00Z",
    "2026-01-15T08:30:00+05",
    "2026-01-15T08:30:00+0530",
    "2026-01-15T08:30:00.Z",
    "2026-02-30T08:30:00Z",
    "yesterday",
    "1985-04-12T23:60:00+00:01",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999-23:59",
  ])("422 with one finding: updated_after=%s is no instant of the years 1 to 9999", async (instant) => {
    const { status, body } = await list(`?updated_after=${encodeURIComponent(instant)}`);
    expect([status, body.errors?.map(({ name }) => name)]).toEqual([422, ["updated_after"]]);
  });

  it("are sorted by path in both directions, also when it is asked for twice", async () => {
    const [top, middle] = await chain(3);
    await create({ name: `${top?.name}-sibling` });
    const sorted = async (sort: string): Promise<string[]> => {
      const { body } = await call<UnitGroup[]>("GET", `/unit_groups/listing?per_page=200&sort=${sort}`);
      return body.data.map(({ path }) => path).filter((path) => path.startsWith(`/${top?.name}`));
    };
    const paths = await sorted("path");
    expect(paths).toHaveLength(4);
    expect(paths.indexOf(`/${top?.name}`)).toBeLessThan(paths.indexOf(`/${top?.name}/${middle?.name}`));
    expect(await sorted("-path")).toEqual(paths.toReversed());
    expect(await sorted("path,-path,name")).toEqual(paths);
  });

  it("by client: summaries, and 404 for a client outside of the scope", async () => {
    await create();
    const { body } = await call<UnitGroupSummary[]>("GET", `/unit_groups/listing/client/${north}`);
    expect(Object.keys(body.data[0] ?? {})).toEqual(
      "id client_id name parent_id path unit_count updated_at".split(" "),
    );
    token = await service.login("demo-agency-admin-2");
    expect((await call("GET", `/unit_groups/listing/client/${north}`)).status).toBe(404);
    expect((await list("")).body.data.every(({ client_id }) => client_id !== north)).toBe(true);
  });

  it("find: exact names first, then beginnings, then the rest; wildcards are letters", async () => {
    for (const name of ["Zoo 50%_x", "50%_x", "50%_x2"]) await create({ name });
    await create({ name: "50abx" });
    const { body } = await call<UnitGroupSummary[]>("GET", `/unit_groups/find?q=${encodeURIComponent("50%_X")}`);
    expect(body.data.map(({ name }) => name)).toEqual(["50%_x", "50%_x2", "Zoo 50%_x"]);
    expect(body.pagination.total).toBe(3);
    const letters = await create({ name: "ÄRGER" });
    const found = await call<UnitGroupSummary[]>("GET", `/unit_groups/find?q=${encodeURIComponent("ärg")}`);
    expect(found.body.data.map(({ id }) => id)).toEqual([letters.id]);
  });
});

describe("Idempotency-Key", () => {
  const keyed = (key: string, body: unknown, path = "/unit_groups") =>
    call("POST", path, body, { "idempotency-key": key });

  it("the same request again gets the first response, and is carried out once", async () => {
    const body = { client_id: north, name: newName() };
    const first = await keyed("key-1", body);
    const again = await keyed('"key-1"', { name: body.name, client_id: north });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    for (const name of ["etag", "location"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
    const found = await call<UnitGroupSummary[]>("GET", `/unit_groups/find?q=${encodeURIComponent(body.name)}`);
    expect(found.body.data.filter(({ name }) => name === body.name)).toHaveLength(1);
  });

  it("422: another request with the key, also of another operation", async () => {
    const { id } = await create();
    await keyed("key-2", { client_id: north, name: newName() });
    for (const [body, path] of [
      [{ client_id: north, name: newName() }, "/unit_groups"],
      [{ unit_ids: [1] }, `/unit_groups/${id}/add_units`],
    ] as const) {
      const { status, body: problem } = await keyed("key-2", body, path);
      expect([status, problem.code]).toEqual([422, "idempotency_key_reused"]);
    }
  });

  it("a request that failed is not remembered, and says what a plain one says", async () => {
    const { id, name } = await create();
    const refused = await keyed("key-3", { client_id: north, name });
    expect([refused.status, refused.body.existing_id]).toEqual([409, id]);
    await call("DELETE", `/unit_groups/${id}`);
    expect((await keyed("key-3", { client_id: north, name })).status).toBe(201);
  });

  it("keys of two users are apart, and one is forgotten after 24 hours", async () => {
    const first = await keyed("key-4", { client_id: north, name: newName() });
    token = await service.login("demo-agency-admin-1");
    const other = await keyed("key-4", { client_id: north, name: newName() });
    expect(other.body.data.id).not.toBe(first.body.data.id);
    service.clock.advance(DAY);
    token = await service.login("demo-agency-admin-1");
    expect((await keyed("key-4", { client_id: north, name: newName() })).status).toBe(201);
  });

  it("of many at the same time one is carried out", async () => {
    const body = { client_id: north, name: newName() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyed("key-5", body)));
    expect(new Set(answers.map(({ status }) => status))).toSatisfy((all: Set<number>) =>
      [...all].every((status) => status === 201 || status === 409),
    );
    const ids = answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.id);
    expect(new Set(ids).size).toBe(1);
    for (const { status, body: problem } of answers)
      if (status === 409) expect(problem.code).toBe("request_in_progress");
  });
});

describe("the audit log", () => {
  it("has who changed what in which request, before and after", async () => {
    const { id } = await create({ notes: "one" });
    const { headers } = await call("PATCH", `/unit_groups/${id}`, { notes: "two" });
    await call("PATCH", `/unit_groups/${id}`, { notes: "two" });
    await call("POST", `/unit_groups/${id}/add_units`, { unit_ids: units.slice(0, 1) });
    const log = await service.server.db.query<{
      resource: string;
      action: string;
      before: UnitGroup;
      after: UnitGroup;
    }>("select * from audit_log where record_id = $1 and resource like 'unit_group%' order by id", [id]);
    expect(log.map(({ resource, action }) => [resource, action])).toEqual([
      ["unit_groups", "insert"],
      ["unit_groups", "update"],
      ["unit_group_members", "insert"],
    ]);
    expect(log[1]).toMatchObject({
      user_id: expect.any(Number),
      request_id: headers.get("x-request-id"),
      client_id: north,
      before: { notes: "one", version: 1 },
      after: { notes: "two", version: 2 },
      at: service.clock.now().toISOString(),
    });
  });
});
