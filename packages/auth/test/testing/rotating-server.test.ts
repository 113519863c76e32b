import { describe, expect, test } from "vitest";
import { createAuth, type AuthOptions } from "../../src/index.ts";
import {
  rotatingServer,
  seeded,
  virtualTime,
  type RotatingServerOptions,
  type ServerFault,
} from "../../src/testing/index.ts";

const credentials = { username: "demo", password: "p" };

function setUp(options: RotatingServerOptions = {}, auth: Partial<AuthOptions> = {}) {
  const server = rotatingServer(options);
  const session = createAuth({ baseUrl: server.baseUrl, fetch: server.fetch, credentials, ...auth });
  return { server, session, url: `${server.baseUrl}/units` };
}

describe("rotatingServer", () => {
  for (const policy of ["chain", "per-response", "stale-only"] as const) {
    for (const position of ["start", "end"] as const) {
      test.each([1, 2, 3])(
        `the session ends on the newest token: ${policy}, minted at the ${position}, seed %i`,
        async (seed) => {
          const time = virtualTime();
          const random = seeded(seed);
          const delay = (): number => random() * (random() < 0.05 ? 300 : 30);
          const { server, session, url } = setUp(
            { policy, position, scheduler: time, delay, firstToken: "T0" },
            { random },
          );
          session.adopt("T0");
          const statuses: number[] = [];
          const callAll = async (): Promise<void> => {
            const calls = Array.from({ length: 60 }, () => {
              const called = new Promise<Response>((resolve, reject) => {
                time.at(random() * 200, () => void session.fetch(url).then(resolve, reject));
              });
              return called.then(({ status }) => void statuses.push(status));
            });
            await Promise.all(calls);
          };
          const done = callAll();
          await time.run();
          await done;
          expect(statuses).toEqual(Array.from({ length: 60 }, () => 200));
          const flushed = session.flush();
          await time.run();
          await flushed;
          if (policy === "stale-only") {
            const last = session.fetch(url);
            await time.run();
            await last;
          }
          expect(await session.getToken()).toBe(server.newest());
          expect(server.logins()).toBe(0);
        },
      );
    }
  }

  test("tokens that are no longer accepted: 401, one login, the body arrives twice as it was", async () => {
    const { server, session, url } = setUp({ firstToken: "T0" });
    session.adopt("T0");
    server.expire();
    const response = await session.fetch(url, { method: "POST", body: "body" });
    expect(await response.json()).toEqual({ data: { operation: "POST /units", body: "body" } });
    expect(server.requests.map(({ operation, body }) => (operation === "POST /units" ? body : operation))).toEqual([
      "body",
      "POST /auth/login",
      "body",
    ]);
    expect(server.count("POST /auth/login")).toBe(1);
    expect(server.issued).toEqual(["T0", "T1", "T2"]);
  });

  test("logout ends the session at the service", async () => {
    const { server, session, url } = setUp();
    await session.fetch(url);
    const token = await session.getToken();
    expect(await session.logout()).toEqual({ remote: true });
    expect((await server.fetch(url, { headers: { authorization: `bearer ${token}` } })).status).toBe(401);
  });

  test.each<[string, ServerFault, string]>([
    ["status", { kind: "status", status: 503 }, "login_backoff"],
    ["network", { kind: "network" }, "login_backoff"],
    ["redirect", { kind: "redirect", to: "https://other.example.com/" }, "login_backoff"],
    ["refusal", { kind: "status", status: 401 }, "credentials_rejected"],
    ["hidden token", { kind: "hide_token" }, "token_not_exposed"],
    ["hang", { kind: "hang" }, "login_timeout"],
  ])("a login with the fault %s", async (_what, fault, code) => {
    const timers = { setTimeout: (late: () => void) => setImmediate(late), clearTimeout: () => undefined };
    const { session } = setUp({ fault: () => fault }, fault.kind === "hang" ? { timers } : {});
    await expect(session.login()).rejects.toMatchObject({ code });
  });

  test("on a loopback port it is the same service, readable for pages of other origins unless told otherwise", async () => {
    const hidden = new Set<string>();
    const server = rotatingServer({
      fault: ({ operation }) => (hidden.has(operation) ? { kind: "hide_token" } : undefined),
    });
    const { baseUrl, close } = await server.listen();
    try {
      await using session = createAuth({ baseUrl, credentials });
      const response = await session.fetch(`${baseUrl}/units`, { method: "POST", body: "caf\u00e9" });
      expect(await response.json()).toEqual({ data: { operation: "POST /units", body: "caf\u00e9" } });
      expect(await session.getToken()).toBe(server.newest());
      expect(response.headers.get("access-control-expose-headers")).toContain("Authorization");
      const preflight = await fetch(`${baseUrl}/units`, {
        method: "OPTIONS",
        headers: { origin: "https://a.example.com" },
      });
      expect(preflight.headers.get("access-control-allow-origin")).toBe("https://a.example.com");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
      hidden.add("GET /units");
      const second = await session.fetch(`${baseUrl}/units`);
      expect(second.headers.has("access-control-expose-headers")).toBe(false);
      expect(second.headers.has("x-hide-token")).toBe(false);
    } finally {
      await close();
    }
  });
});

describe("virtualTime", () => {
  test("runs in order of time, then of calling, and lets each step settle", async () => {
    const time = virtualTime();
    const order: string[] = [];
    time.at(5, () => order.push(`c${time.now()}`));
    time.at(1, () => {
      order.push("a");
      void Promise.resolve().then(() => time.at(1, () => order.push(`b${time.now()}`)));
    });
    time.at(5, () => order.push("d"));
    await time.run();
    expect(order).toEqual(["a", "b2", "c5", "d"]);
  });
});
