import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import createClient from "openapi-fetch";
import type { paths } from "@fleet-api/contract";
import { describe, expect, it } from "vitest";
import { admin, useServer } from "./support/service.ts";

const server = useServer();

function connect() {
  const { baseUrl } = server();
  let logins = 0;
  const auth = createAuth({
    baseUrl,
    credentials: async () => {
      logins += 1;
      return admin;
    },
  });
  return { auth, fleet: createFleetClient({ baseUrl, ...auth.bind() }), logins: () => logins };
}

describe("client, auth and server together", () => {
  it("log in once for many calls at once, and hold the newest token after a storm of rotations", async () => {
    server().rotateAfter(0);
    const { auth, fleet, logins } = connect();
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fleet.units.listing({ query: { per_page: 1, page: (index % 126) + 1 } }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(logins()).toBe(1);
    await auth.flush();
    const newest = await fleet.auth.token().orThrow();
    expect(newest.data.token).toBe(`bearer ${await auth.getToken()}`);
    await auth[Symbol.asyncDispose]();
  });

  it("log in again once when the session was ended elsewhere, and every call succeeds", async () => {
    server().rotateAfter("default");
    const { auth, fleet, logins } = connect();
    await fleet.units.listing().orThrow();
    const token = await auth.getToken();
    const ended = await fetch(`${server().baseUrl}/auth/logout`, {
      method: "POST",
      headers: { authorization: `bearer ${token}` },
    });
    expect(ended.status).toBe(200);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => fleet.auth.permission({ path: { resource: "units", action: "view" } })),
    );
    expect(results.map((result) => result.status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(logins()).toBe(2);
    await auth[Symbol.asyncDispose]();
  });

  it("work through openapi-fetch alone, with the middleware", async () => {
    server().rotateAfter(0);
    const { auth } = connect();
    const client = createClient<paths>({ baseUrl: server().baseUrl, Request: auth.Request });
    client.use(auth.middleware());
    for (const page of [1, 2, 3]) {
      const { data, response } = await client.GET("/units/listing", { params: { query: { page, per_page: 50 } } });
      expect(response.status).toBe(200);
      expect(data?.pagination.page).toBe(page);
    }
    expect(auth.stats().rotations).toBeGreaterThanOrEqual(3);
    await auth[Symbol.asyncDispose]();
  });

  it("tell every failure apart", async () => {
    server().rotateAfter("default");
    const { auth, fleet } = connect();
    const unknown = await fleet.auth.permission({ path: { resource: "units", action: "fly" } });
    if (unknown.ok || unknown.kind !== "http") throw new Error("expected a problem");
    expect([unknown.status, unknown.error.code]).toEqual([404, "unknown_permission"]);
    const refused = await fleet.units.listing({ query: { per_page: 100_000 } });
    if (refused.ok || refused.kind !== "http") throw new Error("expected a problem");
    expect(refused.error.errors?.[0]).toMatchObject({ name: "per_page" });
    const escaping = await fleet.auth.registration({ path: { registration_token: ".." } });
    expect(escaping).toMatchObject({ ok: false, kind: "request" });
    await auth.logout();
    const after = await fleet.units.listing();
    expect(after).toMatchObject({ ok: false, kind: "auth", error: { cause: { code: "logged_out" } } });
    await auth[Symbol.asyncDispose]();
  });
});
