import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createTestServer, example, problem } from "../../src/testing/index.ts";
import { send, setUp } from "./support.ts";

describe("a server without handlers", () => {
  it("answers a list with the page that the query asks for", async () => {
    const { fleet } = setUp();
    const first = await fleet.units.listing({ query: { per_page: 10 } }).orThrow();
    expect(first.data).toEqual([example("unitsListing")]);
    expect(first.pagination).toEqual({ page: 1, per_page: 10, total: 1 });
    const second = await fleet.units.listing({ query: { page: 2, per_page: 10 } }).orThrow();
    expect(second.data).toEqual([]);
    expect(second.pagination).toEqual({ page: 2, per_page: 10, total: 1 });
  });

  it("echoes the ids of the path where the record has them", async () => {
    const { fleet } = setUp();
    expect((await fleet.unitGroups.get({ path: { unit_group_id: 77 } }).orThrow()).data?.id).toBe(77);
    const ofClient = await fleet.unitGroups.listingByClient({ path: { client_id: 5 } }).orThrow();
    expect(ofClient.data.map(({ client_id }) => client_id)).toEqual([5]);
    const units = await fleet.unitGroups.unitsListing({ path: { unit_group_id: 77 } }).orThrow();
    expect(units.data[0]?.id).toBe(example("unitGroupsUnitsListing").id);
  });

  it("is independent of every other one", async () => {
    const [one, other] = [setUp(), setUp()];
    one.server.use({ testsPing: () => problem("unavailable") });
    expect((await one.fleet.tests.ping()).ok).toBe(false);
    expect((await other.fleet.tests.ping()).ok).toBe(true);
    expect(other.server.calls).toHaveLength(1);
  });

  it("answers below the address that it was given", async () => {
    const { server, fleet } = setUp({ baseUrl: "http://localhost:8080/v2/" });
    expect(server.baseUrl).toBe("http://localhost:8080/v2");
    expect((await fleet.tests.ping()).ok).toBe(true);
  });
});

describe("snapshots of answers", () => {
  it("are the same after each reset", async () => {
    const { server } = setUp();
    const snapshot = async (): Promise<unknown> => {
      server.reset();
      server.use({ testsPing: () => problem("unavailable") });
      const response = await send(server, "/tests/ping");
      return [[...response.headers], await response.text()];
    };
    expect(await snapshot()).toEqual(await snapshot());
  });
});

describe("a handler", () => {
  it("gets what the contract types, with defaults", async () => {
    const { server, fleet } = setUp();
    server.use({
      unitsListing: ({ query }) => ({ data: [example("unitsListing", { id: query.per_page })] }),
      unitGroupsCreate: async ({ body, headers }) => ({
        status: 201,
        data: example("unitGroupsCreate", { id: 8, name: `${body.name} ${headers["Idempotency-Key"]}` }),
      }),
    });
    expect((await fleet.units.listing().orThrow()).data[0]?.id).toBe(50);
    const created = await fleet.unitGroups
      .create({ body: { client_id: 1, name: "West" } }, { idempotencyKey: "key-00000001" })
      .orThrow();
    expect(created.data.name).toBe("West key-00000001");
    expect(created.headers.get("location")).toBe("/api/v1/unit_groups/8");
    server.assertNoErrors();
  });

  it("gives a whole list, which is cut into pages", async () => {
    const { server, fleet } = setUp();
    const ids = Array.from({ length: 7 }, (_, index) => index + 1);
    server.use({ unitsListing: () => ({ data: ids.map((id) => example("unitsListing", { id })) }) });
    const read = await fleet.units.listing({ query: { per_page: 3 } }).toArray();
    expect(read.map(({ id }) => id)).toEqual(ids);
    expect(server.callsOf("unitsListing").map(({ query }) => query.page)).toEqual([1, 2, 3]);
    const limited = await fleet.units.listing({ query: { page: 2, per_page: 3, limit: 4 } }).orThrow();
    expect(limited.data.map(({ id }) => id)).toEqual([4]);
    expect(limited.pagination.total).toBe(7);
  });

  it("gives one page by naming the total", async () => {
    const { server, fleet } = setUp();
    server.use({ unitsListing: () => ({ data: [example("unitsListing")], pagination: { total: 300 } }) });
    const { pagination } = await fleet.units.listing({ query: { page: 4, per_page: 1 } }).orThrow();
    expect(pagination).toEqual({ page: 4, per_page: 1, total: 300 });
  });

  it("gives notices and further headers", async () => {
    const { server, fleet } = setUp();
    const headers = { deprecation: "@1767225600" };
    server.use({ testsPing: () => ({ data: example("testsPing"), notices: ["slow: it is slow"], headers }) });
    const result = await fleet.tests.ping().orThrow();
    expect(result.notices).toEqual(["slow: it is slow"]);
    expect(result.headers.get("deprecation")).toBe("@1767225600");
  });

  it("gives a problem of the operation, whose status follows", async () => {
    const { server, fleet } = setUp();
    server.use({ unitGroupsCreate: () => problem("duplicate", { existing_id: 7, detail: "The name is taken." }) });
    const result = await fleet.unitGroups.create({ body: { client_id: 1, name: "North" } });
    if (result.ok || result.kind !== "http") throw new Error("a problem was expected");
    expect(result.status).toBe(409);
    expect(result.error).toMatchObject({ code: "duplicate", existing_id: 7, detail: "The name is taken." });
    expect(result.error.instance).toBe("/api/v1/unit_groups");
  });

  it("is replaced by a later one, alone", async () => {
    const { server, fleet } = setUp();
    server.use({ testsPing: () => problem("unavailable"), unitsListing: () => ({ data: [] }) });
    server.use({ testsPing: () => ({ data: example("testsPing", { version: "9" }) }) });
    expect((await fleet.tests.ping().orThrow()).data.version).toBe("9");
    expect((await fleet.units.listing().orThrow()).data).toEqual([]);
  });

  it("sees the signal, and the recorded call stays as it was sent", async () => {
    const { server, fleet } = setUp();
    server.use({
      unitGroupsAddUnits: ({ body, signal }) => {
        body.unit_ids.push(signal.aborted ? -1 : 99);
        return { data: example("unitGroupsAddUnits") };
      },
    });
    await fleet.unitGroups.addUnits({ path: { unit_group_id: 1 }, body: { unit_ids: [1] } }).orThrow();
    expect(server.callsOf("unitGroupsAddUnits")[0]?.body).toEqual({ unit_ids: [1] });
  });
});

describe("conditional reads", () => {
  it("are 304 as long as the record is the same", async () => {
    const { server, fleet } = setUp();
    const path = { unit_group_id: 3 };
    const { headers } = await fleet.unitGroups.get({ path }).orThrow();
    const condition = { "If-None-Match": headers.get("etag") ?? "" };
    expect((await fleet.unitGroups.get({ path, headers: condition })).status).toBe(304);
    server.use({ unitGroupsGet: () => ({ data: example("unitGroupsGet", { id: 3, name: "South" }) }) });
    expect((await fleet.unitGroups.get({ path, headers: condition })).status).toBe(200);
    server.use({ unitGroupsGet: () => ({ status: 304 }) });
    expect((await fleet.unitGroups.get({ path, headers: condition })).status).toBe(304);
    server.assertNoErrors();
  });
});

describe("mistakes", () => {
  it("of a handler reject the fetch, are remembered, and name operation and finding", async () => {
    const { server, fleet } = setUp();
    server.use({
      unitsListing: () => ({ data: [example("unitsListing", { id: -1 })] }),
      // @ts-expect-error an unknown member
      unitGroupsListing: () => ({ data: [Object.assign(example("unitGroupsListing"), { colour: "red" })] }),
      unitGroupsGet: () => Object(undefined),
      // Not every test is typed.
      testsPing: () => Object(problem("gone")),
      authLogout: () => {
        throw new Error("no logout today");
      },
    });
    const messages = [
      "unitsListing: the response breaks the contract: /data/0/id must be >= 1",
      "unitGroupsListing: the response breaks the contract: /data/0/colour is an unknown property",
      "unitGroupsGet: the response breaks the contract: /data is required",
      "testsPing: the response breaks the contract: it has no problem gone; it has malformed_request",
      "authLogout: the handler threw Error: no logout today",
    ];
    for (const call of [
      () => fleet.units.listing(),
      () => fleet.unitGroups.listing(),
      () => fleet.unitGroups.get({ path: { unit_group_id: 1 } }),
      () => fleet.tests.ping(),
      () => fleet.auth.logout(),
    ]) {
      const result = await call();
      expect(result).toMatchObject({ ok: false, kind: "unexpected", status: null, meta: { attempts: 1 } });
      expect(JSON.stringify(result)).toContain("(TestServerError)");
    }
    expect(server.errors.map(({ message }) => message)).toEqual(messages.map((text) => expect.stringContaining(text)));
    expect(() => server.assertNoErrors()).toThrow(/unitsListing[^]*authLogout/);
    server.reset();
    server.assertNoErrors();
    await fleet.tests.ping().orThrow();
  });

  it("of one page with more items than the page has are told", async () => {
    const { server, fleet } = setUp();
    const data = [example("unitsListing"), example("unitsListing", { id: 2 })];
    server.use({ unitsListing: () => ({ data, pagination: { total: 2 } }) });
    await fleet.units.listing({ query: { per_page: 1 } });
    expect(() => server.assertNoErrors()).toThrow("/data has 2 items, but per_page is 1");
  });

  it("of the application say what to do", async () => {
    const server = createTestServer();
    await expect(server.fetch("https://elsewhere.test/api/v1/units/listing?token=secret")).rejects.toThrow(
      "the test server answers below https://fleet.test/api/v1, not https://elsewhere.test/api/v1/units/listing. Give",
    );
    const unknown = await send(server, "/lorries");
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: "not_found" }]);
    const wrong = await send(server, "/units/listing", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
    expect(server.calls).toEqual([]);
    expect(server.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("https://elsewhere.test"),
      expect.stringContaining("/api/v1/lorries"),
      expect.stringContaining("DELETE"),
    ]);
    expect(server.errors.join()).not.toContain("secret");
  });

  it("of an untyped test are told at once", () => {
    const server = createTestServer();
    const id = Object("lorriesListing");
    expect(() => server.callsOf(id)).toThrow("there is no operation lorriesListing; there are authLogin");
    expect(() => server.failNext(id, "network")).toThrow("there is no operation");
    expect(() => server.use(Object({ lorriesListing: () => ({}) }))).toThrow("there is no operation");
    expect(() => server.failNext("*", "network", { times: 0 })).toThrow("times");
    expect(() => server.rotate()).toThrow("createTestServer({ sessions: true })");
  });
});

describe("calls", () => {
  it("have what was read, in order, and those of one operation are typed", async () => {
    const { server, fleet } = setUp();
    await fleet.units.listing({ query: { lifecycle_status: ["active"], page: 2 } });
    await fleet.unitGroups.update({
      path: { unit_group_id: 4 },
      body: { name: "N" },
      headers: { "If-Match": '"v1-a"' },
    });
    expect(server.calls.map(({ operationId }) => operationId)).toEqual(["unitsListing", "unitGroupsUpdate"]);
    expect(server.callsOf("unitsListing")[0]?.query).toEqual({
      include_deleted: false,
      page: 2,
      per_page: 50,
      lifecycle_status: ["active"],
    });
    const [update] = server.callsOf("unitGroupsUpdate");
    expect(update).toEqual({
      operationId: "unitGroupsUpdate",
      path: { unit_group_id: 4 },
      query: {},
      headers: { "If-Match": '"v1-a"' },
      body: { name: "N" },
    });
    expect(update?.request.headers.get("content-type")).toContain("application/json");
  });

  it("show no token and no password when they are printed", async () => {
    const { server, fleet } = setUp({}, { headers: { authorization: "bearer <ACCESS_TOKEN>" } });
    await fleet.auth.login({ body: { username: "ada", password: "open sesame" } });
    const [call] = server.callsOf("authLogin");
    expect(call?.authorization).toBe("bearer <ACCESS_TOKEN>");
    expect(call?.body.password).toBe("open sesame");
    for (const text of [inspect(server.calls, { depth: 9 }), JSON.stringify(server.calls)]) {
      expect(text).toContain("ada");
      expect(text).not.toMatch(/ACCESS_TOKEN|open sesame/);
    }
  });

  it("are forgotten by a reset, with handlers, failures and delays", async () => {
    const { server, fleet } = setUp();
    server.use({ testsPing: () => problem("unavailable") });
    server.failNext("*", "network", { times: Infinity });
    server.delayNext("*", () => new Promise(() => undefined), { times: Infinity });
    server.reset();
    expect((await fleet.tests.ping()).ok).toBe(true);
    expect(server.calls).toHaveLength(1);
  });
});
