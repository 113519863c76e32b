import type { Unit, UnitSummary } from "@fleet-api/contract/types/units";
import { beforeEach, describe, expect, it } from "vitest";
import { demoIccid, demoImei } from "../../src/demo/demo-units.ts";
import { tagOf, useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = Unit>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}

/** What a new unit of the first client needs, with an identifier of its own. */
function fresh(more: object = {}): Record<string, unknown> {
  serial += 1;
  return { client_id: 1, name: `Unit ${serial}`, identifier: `test-${serial}`, identifier_type: "custom", ...more };
}

async function create(more: object = {}): Promise<Unit> {
  const { status, body } = await call("POST", "/units", fresh(more));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

async function idsOf(path: string): Promise<number[]> {
  const { status, body } = await call<UnitSummary[]>("GET", path);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.pagination.total).toBeGreaterThanOrEqual(body.data.length);
  return body.data.map(({ id }) => id);
}

const codeOf = ({ status, body }: { status: number; body: { code: string } }): unknown[] => [status, body.code];
const findingsOf = ({ body }: { body: { errors?: readonly { pointer: string | null; code: string }[] } }) =>
  body.errors?.map(({ pointer, code }) => [pointer, code]);

it("attributes stay as they are sent, also those with the name of an instant", async () => {
  const attributes = { installed_at: "workshop 3", last_seen_at: "never", updated_at: "2026-01-15T08:30:00+03:00" };
  const unit = await create({ attributes, installed_at: "2026-01-15T08:30:00+03:00" });
  expect(unit).toMatchObject({ attributes, installed_at: "2026-01-15T05:30:00.000Z" });
  const { body } = await call("PATCH", `/units/${unit.id}`, { attributes: { created_at: "long ago" } });
  expect(body.data.attributes).toEqual({ created_at: "long ago" });
});

it("an IMEI is not replaced by an identifier that becomes one", async () => {
  const [own, other] = [demoImei(4711), demoImei(4712)];
  const { id } = await create({ identifier: own, identifier_type: "serial", imei: other });
  const refused = await call("PATCH", `/units/${id}`, { identifier_type: "imei" });
  expect([refused.status, findingsOf(refused)]).toEqual([422, [["/identifier_type", "invalid"]]]);
  const { status, body } = await call("PATCH", `/units/${id}`, { identifier_type: "imei", imei: own });
  expect([status, body.data.imei]).toEqual([200, own]);
});

describe("POST /units", () => {
  it("201: the unit as it was given, and where it is", async () => {
    const given = {
      external_id: "erp-full",
      identifier: demoImei(9001),
      identifier_type: "imei",
      serial_number: "S-1",
      manufacturer: "Maker",
      model: "M-1",
      protocol: "p",
      firmware_version: "1.0",
      lifecycle_status: "active",
      reporting_interval_moving_s: 30,
      reporting_interval_parked_s: 600,
      installed_by: "Workshop",
      warranty_expires_on: "2030-02-28",
      subscription_expires_on: null,
      attributes: { depot: "north" },
      notes: "n",
    };
    const installed_at = "2026-01-01T10:00:00.5+02:00";
    const { status, headers, body } = await call("POST", "/units", fresh({ ...given, installed_at }));
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body.data).toMatchObject({
      ...given,
      imei: given.identifier,
      installed_at: "2026-01-01T08:00:00.500Z",
      partner_id: "demo-partner",
      agency_id: "demo-agency-1",
      client: { id: 1, name: "Demo Client North" },
      sim_card: null,
      unit_group_ids: [],
      version: 1,
      deleted_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/units/${body.data.id}`);
    expect((await call("GET", `/units/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it("201: what is left out is empty, and the unit is in stock", async () => {
    expect(await create()).toMatchObject({ lifecycle_status: "in_stock", imei: null, attributes: {}, notes: null });
  });

  it.each([
    ["installed_at", "2026-01-15 08:30:00Z"],
    ["installed_at", "2026-01-15T08:30:00+0200"],
    ["installed_at", "2026-02-30T08:30:00Z"],
    ["installed_at", "yesterday"],
    ["installed_at", "0000-01-01T00:00:00Z"],
    ["installed_at", "0001-01-01T00:00:00+15:59"],
    ["installed_at", "9999-12-31T23:59:60Z"],
    ["warranty_expires_on", "tomorrow"],
    ["warranty_expires_on", "2026-02-30"],
  ])("422 with one finding: %s is %s", async (member, value) => {
    const { status, body } = await call("POST", "/units", fresh({ [member]: value }));
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/${member}`]]);
  });

  it("409 duplicate: identifiers are there once among live units, external ids once for each client", async () => {
    const imei = demoImei(9002);
    const { id, identifier } = await create({ imei, external_id: "twice" });
    for (const same of [{ identifier }, { imei }, { external_id: "twice" }]) {
      const { status, body } = await call("POST", "/units", fresh(same));
      expect([status, body.code, body.existing_id]).toEqual([409, "duplicate", id]);
    }
    const other = await create();
    const taken = await call("PATCH", `/units/${other.id}`, { external_id: "twice" });
    expect([taken.status, taken.body.code, taken.body.existing_id]).toEqual([409, "duplicate", id]);
    await create({ client_id: 2, external_id: "twice" });
    await create({ identifier, identifier_type: "serial" });
    await call("DELETE", `/units/${id}`);
    await create({ identifier, imei });
    const refused = await call("POST", `/units/${id}/restore`, undefined);
    expect(codeOf(refused)).toEqual([409, "duplicate"]);
  });

  it("409 duplicate: the id of a unit outside of the scope is not told", async () => {
    const { identifier } = await create({ client_id: 3 });
    token = await service.login("demo-agency-admin-1");
    const { status, body } = await call("POST", "/units", fresh({ identifier }));
    expect([status, body.code, body.existing_id]).toEqual([409, "duplicate", undefined]);
  });

  it("409 limit_reached: no more than max_units, nor by a restoration", async () => {
    expect(codeOf(await call("POST", "/units", fresh({ client_id: 4 })))).toEqual([409, "limit_reached"]);
    const [first = 0] = await idsOf("/units/listing/client/4?per_page=1");
    await call("DELETE", `/units/${first}`);
    await create({ client_id: 4 });
    expect(codeOf(await call("POST", `/units/${first}/restore`))).toEqual([409, "limit_reached"]);
  });

  it("422: an IMEI with a wrong digit is a finding with the code check_digit", async () => {
    const wrong = "490154203237519";
    expect(findingsOf(await call("POST", "/units", fresh({ imei: wrong })))).toEqual([["/imei", "check_digit"]]);
    const identified = fresh({ identifier: wrong, identifier_type: "imei" });
    expect(findingsOf(await call("POST", "/units", identified))).toEqual([["/identifier", "check_digit"]]);
  });
});

describe("GET /units/{unit_id}", () => {
  it("404 for a unit of others and a deleted one, which include_deleted shows", async () => {
    const { id } = await create();
    await call("DELETE", `/units/${id}`);
    expect(codeOf(await call("GET", `/units/${id}`))).toEqual([404, "not_found"]);
    expect((await call("GET", `/units/${id}?include_deleted=true`)).body.data.deleted_at).not.toBeNull();
    token = await service.login("demo-read-only");
    expect((await call("GET", `/units/${id}?include_deleted=true`)).status).toBe(200);
    token = await service.login("demo-agency-admin-2");
    expect(codeOf(await call("GET", "/units/1"))).toEqual([404, "not_found"]);
  });
});

describe("PATCH /units/{unit_id}", () => {
  it("200: changes what the body has, under If-Match, and writes it to the audit log", async () => {
    const unit = await create({ notes: "old", model: "M" });
    const { id } = unit;
    const condition = { "if-match": tagOf(unit) };
    const { status, headers, body } = await call("PATCH", `/units/${id}`, { notes: "new" }, condition);
    expect([status, body.data.notes, body.data.model, body.data.version]).toEqual([200, "new", "M", 2]);
    expect(headers.get("etag")).toMatch(/^"v2-/);
    const late = await call("PATCH", `/units/${id}`, { notes: "late" }, condition);
    expect([late.status, late.body.current_version]).toEqual([412, 2]);
    const [logged] = await service.server.db.query(
      "select before ->> 'notes' as before, after ->> 'notes' as after, user_id from audit_log where resource = 'units' and record_id = $1 and action = 'update'",
      [id],
    );
    expect(logged).toEqual({ before: "old", after: "new", user_id: 1 });
  });

  it("403: names the right and the fields that the caller lacks, and changes nothing", async () => {
    token = await service.login("demo-client-north");
    const [id = 0] = await idsOf("/units/listing/client/1?per_page=1");
    expect((await call("PATCH", `/units/${id}`, { name: "Renamed" })).body.data.name).toBe("Renamed");
    const cases: [object, string, string[]][] = [
      [{ name: "Other", model: "X", protocol: "p" }, "units_technical", ["model", "protocol"]],
      [{ name: "Other", notes: null }, "edit", ["notes"]],
    ];
    for (const [change, action, fields] of cases) {
      const { status, body } = await call("PATCH", `/units/${id}`, change);
      expect([status, body.required_permission]).toMatchObject([403, { resource: "units", action, fields }]);
    }
    expect((await call("GET", `/units/${id}`)).body.data.name).toBe("Renamed");
    token = await service.login("demo-read-only");
    expect((await call("PATCH", `/units/${id}`, { name: "Mine" })).body.required_permission?.fields).toEqual(["name"]);
  });

  it("200: the IMEI follows an identifier that is one; 422 where they differ", async () => {
    const [one, other] = [demoImei(9003), demoImei(9004)];
    const { id } = await create({ identifier: one, identifier_type: "imei" });
    expect((await call("PATCH", `/units/${id}`, { identifier: other })).body.data.imei).toBe(other);
    expect(findingsOf(await call("PATCH", `/units/${id}`, { imei: one }))).toEqual([["/imei", "invalid"]]);
    expect((await call("PATCH", `/units/${id}`, { imei: null })).body.data.imei).toBe(other);
    const custom = { identifier_type: "custom", identifier: "free", imei: one };
    expect((await call("PATCH", `/units/${id}`, custom)).body.data).toMatchObject(custom);
    expect(findingsOf(await call("PATCH", `/units/${id}`, { identifier_type: "imei" }))).toEqual([
      ["/identifier_type", "pattern"],
    ]);
    expect(codeOf(await call("PATCH", "/units/999999", { imei: one }))).toEqual([404, "not_found"]);
  });
});

describe("DELETE /units/{unit_id} and its restoration", () => {
  it("200: gone from lists and counts, and back with its SIM card", async () => {
    const { id } = await create();
    const before = (await call("GET", "/units/listing?client_id=1&per_page=1")).body.pagination.total;
    await call("PUT", `/units/${id}/sim_card`, { iccid: demoIccid(9001) });
    expect((await call("DELETE", `/units/${id}`)).body.data.deleted_at).not.toBeNull();
    expect((await call("GET", "/units/listing?client_id=1&per_page=1")).body.pagination.total).toBe(before - 1);
    const { body } = await call("POST", `/units/${id}/restore`);
    expect(body.data).toMatchObject({
      deleted_at: null,
      sim_card: { iccid: demoIccid(9001) },
    });
  });

  it("409 invalid_state: a unit of a deleted client is not restored", async () => {
    const client = { agency_id: "demo-agency-1", name: "Short-lived", timezone: "UTC", currency: "EUR" };
    const { body } = await call<{ id: number }>("POST", "/clients", client);
    const { id } = await create({ client_id: body.data.id });
    for (const path of [`/units/${id}`, `/clients/${body.data.id}`]) await call("DELETE", path);
    expect(codeOf(await call("POST", `/units/${id}/restore`))).toEqual([409, "invalid_state"]);
  });

  it("410 after 30 days", async () => {
    const { id } = await create();
    await call("DELETE", `/units/${id}`);
    service.clock.advance(31 * DAY);
    token = await service.login();
    expect(codeOf(await call("POST", `/units/${id}/restore`))).toEqual([410, "gone"]);
  });
});

describe("the SIM card of a unit", () => {
  const path = (id: number) => `/units/${id}/sim_card`;

  it("200: is put in, replaced and removed, each as a version of the unit", async () => {
    const { id } = await create();
    const iccid = demoIccid(9010);
    const first = await call("PUT", path(id), { iccid, msisdn: "+12025550100", activated_on: "2026-01-01" });
    expect(first.body.data.sim_card).toEqual({
      iccid,
      msisdn: "+12025550100",
      imsi: null,
      carrier: null,
      apn: null,
      status: "unknown",
      activated_on: "2026-01-01",
    });
    const etag = first.headers.get("etag") ?? "";
    const second = await call("PUT", path(id), { iccid, status: "active" }, { "if-match": etag });
    expect([second.body.data.sim_card?.msisdn, second.body.notices, second.body.data.version]).toEqual([
      null,
      undefined,
      3,
    ]);
    expect(codeOf(await call("DELETE", path(id), undefined, { "if-match": etag }))).toEqual([
      412,
      "precondition_failed",
    ]);
    expect((await call("DELETE", path(id))).body.data).toMatchObject({ sim_card: null, version: 4 });
    expect((await call("DELETE", path(id))).body.data).toMatchObject({ sim_card: null, version: 4 });
    expect(codeOf(await call("DELETE", path(999_999)))).toEqual([404, "not_found"]);
  });

  it("409 sim_in_use: a card is in one live unit; the id of one outside of the scope is not told", async () => {
    const [one, other] = [await create({ client_id: 3 }), await create()];
    const iccid = demoIccid(9011);
    await call("PUT", path(one.id), { iccid });
    const refused = await call("PUT", path(other.id), { iccid });
    expect([...codeOf(refused), refused.body.existing_id]).toEqual([409, "sim_in_use", one.id]);
    token = await service.login("demo-agency-admin-1");
    const unseen = await call("PUT", path(other.id), { iccid });
    expect([...codeOf(unseen), unseen.body.existing_id]).toEqual([409, "sim_in_use", undefined]);
    token = await service.login();
    await call("DELETE", `/units/${one.id}`);
    expect((await call("PUT", path(other.id), { iccid })).status).toBe(200);
    expect(codeOf(await call("POST", `/units/${one.id}/restore`))).toEqual([409, "sim_in_use"]);
  });

  it("200 with a notice where the check digit does not fit", async () => {
    const { id } = await create();
    const { status, body } = await call("PUT", path(id), { iccid: "8999900000000090129" }, { "if-match": "*" });
    expect([status, body.notices?.map((notice) => notice.split(":")[0])]).toEqual([200, ["iccid_check_digit"]]);
  });

  it.each([{ iccid: "1" }, { msisdn: "0800" }, { imsi: "12" }, { iccid: "8".repeat(23) }])("422: %j", async (wrong) => {
    const { status } = await call("PUT", path(1), { iccid: demoIccid(9012), ...wrong });
    expect(status).toBe(422);
  });
});

describe("lists of units", () => {
  it("200: filters by connection, group and change, and sorts", async () => {
    const { data } = (await call<Unit[]>("GET", "/units/listing?per_page=200&include_deleted=true&include=state")).body;
    const lives = data.filter((unit) => unit.deleted_at === null);
    const ids = (units: readonly Unit[]): number[] => units.map(({ id }) => id);
    for (const status of ["never_connected", "offline"]) {
      const expected = ids(lives.filter((unit) => unit.state?.connection_status === status));
      expect(await idsOf(`/units/listing?per_page=200&connection_status=${status}`)).toEqual(expected);
    }
    const [group = 0] = lives.flatMap((unit) => unit.unit_group_ids);
    const members = ids(lives.filter((unit) => unit.unit_group_ids.includes(group)));
    expect(await idsOf(`/units/listing?per_page=200&unit_group_id=${group}`)).toEqual(members);
    const since = "2026-03-01T11:59:59.999Z";
    const changed = ids(lives.filter((unit) => unit.updated_at > since));
    expect(await idsOf(`/units/listing?per_page=200&updated_after=${since}`)).toEqual(changed);
    const sorted = (await call<Unit[]>("GET", "/units/listing?per_page=200&include=state&sort=-last_seen_at,name")).body
      .data;
    const seen = sorted.map((unit) => unit.state?.last_seen_at ?? "");
    expect(seen).toEqual([...seen].toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)));
  });

  it("200: the total is exact with every filter", async () => {
    for (const query of [
      "",
      "client_id=1",
      "agency_id=demo-agency-2",
      "include_deleted=true",
      "client_id=1&sort=name",
    ]) {
      const { body } = await call<Unit[]>("GET", `/units/listing?per_page=200&${query}`);
      expect([query, body.pagination.total]).toEqual([query, body.data.length]);
    }
  });

  it("200: summaries of the units of one client; 404 for one outside of the scope", async () => {
    const { data } = (await call<UnitSummary[]>("GET", "/units/listing/client/2?per_page=200")).body;
    expect(Object.keys(data[0] ?? {})).toHaveLength(6);
    expect(new Set(data.map(({ client_id }) => client_id))).toEqual(new Set([2]));
    token = await service.login("demo-client-north");
    expect(codeOf(await call("GET", "/units/listing/client/2"))).toEqual([404, "not_found"]);
  });

  it("200: finds units by name, identifiers and SIM card", async () => {
    const imei = demoImei(9020);
    const { id } = await create({ name: "Findable X", imei, serial_number: "SER-9020", external_id: "ERP-9020" });
    await call("PUT", `/units/${id}/sim_card`, { iccid: demoIccid(9020), msisdn: "+12025550177" });
    const texts = ["findable x", imei, "ser-9020", "erp-9020", demoIccid(9020), "2025550177"];
    for (const q of texts) expect([q, await idsOf(`/units/find?q=${encodeURIComponent(q)}`)]).toEqual([q, [id]]);
    expect(await idsOf("/units/find?q=%25")).toEqual([]);
  });
});

describe("GET /units/{unit_id}/ownership/listing", () => {
  it("200: the clients of the scope, the newest first", async () => {
    const { id, created_at } = await create({ client_id: 2 });
    const path = `/units/${id}/ownership/listing`;
    const owner = { client_id: 2, client: { id: 2, name: "Demo Client South" } };
    expect((await call<object[]>("GET", path)).body.data).toEqual([{ ...owner, from: created_at, to: null }]);
    const moved = new Date(Date.parse(created_at) + DAY).toISOString();
    await service.server.db.query("update units set client_id = 3, updated_at = $2 where id = $1", [id, moved]);
    const { body } = await call<object[]>("GET", path);
    expect(body.data).toMatchObject([
      { client_id: 3, from: moved, to: null },
      { ...owner, from: created_at, to: moved },
    ]);
    expect(body.pagination.total).toBe(2);
    token = await service.login("demo-agency-admin-2");
    expect((await call<object[]>("GET", path)).body.data).toMatchObject([{ client_id: 3 }]);
    token = await service.login("demo-agency-admin-1");
    expect(codeOf(await call("GET", path))).toEqual([404, "not_found"]);
    token = await service.login("demo-client-north");
    expect(codeOf(await call("GET", "/units/1/ownership/listing"))).toEqual([403, "permission_denied"]);
  });
});
