/** Conditional changes of every group on a real server: RFC 9110 section 13.1.1, and what a tag of this service says. */
import type { Unit } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import { subjectOf, takes } from "../support/example-variants.ts";
import { runs } from "../support/db.ts";
import { tagOf, useService } from "../support/service.ts";
import { send } from "../support/send.ts";

const service = useService();
let token = "";
beforeEach(async () => {
  token = await service.login();
});

/** The record that the example of an operation is about, and its tag. */
async function shown(operation: Operation) {
  const [, table = "", id = ""] = exampleRequest(operation).path.split("/");
  const { headers, body } = await service.call<Unit>("GET", `/${table}/${id}`, { token });
  return { table, id, record: body.data, etag: headers.get("etag") ?? "" };
}

/** Each form of `If-Match` for a record, with the status of a change. */
function conditions({ version, updated_at }: Unit, etag: string): [value: string, status: number][] {
  const at = Date.parse(updated_at);
  const state = `v${version}-${at}`;
  return [
    ["*", 200],
    [etag, 200],
    [`"${state}"`, 200],
    [`"${state}-0123456789abcdef"`, 200],
    [`"other", ${etag}`, 200],
    [`W/${etag},${etag}\t,"other"`, 200],
    [`, ,${etag},, `, 200],
    [`"a,b",${etag}`, 200],
    [`"a\\", ${etag}`, 200],
    [`"\u00e9", ${etag}`, 200],
    [`"v${version}"`, 412],
    [`"v${version}-5b2c7a90d41e8f36"`, 412],
    [`"v${version}-${at + 1}"`, 412],
    [`"v${version + 1}-${at}"`, 412],
    [`"v0${version}-${at}"`, 412],
    [`"v${version}-0${at}"`, 412],
    [`"V${version}-${at}"`, 412],
    [`"v+${version}-${at}"`, 412],
    [`"v${version}.0-${at}"`, 412],
    [`"v${version}-${at}.0"`, 412],
    [`"v${version}_${at}"`, 412],
    [`"${state}-"`, 412],
    [`"${state}-0123456789abcde"`, 412],
    [`"${state}-0123456789ABCDEF"`, 412],
    [`"${state}-0123456789abcdef-"`, 412],
    [`"v${"9".repeat(400)}-${"9".repeat(400)}"`, 412],
    [`"v1-99999999999999999999"`, 412],
    [`W/${etag}`, 412],
    ['"other"', 412],
    ['""', 412],
    ['"\u00e9"', 412],
    ['"*"', 412],
    [state, 422],
    [`w/${etag}`, 422],
    [`*, ${etag}`, 422],
    [`${etag} ${etag}`, 422],
    [`${etag}x`, 422],
    [`"${state}`, 422],
    [`'${state}'`, 422],
    [`"a"b"`, 422],
    [", ,", 422],
  ];
}

const withCondition = contractOperations.filter(
  (operation) => takes(operation, "If-Match") && subjectOf(operation) !== null,
);

describe.each(withCondition)("$id", (operation) => {
  it("is carried out for the tags of the record alone", async () => {
    const { method, path, body } = exampleRequest(operation);
    const { record, etag } = await shown(operation);
    const wrong: string[] = [];
    for (const [index, [value]] of conditions(record, etag).entries()) {
      const now = await shown(operation);
      const [condition = value, status] = conditions(now.record, now.etag)[index] ?? [];
      const answer = await service.call(method, path, { token, body, headers: { "if-match": condition } });
      if (answer.status !== status) wrong.push(`${condition}: ${answer.status} ${answer.body.detail}`);
      if (answer.status === 412) expect(answer.body.current_version).toBe(now.record.version);
      await service.server.db.query(`update ${now.table} set deleted_at = null where id = $1`, [now.id]);
    }
    expect(wrong).toEqual([]);
  });

  it("takes the tags of several lines as one list", async () => {
    const { method, path, body } = exampleRequest(operation);
    const { table, id, etag } = await shown(operation);
    const ask = (...tags: string[]) =>
      send(service.server.baseUrl, {
        method,
        target: path,
        headers: [
          ["authorization", token],
          ...(body === undefined ? [] : [["content-type", "application/json"] as const]),
          ...tags.map((tag) => ["if-match", tag] as const),
        ],
        body: body === undefined ? null : JSON.stringify(body),
      });
    expect((await ask('"one"', '"other"')).status).toBe(412);
    expect((await ask("*", "*")).status).toBe(422);
    expect((await ask('"one"', etag)).status).toBe(200);
    await service.server.db.query(`update ${table} set deleted_at = null where id = $1`, [id]);
  });

  it("refuses a stale edit of a record that came back from a backup with the same version", async () => {
    const { method, path, body } = exampleRequest(operation);
    const { table, id } = await shown(operation);
    const { db } = service.server;
    const restored = `alter table ${table} disable trigger user;
      update ${table} set version = 7, updated_at = updated_at - interval '1 day' where id = ${id};
      alter table ${table} enable trigger user`;
    await db.script(restored);
    const before = await shown(operation);
    await db.script(restored);
    const after = await shown(operation);
    expect([before.record.version, after.record.version]).toEqual([7, 7]);
    const headers = { "if-match": before.etag };
    const stale = await service.call(method, path, { token, body, headers });
    expect([stale.status, stale.body.current_version]).toEqual([412, 7]);
    expect(stale.body.detail).toContain(`the version 7 of ${after.record.updated_at}`);
  });
});

describe("a tag that a caller makes from a record", () => {
  it("is that of the service, whatever part of a second the change was made in", async () => {
    const microseconds = fc.bigInt({ min: 0n, max: 4_102_444_800_000_000n });
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(microseconds, async (at) => {
        await service.server.db.script(`alter table units disable trigger user;
          update units set updated_at = 'epoch'::timestamptz + ${at} * interval '1 microsecond' where id = 1;
          alter table units enable trigger user`);
        const read = await service.call<Unit>("GET", "/units/1", { token });
        const tag = tagOf(read.body.data);
        expect(read.headers.get("etag")?.startsWith(`${tag.slice(0, -1)}-`)).toBe(true);
        const headers = { "if-match": tag };
        // The same notes again would change nothing.
        changes += 1;
        const body = { notes: `change ${changes}` };
        const changed = await service.call<Unit>("PATCH", "/units/1", { token, body, headers });
        expect(changed.status).toBe(200);
        expect(changed.body.data.updated_at > read.body.data.updated_at).toBe(true);
      }),
      { numRuns: runs(90) },
    );
  });
});
