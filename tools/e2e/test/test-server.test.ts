import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { createTestServer, problem, type TestServer } from "@fleet-api/client/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { admin, useServer } from "./support/service.ts";

const service = useServer();

/** An application with a session, and the server of its tests. */
function application() {
  const server = createTestServer({ sessions: true });
  const { baseUrl, fetch } = server;
  const auth = createAuth({ baseUrl, fetch, credentials: async () => admin });
  onTestFinished(() => auth[Symbol.asyncDispose]());
  return { server, auth, fleet: createFleetClient({ baseUrl, ...auth.bind(), retry: false }) };
}

const loginsOf = (server: TestServer): number => server.callsOf("authLogin").length;

describe("a session of the auth package on a test server", () => {
  it("logs in once for many calls, with the credentials of the application", async () => {
    const { server, fleet } = application();
    const results = await Promise.all(Array.from({ length: 20 }, () => fleet.units.listing()));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(server.callsOf("authLogin").map(({ body }) => body)).toEqual([admin]);
    server.assertNoErrors();
  });

  it("keeps the token that a rotation hands out", async () => {
    const { server, auth, fleet } = application();
    await fleet.units.listing().orThrow();
    const first = await auth.getToken();
    server.rotate();
    await fleet.units.listing().orThrow();
    const second = await auth.getToken();
    await fleet.units.listing().orThrow();
    expect(second).not.toBe(first);
    const sent = server.callsOf("unitsListing").map(({ authorization }) => authorization);
    expect(sent).toEqual([`bearer ${first}`, `bearer ${first}`, `bearer ${second}`]);
    expect(server.calls).toHaveLength(4);
  });

  it.each(["revoke", "expire"] as const)("logs in again after %s(), and no call fails", async (method) => {
    const { server, fleet } = application();
    await fleet.units.listing().orThrow();
    server[method]();
    const results = await Promise.all(Array.from({ length: 10 }, () => fleet.units.listing()));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(loginsOf(server)).toBe(2);
  });

  it("gives up where the login is refused, with the problem as its cause", async () => {
    const { server, fleet } = application();
    server.use({ authLogin: () => problem("invalid_credentials") });
    expect(await fleet.units.listing()).toMatchObject({ ok: false, kind: "auth" });
    expect(server.callsOf("unitsListing")).toEqual([]);
  });

  it("ends with its logout", async () => {
    const { server, auth, fleet } = application();
    await fleet.units.listing().orThrow();
    const token = await auth.getToken();
    await auth.logout();
    expect(server.callsOf("authLogout").map(({ authorization }) => authorization)).toEqual([`bearer ${token}`]);
    const late = await server.fetch(`${server.baseUrl}/units/listing`, {
      headers: { authorization: `bearer ${token}` },
    });
    expect(await late.json()).toMatchObject({ status: 401, code: "token_revoked" });
  });
});

type Wrong = readonly [target: string, init?: RequestInit];

const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers },
});

const wrong: readonly Wrong[] = [
  ["/units/listing?page=0&per_page=201&pge=1"],
  ["/units/listing?page=1&page=2"],
  ["/units/listing?page=01"],
  ["/units/listing?page="],
  ["/units/listing?page=1.5&limit=9007199254740993"],
  ["/units/listing?lifecycle_status=active,lost"],
  ["/units/listing?lifecycle_status="],
  ["/units/listing?page=%zz"],
  ["/unit_groups/find"],
  ["/unit_groups/find?q="],
  ["/unit_groups/listing?include_deleted=yes"],
  ["/unit_groups/listing?updated_after=yesterday"],
  ["/unit_groups/listing?sort=id,id"],
  ["/unit_groups/abc"],
  ["/unit_groups/0"],
  ["/unit_groups/1?include_deleted=1"],
  ["/unit_groups", json("POST", {})],
  ["/unit_groups", json("POST", [])],
  ["/unit_groups", json("POST", "{")],
  ["/unit_groups", json("POST", "")],
  ["/unit_groups", json("POST", { client_id: "1", name: " x ", color: "red", "a/b~c": 1 })],
  ["/unit_groups", json("POST", { client_id: 1, name: "x", attributes: { "": 1, a: { b: 1 } } })],
  ["/unit_groups", json("POST", { client_id: 1, name: "x" }, { "content-type": "text/plain" })],
  ["/unit_groups", json("POST", { client_id: 1, name: "x" }, { "idempotency-key": "a,b" })],
  ["/unit_groups/1/add_units", json("POST", { unit_ids: [1, 1], mode: "some" })],
  ["/unit_groups/1/restore", json("POST", {})],
  ["/unit_groups/1", json("PATCH", {})],
  ["/unit_groups/1", json("DELETE", {})],
  ["/auth/login", json("POST", { username: "ada" })],
  ["/auth/login", json("POST", "x".repeat(20_000))],
  ["/lorries"],
  ["/units/listing", { method: "DELETE" }],
];

interface Body {
  readonly code: string;
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
}

/** Status, code and the places of all findings of a refusal. */
async function refusalOf(response: Response): Promise<unknown> {
  const { code, errors = [] }: Body = await response.json();
  const places = errors.map((each) => [each["in"], each["name"] ?? each["pointer"], each["code"]].join(" "));
  return [response.status, code, [...new Set(places)].toSorted()];
}

describe("a test server refuses what the service refuses", () => {
  it.each(wrong.map(([target, init = {}]) => ({ target, init })))(
    "$init.method $target $init.body",
    async (request) => {
      const { target, init } = request;
      const { baseUrl } = service();
      const login = await fetch(`${baseUrl}/auth/login`, json("POST", admin));
      const headers = new Headers(init.headers);
      headers.set("authorization", login.headers.get("authorization") ?? "");
      const real = await fetch(`${baseUrl}${target}`, { ...init, headers });
      const server = createTestServer();
      const pretended = await server.fetch(`${server.baseUrl}${target}`, { ...init, headers });
      expect(real.status).toBeGreaterThanOrEqual(400);
      expect(await refusalOf(pretended)).toEqual(await refusalOf(real));
    },
  );
});
