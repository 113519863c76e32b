import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { UnitGroup, UnitGroupSummary } from "@fleet-api/contract/types/unit_groups";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { createRecord, recordsOfClient } from "../support/create-record.ts";
import { groupKinds } from "../support/group-kinds.ts";
import type { Answer } from "../support/service.ts";
import { tagOf, useService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;

/** What groups of every kind show. */
type Group = Omit<UnitGroup, "unit_count">;
type GroupSummary = Omit<UnitGroupSummary, "unit_count">;

it("the kinds of groups include unit groups", () => {
  expect(groupKinds.map(({ table }) => table)).toContain("unit_groups");
});

describe.each(groupKinds)("$table", (kind) => {
  const { table, members, memberships, groupId, groupIds, ids, count } = kind;
  const base = `/${table}`;
  const service = useService();

  let token = "";
  /** Ids of two clients of one agency, of a client of another one, and of members of the first. */
  let [north, south, east] = [0, 0, 0];
  let own: number[] = [];
  let serial = 0;

  /** Ids of records that groups of a client may have as members, at least so many. */
  const membersOf = (client_id: number, least: number): Promise<number[]> =>
    recordsOfClient(service, members, { token, client_id, count: least });

  beforeAll(async () => {
    const rows = await service.server.db.query<{ id: number; code: string }>("select id, code from clients");
    const idOf = (code: string): number => rows.find((row) => row.code === code)?.id ?? 0;
    [north, south, east] = [idOf("DEMO-NORTH"), idOf("DEMO-SOUTH"), idOf("DEMO-EAST")];
  });

  beforeEach(async () => {
    token = await service.login();
    own = await membersOf(north, 6);
  });

  function call<Data = Group>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
  }
  const newName = (): string => `Group ${(serial += 1)}`;

  async function create(more: object = {}): Promise<Group> {
    const { status, body } = await call("POST", base, { client_id: north, name: newName(), ...more });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.data;
  }

  /** Groups below each other, the highest first. */
  async function chain(length: number): Promise<Group[]> {
    const groups: Group[] = [];
    for (let level = 0; level < length; level += 1) groups.push(await create({ parent_id: groups.at(-1)?.id ?? null }));
    return groups;
  }

  describe(`POST ${base}`, () => {
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
      const { status, headers, body: answer } = await call("POST", base, body);
      expect(status).toBe(201);
      expect(answer.data).toMatchObject({
        ...body,
        path: "/Workshops/Nord-1",
        [count]: 0,
        version: 1,
        deleted_at: null,
      });
      expect(headers.get("location")).toBe(`/api/v1${base}/${answer.data.id}`);
      expect(headers.get("etag")).toMatch(/^"v1-[0-9]{13}-[0-9a-f]{16}"$/);
      expect((await call("GET", `${base}/${answer.data.id}`)).body.data).toEqual(answer.data);
    });

    it("409 duplicate: a name in one place is there once, whatever its case, and says whose it is", async () => {
      const { id, name } = await create();
      const again = await call("POST", base, { client_id: north, name: name.toUpperCase() });
      expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", id]);
      const elsewhere = await call("POST", base, { client_id: south, name });
      expect(elsewhere.status).toBe(201);
      expect((await call("POST", base, { client_id: north, name, parent_id: id })).status).toBe(201);
    });

    it("409 duplicate: an external_id is there once for each client", async () => {
      const { id } = await create({ external_id: "twice" });
      const again = await call("POST", base, { client_id: north, name: newName(), external_id: "twice" });
      expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, "duplicate", id]);
    });

    it.each([
      ["client_id", () => ({ client_id: 999_999 })],
      ["parent_id", () => ({ parent_id: 999_999 })],
    ])("422: an unknown %s is a finding", async (member, more) => {
      const { status, body } = await call("POST", base, { client_id: north, name: newName(), ...more() });
      expect([status, body.errors?.map(({ pointer, code }) => [pointer, code])]).toEqual([
        422,
        [[`/${member}`, "invalid"]],
      ]);
    });

    it("422: the parent of another client, and a client outside of the scope", async () => {
      const foreign = await create({ client_id: south });
      const { body } = await call("POST", base, { client_id: north, name: newName(), parent_id: foreign.id });
      expect(body.errors?.[0]?.pointer).toBe("/parent_id");
      token = await service.login("demo-agency-admin-2");
      const { status, body: refused } = await call("POST", base, { client_id: north, name: newName() });
      expect([status, refused.errors?.[0]?.pointer]).toEqual([422, "/client_id"]);
    });

    it("422 group_too_deep: five levels and no more", async () => {
      const lowest = (await chain(5)).at(-1);
      const { status, body } = await call("POST", base, {
        client_id: north,
        name: newName(),
        parent_id: lowest?.id,
      });
      expect([status, body.code]).toEqual([422, "group_too_deep"]);
    });

    it.each([" a", "a ", "a/b", "", "a\nb", "\u200b", "a\u202eb", "\u0085a", "a\uffff"])(
      "422: the name %j",
      async (name) => {
        const { status, body } = await call("POST", base, { client_id: north, name });
        expect([status, body.errors?.[0]?.pointer]).toEqual([422, "/name"]);
      },
    );
  });

  describe("attributes", () => {
    it.each(["", "a".repeat(65)])("422: the name %j, with a pointer to the attribute", async (name) => {
      const body = { client_id: north, name: newName(), attributes: { good: 1, [name]: 1 } };
      const { status, body: answer } = await call("POST", base, body);
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/attributes/${name}`]]);
    });

    it("201: as many and as long as the contract allows", async () => {
      const names = Array.from({ length: 50 }, (_one, index) => String(index).padStart(64, "é"));
      const attributes = Object.fromEntries(names.map((name) => [name, "\u0001".repeat(500)]));
      const given = { attributes, notes: "😀".repeat(2000), description: "\u0001".repeat(2000) };
      expect(await create(given)).toMatchObject(given);
    });
  });

  describe(`PATCH ${base}/{${groupId}}`, () => {
    it("200: changes what the body has and nothing else", async () => {
      const before = await create({ description: "old", color: "#000000" });
      service.clock.advance(1000);
      const { status, body } = await call("PATCH", `${base}/${before.id}`, { color: null, notes: "new" });
      expect(status).toBe(200);
      const updated_at = service.clock.now().toISOString();
      expect(body.data).toEqual({ ...before, color: null, notes: "new", version: 2, updated_at });
      expect(body.notices).toEqual([expect.stringMatching(/^updated_without_precondition: /)]);
    });

    it("a later version has a later updated_at, also of a request that began before the one before it", async () => {
      const { id, updated_at } = await create();
      service.clock.advance(-5000);
      const versions = [await call("PATCH", `${base}/${id}`, { notes: "one" })];
      versions.push(await call("PATCH", `${base}/${id}`, { notes: "two" }));
      service.clock.advance(5000);
      const times = [updated_at, ...versions.map(({ body }) => body.data.updated_at)];
      expect(times).toEqual([...new Set(times)].toSorted());
    });

    it("a change of nothing keeps version and time", async () => {
      const before = await create();
      service.clock.advance(1000);
      const { body } = await call("PATCH", `${base}/${before.id}`, { name: before.name });
      expect(body.data).toEqual(before);
    });

    it("412: the second of two changes of the same version gets the current version", async () => {
      const { id } = await create();
      const { headers } = await call("GET", `${base}/${id}`);
      const etag = headers.get("etag") ?? "";
      const first = await call("PATCH", `${base}/${id}`, { notes: "first" }, { "if-match": etag });
      expect([first.status, first.body.notices]).toEqual([200, undefined]);
      const second = await call("PATCH", `${base}/${id}`, { notes: "second" }, { "if-match": etag });
      expect([second.status, second.body.code, second.body.current_version]).toEqual([412, "precondition_failed", 2]);
      expect((await call("GET", `${base}/${id}`)).body.data.notes).toBe("first");
    });

    it("moves a group with all below it, and shows their new paths with their old versions", async () => {
      const [top, middle, bottom] = await chain(3);
      const target = await create({ name: `Target ${serial}` });
      const moved = await call("PATCH", `${base}/${middle?.id}`, { parent_id: target.id });
      expect(moved.body.data.path).toBe(`/${target.name}/${middle?.name}`);
      const before = await call("GET", `${base}/${bottom?.id}`);
      const { path, version, updated_at } = before.body.data;
      expect([path, version]).toEqual([`/${target.name}/${middle?.name}/${bottom?.name}`, 1]);
      await call("PATCH", `${base}/${target.id}`, { name: `Renamed ${serial}` });
      const after = await call("GET", `${base}/${bottom?.id}`);
      expect(after.body.data).toMatchObject({
        version,
        updated_at,
        path: expect.stringContaining(`/Renamed ${serial}/`),
      });
      // A reader who has the old path is told, and an editor of the group is not refused.
      expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
      const tag = { "if-match": before.headers.get("etag") ?? "" };
      expect((await call("PATCH", `${base}/${bottom?.id}`, { notes: "new" }, tag)).status).toBe(200);
      expect((await call("GET", `${base}/${top?.id}`)).body.data.version).toBe(1);
    });

    it("422 group_cycle: a group is not below itself", async () => {
      const [top, , bottom] = await chain(3);
      for (const parent_id of [top?.id, bottom?.id]) {
        const { status, body } = await call("PATCH", `${base}/${top?.id}`, { parent_id });
        expect([status, body.code]).toEqual([422, "group_cycle"]);
      }
    });

    it("422 group_too_deep: what is below counts", async () => {
      const [top] = await chain(3);
      const lowest = (await chain(3)).at(-1);
      const { status, body } = await call("PATCH", `${base}/${top?.id}`, { parent_id: lowest?.id });
      expect([status, body.code]).toEqual([422, "group_too_deep"]);
      expect((await call("GET", `${base}/${top?.id}`)).body.data.parent_id).toBeNull();
    });

    it("409 duplicate: also where a group moves to", async () => {
      const parent = await create();
      const there = await create({ parent_id: parent.id, name: "Same" });
      const moving = await create({ name: "same" });
      const { status, body } = await call("PATCH", `${base}/${moving.id}`, { parent_id: parent.id });
      expect([status, body.existing_id]).toEqual([409, there.id]);
      await call("DELETE", `${base}/${moving.id}`);
    });
  });

  describe(`GET ${base}/{${groupId}}`, () => {
    it("304: for who has it as it is, until something that it shows changes", async () => {
      const { id } = await create();
      const etag = (await call("GET", `${base}/${id}`)).headers.get("etag") ?? "";
      const known = () => call("GET", `${base}/${id}`, undefined, { "if-none-match": `"x", W/${etag}` });
      const { status, headers } = await known();
      expect([status, headers.get("etag")]).toEqual([304, etag]);
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: own.slice(0, 1) });
      expect((await known()).status).toBe(200);
      expect((await known()).body.data).toMatchObject({ version: 1, [count]: 1 });
    });

    it("200: include_deleted shows deleted groups to those who may only see them", async () => {
      const { id } = await create();
      await call("DELETE", `${base}/${id}`);
      token = await service.login("demo-read-only");
      const { status, body } = await call("GET", `${base}/${id}?include_deleted=true`);
      expect([status, body.data.deleted_at]).toEqual([200, service.clock.now().toISOString()]);
      expect((await call("POST", `${base}/${id}/restore`)).status).toBe(403);
    });
  });

  describe("DELETE and restore", () => {
    it("detach the members of a group, and bring it back with them", async () => {
      const group = await create();
      const { id, name } = group;
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: own.slice(0, 3) });
      const { status, body } = await call("DELETE", `${base}/${id}`, undefined, { "if-match": tagOf(group) });
      expect([status, body.data.deleted_at, body.data.version]).toEqual([200, service.clock.now().toISOString(), 2]);
      expect((await call("GET", `${base}/${id}`)).status).toBe(404);
      expect((await call("DELETE", `${base}/${id}`)).status).toBe(404);
      expect((await call("GET", `${base}/${id}/${members}/listing`)).status).toBe(404);
      expect((await call("GET", `${base}/${id}?include_deleted=true`)).body.data.name).toBe(name);
      const restored = await call("POST", `${base}/${id}/restore`);
      expect([restored.status, restored.body.data]).toEqual([200, expect.objectContaining({ [count]: 3, version: 3 })]);
      expect((await call("POST", `${base}/${id}/restore`)).body.data.version).toBe(3);
    });

    it("409 in_use: a group with groups below it, with their ids", async () => {
      const [top, below] = await chain(2);
      const { status, body } = await call("DELETE", `${base}/${top?.id}`);
      expect([status, body.code]).toEqual([409, "in_use"]);
      expect(body.references).toEqual([{ resource: table, ids: [below?.id], count: 1 }]);
    });

    it("409 at a restore: the name is taken, or the parent is deleted", async () => {
      const [top, below] = await chain(2);
      await call("DELETE", `${base}/${below?.id}`);
      await call("DELETE", `${base}/${top?.id}`);
      const orphan = await call("POST", `${base}/${below?.id}/restore`);
      expect([orphan.status, orphan.body.code]).toEqual([409, "invalid_state"]);
      const other = await create({ name: top?.name });
      const taken = await call("POST", `${base}/${top?.id}/restore`);
      expect([taken.status, taken.body.code, taken.body.existing_id]).toEqual([409, "duplicate", other.id]);
    });

    it("a deleted group keeps its version when what it was in moves, and comes back there", async () => {
      const long = (length: number): string => newName().padEnd(length, "x");
      const [top, target] = [await create({ name: long(120) }), await create({ name: long(120) })];
      const below = await create({ parent_id: top.id, name: long(120) });
      const gone = await create({ parent_id: below.id, name: long(120) });
      await call("DELETE", `${base}/${gone.id}`);
      let parent_id = target.id;
      const names: string[] = [];
      for (let level = 2; level <= 3; level += 1) {
        const added = await create({ parent_id, name: long(120) });
        parent_id = added.id;
        names.push(added.name);
      }
      expect((await call("PATCH", `${base}/${top.id}`, { parent_id })).status).toBe(200);
      const { status, body } = await call("GET", `${base}/${gone.id}?include_deleted=true`);
      expect([status, body.data?.path, body.data?.version]).toEqual([200, `/${names.join("/")}${gone.path}`, 2]);
      expect((await call("POST", `${base}/${gone.id}/restore`)).body.code).toBe("group_too_deep");
      await call("PATCH", `${base}/${top.id}`, { parent_id: target.id });
      const restored = await call("POST", `${base}/${gone.id}/restore`);
      expect(restored.body.data).toMatchObject({ path: `/${target.name}${gone.path}`, version: 3 });
    });

    it("410: 30 days after the deletion it is too late", async () => {
      const { id } = await create();
      await call("DELETE", `${base}/${id}`);
      service.clock.advance(30 * DAY + 1);
      token = await service.login();
      const { status, body } = await call("POST", `${base}/${id}/restore`);
      expect([status, body.code]).toEqual([410, "gone"]);
    });
  });

  describe(`${members} of a group`, () => {
    it("are added and removed, as often as one likes", async () => {
      const { id } = await create();
      const [first = 0, second = 0, third = 0] = own;
      const added = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, { [ids]: [second, first] });
      expect(added.body.data).toEqual({
        dry_run: false,
        total: 2,
        succeeded: 2,
        failed: 0,
        removed: 0,
        results: [second, first].map((member, index) => ({
          index,
          id: member,
          resource: members,
          outcome: "changed",
          problem: null,
        })),
      });
      const again = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, { [ids]: [first, third] });
      expect(again.body.data.results.map(({ outcome }) => outcome)).toEqual(["unchanged", "changed"]);
      const removed = await call<BulkResult>("POST", `${base}/${id}/remove_${members}`, {
        [ids]: [first, first + 1000],
      });
      expect(removed.status).toBe(422);
      const listed = await call<{ id: number }[]>("GET", `${base}/${id}/${members}/listing`);
      expect(listed.body.data.map((member) => member.id)).toEqual([first, second, third].toSorted((a, b) => a - b));
      const { name } = Object(listed.body.data[0]);
      const found = await call<{ id: number }[]>("GET", `/${members}/find?q=${encodeURIComponent(name)}`);
      expect(found.body.data).toContainEqual(listed.body.data[0]);
    });

    it("422: all or nothing, with a finding for each member that is not of the client", async () => {
      const { id } = await create();
      const [foreign] = await membersOf(south, 1);
      const wanted = [own[0], foreign, 999_999];
      const { status, body } = await call("POST", `${base}/${id}/add_${members}`, { [ids]: wanted });
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/${ids}/1`, `/${ids}/2`]]);
      expect((await call("GET", `${base}/${id}`)).body.data).toMatchObject({ [count]: 0 });
      const effort = { [ids]: wanted, mode: "best_effort" };
      const { body: result } = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, effort);
      expect(result.data).toMatchObject({ total: 3, succeeded: 1, failed: 2 });
      expect(result.data.results[1]?.problem?.code).toBe("not_found");
      expect((await call("GET", `${base}/${id}`)).body.data).toMatchObject({ [count]: 1 });
    });

    it("403 client_suspended: a dry run is refused where the change would be", async () => {
      const { id } = await create();
      const [inside] = own;
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: [inside] });
      const setStatus = (status: string) =>
        service.server.db.query("update clients set status = $2 where id = $1", [north, status]);
      await setStatus("suspended");
      try {
        const add = { [ids]: own.slice(1, 2), dry_run: true };
        const added = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, add);
        expect([added.status, added.body.code]).toEqual([403, "client_suspended"]);
        const removed = await call("POST", `${base}/${id}/remove_${members}`, { [ids]: [inside], dry_run: true });
        expect([removed.status, removed.body.code]).toEqual([403, "client_suspended"]);
      } finally {
        await setStatus("active");
      }
    });

    it("a dry run says what would be done, and does nothing", async () => {
      const { id } = await create();
      const body = { [ids]: own.slice(0, 2), dry_run: true };
      const { body: answer } = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, body);
      expect(answer.data).toMatchObject({ dry_run: true, succeeded: 2 });
      expect((await call("GET", `${base}/${id}`)).body.data).toMatchObject({ [count]: 0 });
    });

    it("are replaced as a whole, as often as one likes", async () => {
      const { id } = await create();
      const [first = 0, second = 0, third = 0] = own;
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: [first, second] });
      const set = (body: object) => call<BulkResult>("PUT", `${base}/${id}/${members}`, body);
      const outcomes = ({ body }: Answer<BulkResult>) => [
        body.data.results.map(({ outcome }) => outcome),
        body.data.removed,
      ];
      const listed = async (): Promise<number[]> => {
        const { body } = await call<{ id: number }[]>("GET", `${base}/${id}/${members}/listing`);
        return body.data.map((member) => member.id);
      };
      const wanted = { [ids]: [third, second] };
      expect(outcomes(await set({ ...wanted, dry_run: true }))).toEqual([["changed", "unchanged"], 1]);
      expect(await listed()).toEqual([first, second]);
      expect(outcomes(await set(wanted))).toEqual([["changed", "unchanged"], 1]);
      expect(await listed()).toEqual([second, third]);
      expect(outcomes(await set(wanted))).toEqual([["unchanged", "unchanged"], 0]);
      const bad = { [ids]: [999_999, first] };
      const { status, body } = await set(bad);
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/${ids}/0`]]);
      expect(await listed()).toEqual([second, third]);
      expect(outcomes(await set({ ...bad, mode: "best_effort" }))).toEqual([["failed", "changed"], 2]);
      expect(await listed()).toEqual([first]);
      expect(outcomes(await set({ [ids]: [] }))).toEqual([[], 1]);
      expect(await listed()).toEqual([]);
    });

    it("are replaced by up to 10,000 in one request", async () => {
      const { id } = await create();
      const unknown = Array.from({ length: 10_000 }, (_, index) => 9_007_199_254_740_991 - index);
      const set = (wanted: number[]) =>
        call<BulkResult>("PUT", `${base}/${id}/${members}`, { [ids]: wanted, mode: "best_effort" });
      const { status, body } = await set(unknown);
      expect([status, body.data.failed]).toEqual([200, 10_000]);
      const { body: tooMany } = await set([...unknown, 1]);
      expect(tooMany.errors?.map(({ code }) => code)).toEqual(["max_items"]);
    });

    it("one outside of the caller's scope is like one that does not exist, in every mode", async () => {
      const { id } = await create();
      const [outside = 0] = await membersOf(east, 1);
      token = await service.login("demo-agency-admin-1");
      expect((await call("GET", `${base}/${id}`)).status).toBe(200);
      expect((await call("GET", `/${members}/${outside}`)).status).toBe(404);
      const requests = [`add_${members}`, `remove_${members}`, members].flatMap((part) =>
        ["all_or_nothing", "best_effort"].flatMap((mode) => [true, false].map((dry_run) => ({ part, mode, dry_run }))),
      );
      for (const { part, ...body } of requests) {
        const [shown, unknown] = await Promise.all(
          [outside, 999_999].map(async (member) => {
            const verb = part === members ? "PUT" : "POST";
            const answer = await call<BulkResult>(verb, `${base}/${id}/${part}`, { ...body, [ids]: [member] });
            return JSON.stringify([answer.status, { ...answer.body, request_id: null, timestamp: null }]).replaceAll(
              String(member),
              "?",
            );
          }),
        );
        expect(shown).toBe(unknown);
      }
    });

    it("with the groups below, each member once", async () => {
      const [top, middle, bottom] = await chain(3);
      await call("POST", `${base}/${top?.id}/add_${members}`, { [ids]: own.slice(0, 2) });
      await call("POST", `${base}/${middle?.id}/add_${members}`, { [ids]: own.slice(1, 4) });
      await call("POST", `${base}/${bottom?.id}/add_${members}`, { [ids]: own.slice(3, 6) });
      const all = await call<{ id: number }[]>("GET", `${base}/${top?.id}/${members}/listing?include_descendants=true`);
      expect(all.body.data.map(({ id }) => id)).toEqual(own.slice(0, 6));
      const direct = await call<{ id: number }[]>("GET", `${base}/${top?.id}/${members}/listing`);
      expect([direct.body.pagination.total, direct.body.data.map(({ id }) => id)]).toEqual([2, own.slice(0, 2)]);
    });

    it("422: a number that JavaScript cannot read exactly", async () => {
      const attributes = { a: 9_007_199_254_740_992 };
      const { body } = await call("POST", base, { client_id: north, name: newName(), attributes });
      expect(body.errors?.[0]?.pointer).toBe("/attributes/a");
    });

    it("422: says which id is there twice, and that a change has at least one member", async () => {
      const { id } = await create();
      const { body } = await call("POST", `${base}/${id}/add_${members}`, { [ids]: [5, 6, 5] });
      expect(body.errors?.[0]?.detail).toBe("must not have an item twice; items 0 and 2 are equal");
      const { body: empty } = await call("PATCH", `${base}/${id}`, {});
      expect(empty.errors?.[0]?.detail).toBe("must have at least 1 property");
    });

    it("takes 1,000 members in one request", async () => {
      const { id } = await create();
      const unknown = Array.from({ length: 1000 }, (_, index) => 9_007_199_254_740_991 - index);
      const { status, body } = await call<BulkResult>("POST", `${base}/${id}/add_${members}`, {
        [ids]: unknown,
        mode: "best_effort",
      });
      expect([status, body.data.failed]).toEqual([200, 1000]);
    });
  });

  describe(`${groupIds} of ${members}`, () => {
    type Member = Readonly<Record<string, unknown>> & { readonly id: number };
    const newMember = (): Promise<number> => createRecord(service, members, { token, members: { client_id: north } });

    it("304 while the member is as the caller has it; 200 when a group that it shows changes", async () => {
      const member = await newMember();
      const etag = (await call("GET", `/${members}/${member}`)).headers.get("etag") ?? "";
      const known = () => call<Member>("GET", `/${members}/${member}`, undefined, { "if-none-match": etag });
      expect((await known()).status).toBe(304);
      const { id } = await create();
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: [member] });
      const second = await known();
      expect([second.status, second.body.data]).toEqual([
        200,
        expect.objectContaining({ [groupIds]: [id], version: 1 }),
      ]);
      await call("DELETE", `${base}/${id}`);
      expect((await known()).status).toBe(304);
    });

    it("a deleted member leaves its groups, and is in them again once it is restored", async () => {
      const member = await newMember();
      const { id } = await create();
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: [member] });
      const found = async (query: string): Promise<number[]> => {
        const { body } = await call<Member[]>("GET", `/${members}/listing?${groupId}=${id}${query}`);
        return body.data.map((one) => one.id);
      };
      expect(await found("")).toEqual([member]);
      await call("DELETE", `/${members}/${member}`);
      expect(await found("")).toEqual([]);
      expect(await found("&include_deleted=true")).toEqual([member]);
      expect((await call("GET", `${base}/${id}`)).body.data).toMatchObject({ [count]: 0 });
      const { body } = await call<Member>("POST", `/${members}/${member}/restore`);
      expect(body.data).toMatchObject({ deleted_at: null, [groupIds]: [id] });
      expect((await call("GET", `${base}/${id}`)).body.data).toMatchObject({ [count]: 1 });
    });
  });

  describe("lists of groups", () => {
    const list = (query: string): Promise<Answer<Group[]>> => call<Group[]>("GET", `${base}/listing${query}`);

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
      await call("DELETE", `${base}/${gone.id}`);
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
        const { body } = await call<Group[]>("GET", `${base}/listing?per_page=200&sort=${sort}`);
        return body.data.map(({ path }) => path).filter((path) => path.startsWith(`/${top?.name}`));
      };
      const paths = await sorted("path");
      expect(paths).toHaveLength(4);
      expect(paths.indexOf(`/${top?.name}`)).toBeLessThan(paths.indexOf(`/${top?.name}/${middle?.name}`));
      expect(await sorted("-path")).toEqual(paths.toReversed());
      expect(await sorted("path,-path,name")).toEqual(paths);
    });

    const byClient = contractOperations.some(({ id }) => id === `${kind.operations}ListingByClient`);
    it.runIf(byClient)("by client: summaries, and 404 for a client outside of the scope", async () => {
      await create();
      const { body } = await call<GroupSummary[]>("GET", `${base}/listing/client/${north}`);
      expect(Object.keys(body.data[0] ?? {})).toEqual(
        `id client_id name parent_id path ${count} updated_at`.split(" "),
      );
      token = await service.login("demo-agency-admin-2");
      expect((await call("GET", `${base}/listing/client/${north}`)).status).toBe(404);
      expect((await list("")).body.data.every(({ client_id }) => client_id !== north)).toBe(true);
    });

    it("find: exact names first, then beginnings, then the rest; wildcards are letters", async () => {
      for (const name of ["Zoo 50%_x", "50%_x", "50%_x2"]) await create({ name });
      await create({ name: "50abx" });
      const { body } = await call<GroupSummary[]>("GET", `${base}/find?q=${encodeURIComponent("50%_X")}`);
      expect(body.data.map(({ name }) => name)).toEqual(["50%_x", "50%_x2", "Zoo 50%_x"]);
      expect(body.pagination.total).toBe(3);
      const letters = await create({ name: "ÄRGER" });
      const found = await call<GroupSummary[]>("GET", `${base}/find?q=${encodeURIComponent("ärg")}`);
      expect(found.body.data.map(({ id }) => id)).toEqual([letters.id]);
    });
  });

  describe("Idempotency-Key", () => {
    const keyed = (key: string, body: unknown, path = base) => call("POST", path, body, { "idempotency-key": key });

    it("the same request again gets the first response, and is carried out once", async () => {
      const body = { client_id: north, name: newName() };
      const first = await keyed("key-1", body);
      const again = await keyed('"key-1"', { name: body.name, client_id: north });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
      for (const name of ["etag", "location"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
      const found = await call<GroupSummary[]>("GET", `${base}/find?q=${encodeURIComponent(body.name)}`);
      expect(found.body.data.filter(({ name }) => name === body.name)).toHaveLength(1);
    });

    it("422: another request with the key, also of another operation", async () => {
      const { id } = await create();
      await keyed("key-2", { client_id: north, name: newName() });
      for (const [body, path] of [
        [{ client_id: north, name: newName() }, base],
        [{ [ids]: [1] }, `${base}/${id}/add_${members}`],
      ] as const) {
        const { status, body: problem } = await keyed("key-2", body, path);
        expect([status, problem.code]).toEqual([422, "idempotency_key_reused"]);
      }
    });

    it("a request that failed is not remembered, and says what a plain one says", async () => {
      const { id, name } = await create();
      const refused = await keyed("key-3", { client_id: north, name });
      expect([refused.status, refused.body.existing_id]).toEqual([409, id]);
      await call("DELETE", `${base}/${id}`);
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
      const created = answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.id);
      expect(new Set(created).size).toBe(1);
      for (const { status, body: problem } of answers)
        if (status === 409) expect(problem.code).toBe("request_in_progress");
    });
  });

  describe("the audit log", () => {
    it("has who changed what in which request, before and after", async () => {
      const { id } = await create({ notes: "one" });
      const { headers } = await call("PATCH", `${base}/${id}`, { notes: "two" });
      await call("PATCH", `${base}/${id}`, { notes: "two" });
      await call("POST", `${base}/${id}/add_${members}`, { [ids]: own.slice(0, 1) });
      const log = await service.server.db.query<{
        resource: string;
        action: string;
        before: Group;
        after: Group;
      }>("select * from audit_log where record_id = $1 and resource = any($2) order by id", [id, [table, memberships]]);
      expect(log.map(({ resource, action }) => [resource, action])).toEqual([
        [table, "insert"],
        [table, "update"],
        [memberships, "insert"],
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
});
