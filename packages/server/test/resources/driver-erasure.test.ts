/** What is left of a person whose driver was erased: nothing, anywhere in the database. */
import type { Driver } from "@fleet-api/contract/types/drivers";
import type { BulkResult } from "@fleet-api/contract/types/shared";
import { beforeEach, describe, expect, it } from "vitest";
import { allVisible } from "../changes/support/mirror.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { driverRequests, tablesWith, tracesIn, tracesOf, unmistakable } from "../support/drivers.ts";
import { addedTo, subjectOf } from "../support/example-variants.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const HOUR = 60 * 60_000;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

const { call, create, vehicle, assign } = driverRequests({ service, token: () => token });
const erase = (id: number) => call("POST", `/drivers/${id}/erase`);
const remaining = (traces: readonly string[]) => tablesWith(service.server.db, traces);
const codeOf = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];

/** What an operation adds to drivers, such as their tags and documents, by the tables. */
const additions = contractOperations.filter(
  (operation) => subjectOf(operation)?.collection === "drivers" && addedTo(operation) !== null,
);

/** The body of an addition with texts that are nowhere else. */
function addition(example: unknown, mark: string): Record<string, unknown> {
  const texts = ["number", "issuer", "notes", "label", "value"].map((name) => [name, `Qzx${serial}-${mark}-${name}`]);
  const own = texts.filter(([name = ""]) => Object.hasOwn(Object(example), name));
  const isTag = Object.hasOwn(Object(example), "value");
  return { ...Object(example), ...(isTag && { type: "qr" }), ...Object.fromEntries(own) };
}

/** A person in everything that the service keeps: values that were replaced, parts that were removed, and requests with keys. */
async function recorded() {
  serial += 3;
  const [first, second, third] = [unmistakable(serial), unmistakable(serial + 1), unmistakable(serial + 2)];
  const [user] = await service.server.db.query<{ id: number }>(
    "select id from users where username = 'demo-client-north'",
  );
  const requests: { path: string; body: object; headers: Record<string, string> }[] = [];
  const keyed = async <Data>(path: string, body: object): Promise<Answer<Data>> => {
    const headers = { "idempotency-key": `erased-${serial}-${requests.length}` };
    requests.push({ path, body, headers });
    const answer = await call<Data>("POST", path, body, headers);
    expect([path, answer.status < 300, answer.body.detail]).toEqual([path, true, undefined]);
    return answer;
  };
  const { id } = (await keyed<Driver>("/drivers", { ...first, user_id: user?.id })).body.data;
  const given: unknown[] = [first, second, third];
  for (const { path, bodyExample } of additions)
    for (const mark of ["kept", "removed"]) {
      const body = addition(bodyExample, mark);
      given.push(Object.fromEntries(Object.entries(body).filter(([, value]) => String(value).startsWith("Qzx"))));
      const { data } = (await keyed<{ id: number }>(path.replace("{driver_id}", String(id)), body)).body;
      const part = path.replace("/{driver_id}", "");
      if (mark === "removed") await call("DELETE", `${part}/${data.id}`);
    }
  const { client_id, external_id, ...others } = second;
  expect((await call("PATCH", `/drivers/${id}`, { external_id, ...others })).status).toBe(200);
  await call("DELETE", `/drivers/${id}`);
  await call("POST", `/drivers/${id}/restore`);
  // The third item of each import fails with what is wrong with the person.
  const other = await create({ personnel_number: `taken-${serial}` });
  const items = [
    { ...third, external_id },
    { ...unmistakable(serial), client_id, external_id, birth_on: "1500-02-31" },
    { client_id, external_id, personnel_number: `taken-${serial}` },
  ];
  for (const item of items)
    await keyed<BulkResult>("/drivers/import", { match_on: "external_id", items: [item], mode: "best_effort" });
  await call("POST", "/drivers/import", { match_on: "external_id", items: [items[0]], dry_run: true });
  return { id, other: other.id, userId: user?.id ?? 0, requests, traces: tracesOf(given) };
}

describe("POST /drivers/{driver_id}/erase", () => {
  it("leaves the id, the client and the assignments, and no value of the person in any table", async () => {
    const { id, userId, requests, traces } = await recorded();
    const { data: bystander } = (await call("POST", "/drivers", unmistakable(500))).body;
    const assignment = await assign(id, await vehicle());
    service.clock.advance(HOUR);
    await call("PATCH", `/drivers/assignments/${assignment}`, { ended_at: service.clock.now().toISOString() });
    const users = () => service.server.db.query("select to_json(u)::text from users u where id = $1", [userId]);
    const [user, known] = [await users(), await remaining(tracesOf(unmistakable(500)))];
    // Replies of requests with keys never have them.
    const parts = additions.map((operation) => addedTo(operation) ?? "").filter((name) => name !== "driver_id_tags");
    expect(await remaining(traces)).toEqual(["audit_log", "driver_id_tags", "drivers", ...parts].toSorted());

    service.clock.advance(HOUR);
    const { status, body, headers } = await erase(id);
    expect([status, body.detail]).toEqual([200, undefined]);
    const empty = Object.keys(body.data).map((name) => [name, null]);
    const now = service.clock.now().toISOString();
    const { client, partner_id, agency_id, version, created_at } = body.data;
    expect(body.data).toEqual({
      ...Object.fromEntries(empty),
      id,
      client_id: 1,
      client,
      partner_id,
      agency_id,
      version,
      created_at,
      first_name: "Erased",
      last_name: "driver",
      full_name: "Erased driver",
      status: "left",
      licence_categories: [],
      id_tags: [],
      attributes: {},
      erased_at: now,
      deleted_at: now,
      updated_at: now,
    });
    expect(await remaining(traces)).toEqual([]);
    expect(headers.get("etag")).toBe((await call("GET", `/drivers/${id}?include_deleted=true`)).headers.get("etag"));

    for (const { path, body: sent, headers: key } of requests) {
      const replay = await call("POST", path, sent, key);
      const expected = path === "/drivers" ? 201 : path === "/drivers/import" ? 200 : 404;
      expect([path, replay.status]).toEqual([path, expected]);
      expect(tracesIn(JSON.stringify(replay), traces)).toEqual([]);
    }
    const listed = await call<Driver[]>("GET", "/drivers/listing?include_deleted=true&sort=-id&per_page=5");
    expect(listed.body.data.find((one) => one.id === id)?.full_name).toBe("Erased driver");
    const lasting = await call<object[]>("GET", `/drivers/assignments/listing?driver_id=${id}`);
    expect(lasting.body.data).toMatchObject([{ id: assignment, driver_id: id }]);
    expect(await users()).toEqual(user);
    expect((await call("GET", `/drivers/${bystander.id}`)).body.data).toEqual(bystander);
    expect(await remaining(tracesOf(unmistakable(500)))).toEqual(known);
    // Who erased the person and when stays in the audit log.
    const log = await service.server.db.query<{ action: string }>(
      "select action from audit_log where resource = 'drivers' and record_id = $1 and at = $2",
      [id, service.clock.now()],
    );
    expect(log.length).toBeGreaterThanOrEqual(1);
    // The user can be that of another driver.
    const next = await create({ user_id: userId });
    await call("DELETE", `/drivers/${next.id}`);
  });

  it("erases a deleted driver, and leaves an erased one as it is", async () => {
    const { id, traces } = await recorded();
    expect((await call("DELETE", `/drivers/${id}`)).status).toBe(200);
    const deletedAt = service.clock.now().toISOString();
    service.clock.advance(HOUR);
    const first = await erase(id);
    expect(first.body.data).toMatchObject({ deleted_at: deletedAt, erased_at: service.clock.now().toISOString() });
    expect(await remaining(traces)).toEqual([]);
    service.clock.advance(HOUR);
    const again = await erase(id);
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  });

  it("409 in_use: with a current or future assignment nothing is erased", async () => {
    const { id, traces } = await recorded();
    const [one, before] = [await vehicle(), await remaining(traces)];
    const future = new Date(service.clock.now().getTime() + HOUR).toISOString();
    const assignment = await assign(id, one, { role: "co_driver", started_at: future });
    const refused = await erase(id);
    expect([...codeOf(refused), refused.body.references]).toEqual([
      409,
      "in_use",
      [{ resource: "vehicles", ids: [one], count: 1 }],
    ]);
    expect(await remaining(traces)).toEqual(before);
    await call("DELETE", `/drivers/assignments/${assignment}`);
    expect((await erase(id)).status).toBe(200);
    expect(await remaining(traces)).toEqual([]);
  });

  it("erases a driver of a deleted client, and 403 client_suspended: none of a suspended one", async () => {
    const body = { agency_id: "demo-agency-1", name: "Short-lived", timezone: "UTC", currency: "EUR" };
    const client = (await call<{ id: number }>("POST", "/clients", body)).body.data.id;
    const person = { ...unmistakable(600), client_id: client };
    const traces = tracesOf(person);
    const { id } = (await call("POST", "/drivers", person)).body.data;
    await call("POST", `/drivers/${id}/id_tags`, { type: "qr", value: "Qzx600-tag" });
    await call("DELETE", `/drivers/${id}`);
    await call("PATCH", `/clients/${client}`, { status: "suspended" });
    expect(codeOf(await erase(id))).toEqual([403, "client_suspended"]);
    await call("PATCH", `/clients/${client}`, { status: "active" });
    expect((await call("DELETE", `/clients/${client}`)).status).toBe(200);
    expect(await remaining(traces)).toEqual(["audit_log", "drivers"]);
    service.clock.advance(365 * 24 * HOUR);
    token = await service.login();
    expect((await erase(id)).body.data).toMatchObject({ id, full_name: "Erased driver" });
    expect(await remaining([...traces, "qzx600"])).toEqual([]);
  });

  it("404 outside of the scope, where nothing is erased", async () => {
    const { id } = await create({ client_id: 3, last_name: "Qzx-elsewhere" });
    token = await service.login("demo-agency-admin-1");
    expect((await erase(id)).status).toBe(404);
    expect(await remaining(["qzx-elsewhere"])).toEqual(["audit_log", "drivers"]);
  });

  it("cannot be undone: nothing is attached to an erased driver any more, and the person can be recorded again", async () => {
    const { id } = await create({ external_id: "again" });
    const { id: tagged } = await create();
    const other = await vehicle();
    await erase(id);
    expect(codeOf(await call("POST", `/drivers/${id}/restore`))).toEqual([409, "invalid_state"]);
    expect((await call("PATCH", `/drivers/${id}`, { first_name: "Back" })).status).toBe(404);
    for (const { path, bodyExample } of additions)
      expect((await call("POST", path.replace("{driver_id}", String(id)), addition(bodyExample, "late"))).status).toBe(
        404,
      );
    const assigned = await call("POST", "/drivers/assignments", { driver_id: id, vehicle_id: other });
    expect([assigned.status, assigned.body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/driver_id"]]);
    const item = { client_id: 1, external_id: "again", first_name: "New", last_name: "Person" };
    const imported = await call<BulkResult>("POST", "/drivers/import", { match_on: "external_id", items: [item] });
    expect(imported.body.data.results[0]).toMatchObject({ outcome: "created" });
    expect(imported.body.data.results[0]?.id).not.toBe(id);
    expect((await call("GET", `/drivers/${tagged}`)).body.data.erased_at).toBeNull();
  });

  it("422 idempotency_key_reused: the key of an erasure is of one driver", async () => {
    const [headers, { id }, { id: other }] = [{ "idempotency-key": "erase-once" }, await create(), await create()];
    const send = (driver: number) => call("POST", `/drivers/${driver}/erase`, undefined, headers);
    const answers = [await send(id), await send(id)];
    expect(answers.map(({ status, body }) => [status, body.data.full_name])).toEqual([
      [200, "Erased driver"],
      [200, "Erased driver"],
    ]);
    expect(codeOf(await send(other))).toEqual([422, "idempotency_key_reused"]);
    expect((await call("GET", `/drivers/${other}`)).body.data.erased_at).toBeNull();
  });

  it("is a deletion in the feed, without the person", async () => {
    type Part = { changes: object[]; next_cursor: string };
    await allVisible(service.server.db);
    const from = (await call<Part>("GET", "/drivers/changes?from=now")).body.data.next_cursor;
    const { id, other, traces } = await recorded();
    await erase(id);
    await allVisible(service.server.db);
    const { body } = await call<Part>("GET", `/drivers/changes?per_page=200&cursor=${encodeURIComponent(from)}`);
    expect(body.data.changes).toMatchObject([
      { id: other, change: "upserted" },
      { id, change: "removed", reason: "deleted" },
    ]);
    expect(tracesIn(JSON.stringify(body), traces)).toEqual([]);
  });
});
