/** A request that comes again with its `Idempotency-Key`: checked like the first one, answered with what is there now. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { creationOf } from "../support/create-record.ts";
import { exampleRequest } from "../support/example-request.ts";
import {
  addedTo,
  collectionsOf,
  createdIn,
  freshBody,
  inputsOf,
  isAssignment,
  isErasure,
  isRestore,
  recordedIn,
  takes,
} from "../support/example-variants.ts";
import { useService } from "../support/service.ts";
import { fitting, typesOf } from "../support/values-of-schema.ts";

const service = useService();
const user = "demo-agency-admin-1";
let serial = 0;
let token = "";
/** A client without units and groups, which can be deleted. */
let freeClient = 0;
beforeAll(async () => {
  const body = { agency_id: "demo-agency-1", name: "Free", timezone: "UTC", currency: "EUR" };
  freeClient = (await service.call<{ id: number }>("POST", "/clients", { token: await service.login(), body })).body
    .data.id;
});

/** A document of a vehicle is a record without a path of its own; the suite of vehicles repeats it. */
const isPart = (operation: Operation): boolean =>
  addedTo(operation) !== null && operation.responses["201"]?.headers["etag"] !== undefined;
const withKeys = contractOperations
  .filter((operation) => takes(operation, "Idempotency-Key") && !isAssignment(operation) && !isPart(operation))
  // The suites of their groups repeat these.
  .filter((operation) => recordedIn(operation) === null && !isErasure(operation));

type Shown = Record<string, unknown>;

/** Words that appear in a record of a test and nowhere else. */
const secret = (): string => `secret ${serial}`;

/** A member of a body that can have any words, such as a name. */
function textMemberOf(operation: Operation): string {
  const found = inputsOf(operation).find(
    ({ place, name, schema }) =>
      place === "body" &&
      !name.endsWith("_id") &&
      typesOf(schema).includes("string") &&
      schema.format === undefined &&
      schema.enum === undefined &&
      fitting(schema)(secret()),
  );
  if (found === undefined)
    throw new Error(`No member of the body of ${operation.id} takes any words; change something else in this suite.`);
  return found.name;
}

/** What makes a request another one than that of `keyed`. */
function otherMember(operation: Operation, text: string): object {
  if (createdIn(operation) !== null) return { [text]: "other" };
  return addedTo(operation) === null ? { dry_run: true } : { [textMemberOf(operation)]: "other" };
}

/** A request of an operation with a key, which succeeds and can be sent again. */
async function keyed(operation: Operation) {
  serial += 1;
  const key = `key-${serial}`;
  const { method, path, body: example } = exampleRequest(operation, { values: { client_id: freeClient } });
  const [, table = "", id = ""] = path.split("/");
  const creates = createdIn(operation) !== null;
  const added = addedTo(operation);
  if (isRestore(operation)) {
    await service.server.db.query(`update ${table} set deleted_at = $2 where id = $1`, [id, service.clock.now()]);
  }
  const fresh = Object(freshBody(operation, serial));
  const text = textMemberOf(creationOf(table));
  const body = creates ? { ...fresh, [text]: secret() } : example;
  const send = (more: object = {}, as = token) =>
    service.call<Shown>(method, path, {
      token: as,
      headers: { "idempotency-key": key },
      ...(body !== undefined && { body: { ...Object(body), ...more } }),
    });
  const first = await send();
  expect([first.status, first.body.detail]).toEqual([creates || added !== null ? 201 : 200, undefined]);
  expect(first.headers.has("idempotency-replayed")).toBe(false);
  // A bulk request about no record of its path is about those of its items.
  const { id: made, results: [item] = [] } = Object(first.body.data);
  const record = { table, id: Number(creates ? made : Number(id) || Object(item).id) };
  // What a replay repeats instead of the record.
  const isResult = added !== null || first.body.data["results"] !== undefined;
  return { key, send, first, record, text, creates, isResult };
}

const sql = (text: string, ...params: (string | number | Date)[]) => service.server.db.query(text, params);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const atUser = `where username = '${user}'`;
const ofRole = `where role_id = (select role_id from users ${atUser})`;

/** The columns of other tables that have ids of a table. */
const referencesTo = (table: string) =>
  service.server.db.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, own.attname as column
     from pg_constraint c
     cross join unnest(c.conkey, c.confkey) as k (own, theirs)
     join pg_attribute own on (own.attrelid, own.attnum) = (c.conrelid, k.own)
     join pg_attribute theirs on (theirs.attrelid, theirs.attnum) = (c.confrelid, k.theirs)
     where c.contype = 'f' and c.confrelid = $1::regclass and theirs.attname = 'id'`,
    [table],
  );

/** Makes everything as it was for the next test. */
async function reset(): Promise<void> {
  await sql(`update users set scope_level = 'agency', agency_id = 'demo-agency-1', disabled_at = null ${atUser}`);
  await sql("update clients set status = 'active', deleted_at = null where id in (1, $1)", freeClient);
  for (const added of contractOperations.map(addedTo)) if (added !== null) await sql(`delete from ${added}`);
  for (const table of collectionsOf(contractOperations).filter((name) => name !== "clients"))
    await sql(`update ${table} set deleted_at = null where id < 3`);
}

beforeEach(async () => {
  await reset();
  token = await service.login(user);
});

describe.each(withKeys)("$id again", (operation) => {
  it("is refused when another request had the key", async () => {
    const { method, path, body } = exampleRequest(operation);
    serial += 1;
    const headers = { "idempotency-key": `key-${serial}` };
    const other = { client_id: 1, name: secret() };
    expect((await service.call("POST", "/unit_groups", { token, body: other, headers })).status).toBe(201);
    const refused = await service.call(method, path, { token, body, headers });
    expect(codeOf(refused)).toEqual([422, "idempotency_key_reused"]);
  });

  it("has the first status and place, and the record as it is now", async () => {
    const { send, first, record, text, isResult, key } = await keyed(operation);
    const again = await send();
    // Notices are about what was carried out.
    expect([again.status, again.body.data]).toEqual([first.status, first.body.data]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    for (const name of ["location", "etag"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
    await sql(
      `update ${record.table} set ${text} = $2, updated_at = $3 where id = $1`,
      record.id,
      `edited ${key}`,
      service.clock.now(),
    );
    const { status, headers, body } = await send();
    expect([status, headers.get("location")]).toEqual([first.status, first.headers.get("location")]);
    if (isResult) return expect(body).toEqual(first.body);
    expect(body.data[text]).toBe(`edited ${key}`);
    const read = await service.call<Shown>("GET", `/${record.table}/${record.id}`, { token });
    expect([body.data, headers.get("etag")]).toEqual([read.body.data, read.headers.get("etag")]);
  });

  it("shows a record that was deleted meanwhile with its deleted_at", async () => {
    const { send, first, record, isResult } = await keyed(operation);
    const at = service.clock.now();
    await sql(`update ${record.table} set deleted_at = $2 where id = $1`, record.id, at);
    const { status, body } = await send();
    expect(status).toBe(first.status);
    if (isResult) expect(body).toEqual(first.body);
    else expect(body.data["deleted_at"]).toBe(at.toISOString());
  });

  it("is 404 once the record is out of the scope of the user, and tells nothing", async () => {
    const { send, text } = await keyed(operation);
    await sql(`update users set agency_id = 'demo-agency-2' ${atUser}`);
    const away = await send();
    expect(codeOf(away)).toEqual([404, "not_found"]);
    expect(away.headers.has("location")).toBe(false);
    expect(JSON.stringify(away.body)).not.toContain(secret());
    // Another request with the key is refused as such, and tells no more.
    const other = operation.body === null ? null : await send(otherMember(operation, text));
    if (other !== null) {
      expect(codeOf(other)).toEqual([422, "idempotency_key_reused"]);
      expect(JSON.stringify(other.body)).not.toContain(secret());
      expect(other.body.existing_id).toBeUndefined();
    }
    await reset();
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
  });

  it("is 404 once the record was erased for good", async () => {
    const { send, record, creates } = await keyed(operation);
    if (!creates) return;
    await service.server.db.script(`alter table ${record.table} disable trigger user`);
    for (const { table, column } of await referencesTo(record.table))
      await sql(`delete from ${table} where ${column} = $1`, record.id);
    await sql(`delete from ${record.table} where id = $1`, record.id);
    await service.server.db.script(`alter table ${record.table} enable trigger user`);
    expect(codeOf(await send())).toEqual([404, "not_found"]);
  });

  it("is 403 without the permission, 401 without a session", async () => {
    const { send } = await keyed(operation);
    const { db } = service.server;
    const rights = await db.query<{ role_id: number; resource: string; action: string }>(
      `delete from role_permissions ${ofRole} returning role_id, resource, action`,
    );
    expect(codeOf(await send())).toEqual([403, "permission_denied"]);
    for (const { role_id, resource, action } of rights)
      await sql(
        "insert into role_permissions (role_id, resource, action) values ($1, $2, $3)",
        role_id,
        resource,
        action,
      );
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
    await sql(`update users set disabled_at = now() ${atUser}`);
    expect(codeOf(await send())).toEqual([401, "token_revoked"]);
    await sql(`update users set disabled_at = null ${atUser}`);
    token = await service.login(user);
    await service.call("POST", "/auth/logout", { token });
    expect(codeOf(await send({}, token))).toEqual([401, "token_revoked"]);
  });

  it("is answered for a client that was suspended meanwhile, because nothing is changed", async () => {
    const { send, first } = await keyed(operation);
    await sql("update clients set status = 'suspended' where id in (1, $1)", freeClient);
    expect((await send()).status).toBe(first.status);
  });

  it("of another user is another request", async () => {
    const { send, first, creates } = await keyed(operation);
    const other = await send({}, await service.login());
    expect(other.headers.has("idempotency-replayed")).toBe(false);
    if (creates) expect([other.status, other.body.existing_id]).toEqual([409, first.body.data["id"]]);
  });

  it("needs no record in the memory of the service", async () => {
    const { key, record } = await keyed(operation);
    const [row] = await sql("select * from idempotency_keys where key = $1", key);
    expect(row).toMatchObject({ record_ids: expect.arrayContaining([record.id]) });
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      "created_at",
      "fingerprint",
      "key",
      "location",
      "record_ids",
      "result",
      "status",
      "user_id",
    ]);
    expect(JSON.stringify(row)).not.toContain(secret());
  });
});
