import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { createAuth, isAuthError, type Fetch } from "../src/index.ts";
import { respond, baseUrl, credentials, ways, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const upload = { method: "POST", duplex: "half" } as const;

const stream = (): ReadableStream => new Blob(["abc"]).stream();

describe("large bodies", () => {
  test("64 MiB are sent twice without a copy", async () => {
    const body = new Uint8Array(64 * 1024 * 1024);
    const given: unknown[] = [];
    const fetch: Fetch = async (input, init) => {
      if (String(input).endsWith("/auth/login")) return respond(200, { token: "L1" });
      given.push(init?.body);
      return respond(given.length === 1 ? 401 : 200);
    };
    const session = createAuth({ baseUrl, credentials, fetch });
    session.adopt("expired");
    const before = process.memoryUsage().arrayBuffers;
    expect((await session.fetch(units, { method: "POST", body })).status).toBe(200);
    expect(given.map((one) => one === body)).toEqual([true, true]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });

  test("duplex goes along with a stream, and is not set for another body", async () => {
    const seen: (RequestInit | undefined)[] = [];
    const fetch: Fetch = async (input, init) => {
      if (String(input).endsWith("/auth/login")) return respond(200, { token: "L1" });
      seen.push(init);
      return respond(seen.length === 2 ? 401 : 200);
    };
    const session = createAuth({ baseUrl, credentials, fetch });
    session.adopt("T0");
    const body = stream();
    const settings: RequestInit = { ...upload, body };
    await session.fetch(units, settings);
    await session.fetch(units, { method: "POST", body: "abc" });
    expect(seen.map((init) => ({ ...init }))).toMatchObject([
      { duplex: "half", body },
      { body: "abc" },
      { body: "abc" },
    ]);
    expect(seen.slice(1).some((init) => init && "duplex" in init)).toBe(false);
  });
});

for (const way of ways) {
  describe(`a stream that a platform refuses to send again, ${way.name}`, () => {
    const platform = (refused: () => boolean) =>
      setUp(({ operation, request, token }) => {
        if (operation === login) return respond(200, { token: "L1" });
        if (request.method === "POST" && (refused() || token === "expired")) {
          return Promise.reject(
            new TypeError("fetch failed", { cause: new Error("expected non-null body source SECRET") }),
          );
        }
        return respond(token === "expired" ? 401 : 200, { body: { data: { token: token ?? "" } } });
      });

    test("an upload that failed with a refused token rejects with replay_impossible, and the next one works after a login", async () => {
      const { session, fetch, count, events } = platform(() => false);
      session.adopt("expired");
      const call = way.open(session, fetch);
      const error: unknown = await call("/units", { ...upload, body: stream() }).catch((caught: unknown) => caught);
      expect(isAuthError(error, "replay_impossible")).toBe(true);
      expect(String(error)).not.toContain("SECRET");
      expect(count(login)).toBe(1);
      expect(events).toContainEqual({ type: "replay_skipped", why: "stream" });
      expect((await call("/units", { ...upload, body: stream() })).status).toBe(200);
      expect(session.snapshot().inFlight).toBe(0);
    });

    test("an upload that failed with a valid token rejects with the platform's own error", async () => {
      const { session, fetch, count } = platform(() => true);
      session.adopt("T0");
      const pending = way.open(session, fetch)("/units", { ...upload, body: stream() });
      await expect(pending).rejects.toThrow("fetch failed");
      expect(count(login)).toBe(0);
    });

    test("no reconcile for a body that can be sent again, or when the caller gave up", async () => {
      const { session, fetch, count } = platform(() => true);
      session.adopt("T0");
      const call = way.open(session, fetch);
      await expect(call("/units", { method: "POST", body: "abc" })).rejects.toThrow("fetch failed");
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(call("/units", { ...upload, body: stream(), signal })).rejects.toThrow(/^(fetch failed|enough)$/);
      expect(count("GET /auth/token")).toBe(0);
    });
  });
}

test("an upload over a real connection that is refused half way is not sent again, and the next one works", async () => {
  let uploads = 0;
  const server = createServer((request, response) => {
    if (request.url === "/auth/login") return response.setHeader("authorization", "bearer L1").end();
    if (request.headers.authorization !== "bearer L1") {
      response.writeHead(401, { connection: "close" }).end();
      return;
    }
    uploads++;
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  try {
    await using session = createAuth({ baseUrl: base, credentials });
    session.adopt("expired");
    const large = (): ReadableStream => new Blob([new Uint8Array(4_000_000)]).stream();
    const init = (): RequestInit => ({ ...upload, body: large() });
    const outcome = await session.fetch(`${base}/units`, init()).then(
      ({ status }) => status,
      (error: unknown) => isAuthError(error) && error.code,
    );
    expect([401, "replay_impossible"]).toContain(outcome);
    expect((await session.fetch(`${base}/units`, init())).status).toBe(200);
    expect(uploads).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("reconcile: off: a stream that fails does not lead to a reconcile", async () => {
  const { session, seen } = setUp(() => Promise.reject(new TypeError("fetch failed")), { reconcile: "off" });
  session.adopt("T0");
  await expect(session.fetch(units, { ...upload, body: stream() })).rejects.toThrow("fetch failed");
  expect(seen.map(({ operation }) => operation)).toEqual(["POST /units"]);
});
