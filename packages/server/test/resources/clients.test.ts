import type { Agency, Client, ClientSummary } from "@fleet-api/contract/types/clients";
import { beforeEach, describe, expect, it } from "vitest";
import { tagOf, useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = Client>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}

/** What a new client needs, with a name of its own. */
function fresh(more: object = {}): object {
  return { agency_id: "demo-agency-1", name: `Client ${(serial += 1)}`, timezone: "UTC", currency: "EUR", ...more };
}

async function create(more: object = {}): Promise<Client> {
  const { status, body } = await call("POST", "/clients", fresh(more));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

async function namesOf(path: string): Promise<string[]> {
  const { status, body } = await call<ClientSummary[]>("GET", path);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data.map(({ name }) => name);
}

const codeOf = ({ status, body }: { status: number; body: { code: string } }): unknown[] => [status, body.code];

describe("PATCH /clients/{client_id}", () => {
  it("409: another client of the agency has the name, whatever the case", async () => {
    const [one, other] = [await create(), await create()];
    const refused = await call("PATCH", `/clients/${other.id}`, { name: one.name.toUpperCase() });
    expect(codeOf(refused)).toEqual([409, "duplicate"]);
  });
});

describe("GET /clients/agencies/listing", () => {
  const list = async (user: string, query = "") => {
    const answer = await service.call<Agency[]>("GET", `/clients/agencies/listing${query}`, {
      token: await service.login(user),
    });
    return { ids: answer.body.data.map(({ id }) => id), ...answer.body };
  };

  it("has the agencies of the partner or the agency of the caller, and in each of them a client can be created", async () => {
    const { data, pagination } = await list("demo-partner-admin");
    expect([data[0], pagination.total]).toEqual([
      { id: "demo-agency-1", name: "Demo Agency One", partner: { id: "demo-partner", name: "Demo Partner" } },
      data.length,
    ]);
    for (const { id } of data) await create({ agency_id: id });
    expect((await list("demo-agency-admin-2")).ids).toEqual(["demo-agency-2"]);
    const second = await list("demo-partner-admin", "?page=2&per_page=1");
    expect(second.ids).toEqual([data[1]?.id]);
  });

  it("has no agency of which the caller reaches single clients", async () => {
    expect((await list("demo-client-north")).data).toEqual([]);
  });
});

describe("POST /clients", () => {
  it("201: the client as it was given, and where it is", async () => {
    const given = {
      external_id: "e-1",
      legal_name: "Complete Ltd",
      tax_number: "T-1",
      registration_number: "R-1",
      code: "FULL_1",
      contact_name: "Somebody",
      email: "full@example.com",
      phone: "+12025550123",
      timezone: "Asia/Kolkata",
      currency: "UGX",
      language: "pt-BR",
      limits: { max_units: 3, max_vehicles: 0, max_users: null, history_retention_days: 1 },
      logo_url: "https://example.com/logo.svg?size=1",
      attributes: { tier: 2 },
      notes: "n",
    };
    const address = { line1: "1 Street", city: "Town", country_code: "DE" };
    const { status, headers, body } = await call("POST", "/clients", fresh({ ...given, address }));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...given,
      address: { ...address, line2: null, region: null, postal_code: null },
      partner_id: "demo-partner",
      agency_id: "demo-agency-1",
      status: "active",
      usage: { units: 0, users: 0 },
      version: 1,
      deleted_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/clients/${body.data.id}`);
    expect((await call("GET", `/clients/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it("201: what is left out is empty, and without limits but those of the history", async () => {
    const client = await create({ partner_id: "demo-partner" });
    expect(client).toMatchObject({ address: null, code: null, language: "en", attributes: {} });
    const none = { max_units: null, max_vehicles: null, max_users: null };
    expect(client.limits).toEqual({ ...none, history_retention_days: 365 });
  });

  it("201: an agency's administrator reaches the new client at once, and others do not", async () => {
    token = await service.login("demo-agency-admin-1");
    const { id, name } = await create();
    expect((await call("GET", `/clients/${id}`)).status).toBe(200);
    expect(await namesOf(`/clients/find?q=${encodeURIComponent(name)}`)).toContain(name);
    expect((await call("POST", "/unit_groups", { client_id: id, name: "First" })).status).toBe(201);
    token = await service.login("demo-agency-admin-2");
    expect((await call("GET", `/clients/${id}`)).status).toBe(404);
  });

  it("409 duplicate: a name and an external_id are there once for each agency", async () => {
    const { id, name } = await create({ external_id: "twice" });
    for (const same of [{ name: name.toUpperCase() }, { external_id: "twice" }]) {
      const { status, body } = await call("POST", "/clients", fresh(same));
      expect([status, body.code, body.existing_id]).toEqual([409, "duplicate", id]);
    }
    await create({ name, external_id: "twice", agency_id: "demo-agency-2" });
  });

  it.each([
    ["an unknown agency", "agency_id", { agency_id: "nowhere" }],
    ["the partner of no agency", "partner_id", { partner_id: "nobody" }],
  ])("422: %s is a finding", async (_name, member, more) => {
    const { status, body } = await call("POST", "/clients", fresh(more));
    expect([status, body.errors?.map(({ pointer, code }) => [pointer, code])]).toEqual([
      422,
      [[`/${member}`, "invalid"]],
    ]);
  });

  it("422: the right to create clients is not enough within one client", async () => {
    await service.server.db.query(
      `insert into role_permissions (role_id, resource, action)
       select role_id, 'clients', 'create' from users where username = 'demo-client-north'`,
    );
    token = await service.login("demo-client-north");
    expect((await call("POST", "/clients", fresh())).body.errors?.[0]?.pointer).toBe("/agency_id");
  });

  const address = { line1: "1 Street", city: "Town", country_code: "DE" };
  const limits = { max_units: null, max_vehicles: null, max_users: null, history_retention_days: 1 };
  it.each([
    ["/name", "pattern", { name: " North" }],
    ["/code", "pattern", { code: "a b" }],
    ["/email", "pattern", { email: "nobody" }],
    ["/phone", "pattern", { phone: "0202 555" }],
    ["/address/country_code", "pattern", { address: { ...address, country_code: "XX" } }],
    ["/address/city", "required", { address: { line1: "1 Street", country_code: "DE" } }],
    ["/currency", "pattern", { currency: "EURO" }],
    ["/currency", "pattern", { currency: "XTS" }],
    ["/timezone", "format", { timezone: "Europe/Nowhere" }],
    ["/timezone", "pattern", { timezone: "+01:00" }],
    ["/language", "pattern", { language: "english" }],
    ["/limits/history_retention_days", "minimum", { limits: { ...limits, history_retention_days: 0 } }],
    ["/limits/max_users", "required", { limits: { ...limits, max_users: undefined } }],
    ["/logo_url", "pattern", { logo_url: "javascript:alert(1)" }],
    ["/status", "unknown_property", { status: "active" }],
  ])("422: a wrong value at %s, %s", async (pointer, code, more) => {
    const { status, body } = await call("POST", "/clients", fresh(more));
    const found = body.errors?.filter((finding) => finding.code !== "max_length");
    expect([status, found?.map((finding) => [finding.pointer, finding.code])]).toEqual([422, [[pointer, code]]]);
  });
});

describe("GET /clients/{client_id}", () => {
  it("counts the units and the users of the client, and 304 while they stay", async () => {
    const { headers, body } = await call("GET", "/clients/1");
    expect(body.data.usage).toEqual({ units: 40, vehicles: 38, drivers: 44, users: 2 });
    const etag = headers.get("etag") ?? "";
    expect((await call("GET", "/clients/1", undefined, { "if-none-match": etag })).status).toBe(304);
    await service.server.db.query("update units set deleted_at = now() where id = 1");
    const changed = await call("GET", "/clients/1", undefined, { "if-none-match": etag });
    expect([changed.status, changed.body.data.usage.units, changed.body.data.version]).toEqual([200, 39, 1]);
    await service.server.db.query("update units set deleted_at = null where id = 1");
  });
});

describe("lists of clients", () => {
  it("GET /clients/listing filters and sorts", async () => {
    expect(await namesOf("/clients/listing?status=suspended")).toEqual(["Demo Client Suspended"]);
    const demo = (await namesOf("/clients/listing?agency_id=demo-agency-2&sort=-name")).filter((name) =>
      name.startsWith("Demo"),
    );
    expect(demo).toEqual(["Demo Client West", "Demo Client Empty", "Demo Client East"]);
    const { id, name, updated_at } = await create();
    expect((await namesOf("/clients/listing?sort=-created_at,-id"))[0]).toBe(name);
    service.clock.advance(1000);
    await call("PATCH", `/clients/${id}`, { notes: "changed" });
    expect(await namesOf(`/clients/listing?updated_after=${updated_at}`)).toEqual([name]);
    await call("DELETE", `/clients/${id}`);
    expect(await namesOf(`/clients/listing?updated_after=${updated_at}`)).toEqual([]);
    expect(await namesOf(`/clients/listing?updated_after=${updated_at}&include_deleted=true`)).toEqual([name]);
    expect(await namesOf("/clients/listing?partner_id=nobody")).toEqual([]);
  });

  it("GET /clients/listing/agency/{agency_id} has those of the scope; 404 where there are none", async () => {
    token = await service.login("demo-read-only");
    const path = "/clients/listing/agency";
    expect(await namesOf(`${path}/demo-agency-1`)).toEqual(["Demo Client North", "Demo Client South"]);
    expect(codeOf(await call("GET", `${path}/demo-agency-2`))).toEqual([404, "not_found"]);
    expect(codeOf(await call("GET", `${path}/nowhere`))).toEqual([404, "not_found"]);
  });

  it("GET /clients/find looks at name, code, e-mail and external id", async () => {
    for (const q of ["demo client west", "DEMO-WEST", "demo-west@example", "demo-customer-4"]) {
      expect(await namesOf(`/clients/find?q=${encodeURIComponent(q)}`)).toEqual(["Demo Client West"]);
    }
  });
});

describe("PATCH /clients/{client_id}", () => {
  it("422: users of the client alone change neither its limits nor its state", async () => {
    const { db } = service.server;
    const north = "select role_id from users where username = 'demo-client-north'";
    await db.query(`insert into role_permissions (role_id, resource, action) values ((${north}), 'clients', 'edit')`);
    token = await service.login("demo-client-north");
    const limits = { max_units: null, max_vehicles: null, max_users: null, history_retention_days: 365 };
    for (const [member, value] of Object.entries({ limits, status: "active" })) {
      const { status, body } = await call("PATCH", "/clients/1", { [member]: value });
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: `/${member}`, code: "invalid" })],
      ]);
    }
    expect((await call("PATCH", "/clients/1", { contact_name: "Somebody else" })).status).toBe(200);
    await db.query(
      `delete from role_permissions where role_id = (${north}) and resource = 'clients' and action = 'edit'`,
    );
    token = await service.login("demo-partner-admin");
    expect((await call("PATCH", "/clients/1", { limits })).status).toBe(200);
  });

  it("changes what the body has; address, limits and attributes as a whole", async () => {
    const address = { line1: "1 Street", line2: "Floor 2", city: "Town", country_code: "DE" };
    const client = await create({ address, attributes: { a: 1 } });
    const { id } = client;
    const headers = { "if-match": tagOf(client) };
    const change = { address: { ...address, line2: undefined }, attributes: { b: 2 }, timezone: "Africa/Nairobi" };
    const { body } = await call("PATCH", `/clients/${id}`, change, headers);
    expect(body.data).toMatchObject({ version: 2, attributes: { b: 2 }, timezone: "Africa/Nairobi" });
    expect(body.data.address).toMatchObject({ line1: "1 Street", line2: null });
    expect((await call("PATCH", `/clients/${id}`, { address: null })).body.data.address).toBeNull();
    expect(codeOf(await call("PATCH", `/clients/${id}`, { notes: "x" }, headers))).toEqual([
      412,
      "precondition_failed",
    ]);
  });

  it("422: an unknown time zone; agency and partner never change", async () => {
    const { id } = await create();
    const { body } = await call("PATCH", `/clients/${id}`, { timezone: "Europe/Nowhere" });
    expect(body.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([["/timezone", "format"]]);
    for (const member of ["agency_id", "partner_id"]) {
      const refused = await call("PATCH", `/clients/${id}`, { [member]: "demo-agency-2" });
      expect(refused.body.errors?.[0]).toMatchObject({ pointer: `/${member}`, code: "unknown_property" });
    }
  });

  it.each(["suspended", "archived"])(
    "%s: reads go on, its records do not change, and it can be reactivated",
    async (status) => {
      const { id } = await create();
      const group = await call<{ id: number }>("POST", "/unit_groups", { client_id: id, name: "Kept" });
      const path = `/unit_groups/${group.body.data.id}`;
      expect((await call("PATCH", `/clients/${id}`, { status })).body.data.status).toBe(status);
      expect((await call("GET", path)).status).toBe(200);
      for (const [method, body] of [
        ["PATCH", { notes: "x" }],
        ["DELETE", undefined],
      ] as const) {
        expect(codeOf(await call(method, path, body))).toEqual([403, "client_suspended"]);
      }
      expect((await call("PATCH", `/clients/${id}`, { notes: "late", status: "active" })).status).toBe(200);
      expect((await call("PATCH", path, { notes: "x" })).status).toBe(200);
    },
  );
});

describe("DELETE and restore", () => {
  it("409 in_use: while it has units or unit groups, with the first of them", async () => {
    const { status, body } = await call("DELETE", "/clients/3");
    expect([status, body.code]).toEqual([409, "in_use"]);
    expect(body.references?.map(({ resource, count, ids }) => [resource, count, ids.length])).toEqual(
      expect.arrayContaining([
        ["unit_groups", 2, 2],
        ["units", 26, 20],
      ]),
    );
  });

  it("200: a deleted client is gone for 30 days at most, with its records out of reach", async () => {
    const { id, name } = await create();
    const made = await call<{ id: number }>("POST", "/unit_groups", { client_id: id, name: "Group" });
    const group = `/unit_groups/${made.body.data.id}`;
    expect((await call("DELETE", `/clients/${id}`)).status).toBe(409);
    await call("DELETE", group);
    expect((await call("DELETE", `/clients/${id}`)).body.data.deleted_at).not.toBeNull();
    expect((await call("GET", `/clients/${id}`)).status).toBe(404);
    expect((await call("GET", `/clients/${id}?include_deleted=true`)).status).toBe(200);
    expect((await call("POST", "/unit_groups", { client_id: id, name: "New" })).status).toBe(422);
    expect(codeOf(await call("POST", `${group}/restore`))).toEqual([409, "invalid_state"]);
    const other = await create({ name });
    expect(codeOf(await call("POST", `/clients/${id}/restore`))).toEqual([409, "duplicate"]);
    await call("DELETE", `/clients/${other.id}`);
    expect((await call("POST", `/clients/${id}/restore`)).body.data).toMatchObject({ name, deleted_at: null });
    expect((await call("POST", `${group}/restore`)).status).toBe(200);
    await call("DELETE", group);
    await call("DELETE", `/clients/${id}`);
    service.clock.advance(31 * DAY);
    token = await service.login();
    expect(codeOf(await call("POST", `/clients/${id}/restore`))).toEqual([410, "gone"]);
  });

  it("200: takes what it had out of the reach of its own users at once, and restoring gives it back", async () => {
    const { id } = await create();
    const made = await call<{ id: number }>("POST", "/unit_groups", { client_id: id, name: "Group" });
    const group = `/unit_groups/${made.body.data.id}`;
    const username = "demo-client-north";
    await service.server.db.query(
      "insert into user_clients (user_id, client_id) select id, $1 from users where username = $2",
      [id, username],
    );
    const own = await service.login(username);
    const reached = async (): Promise<unknown[]> => {
      const list = `/unit_groups/listing?client_id=${id}&include_deleted=true`;
      const [listing, restore] = [
        await service.call<unknown[]>("GET", list, { token: own }),
        await service.call("POST", `${group}/restore`, { token: own }),
      ];
      return [listing.body.data.length, restore.status];
    };
    await call("DELETE", group);
    await call("DELETE", `/clients/${id}`);
    expect(await reached()).toEqual([0, 404]);
    // Somebody who was invited before the client was deleted.
    await service.server.db.query(
      "delete from user_clients where client_id = $1 and user_id = (select id from users where username = $2)",
      [id, username],
    );
    await service.server.db.query(
      "insert into user_clients (user_id, client_id) select id, $1 from users where username = $2",
      [id, username],
    );
    expect(await reached()).toEqual([0, 404]);
    await call("POST", `/clients/${id}/restore`);
    expect(await reached()).toEqual([1, 200]);
  });

  it("leaves a line in the audit log for each change", async () => {
    const { id } = await create();
    await call("PATCH", `/clients/${id}`, { notes: "x" });
    const lines = await service.server.db.query(
      "select action, client_id from audit_log where resource = 'clients' and record_id = $1 order by id",
      [id],
    );
    expect(lines).toEqual([
      { action: "insert", client_id: id },
      { action: "update", client_id: id },
    ]);
  });
});

describe("limits", () => {
  it("max_users: a registration beyond it is 409 limit_reached, and its token still works once the limit is raised", async () => {
    const { id } = await create();
    const limits = { max_units: null, max_vehicles: null, history_retention_days: 365 };
    await call("PATCH", `/clients/${id}`, { limits: { ...limits, max_users: 0 } });
    await service.server.db.query(
      `update one_time_tokens set payload = payload || jsonb_build_object('scope_level', 'client', 'client_ids',
         jsonb_build_array($1::bigint)) where purpose = 'registration'`,
      [id],
    );
    // The registration of the demo has expired in the tests above.
    await service.server.db.query("update one_time_tokens set expires_at = $1 where purpose = 'registration'", [
      new Date(service.clock.now().getTime() + DAY),
    ]);
    const registration_token = service.messages.find(({ kind }) => kind === "registration")?.payload.token;
    const person = { username: "limited", password: "a long enough password", first_name: "A", last_name: "B" };
    const complete = () => service.call("POST", "/auth/register/complete", { body: { registration_token, ...person } });
    expect(codeOf(await complete())).toEqual([409, "limit_reached"]);
    await call("PATCH", `/clients/${id}`, { limits: { ...limits, max_users: 1 } });
    expect((await complete()).status).toBe(200);
    expect((await call("GET", `/clients/${id}`)).body.data.usage).toEqual({
      units: 0,
      vehicles: 0,
      drivers: 0,
      users: 1,
    });
  });
});
