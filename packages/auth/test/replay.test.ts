import * as fc from "fast-check";
import createClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { AuthOptions } from "../src/index.ts";
import { deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, respond, type Seen, setUp, ways } from "./support/fake-service.ts";

const bytes = new TextEncoder().encode('\u0000{"naïve":1}');

function form(): FormData {
  const data = new FormData();
  data.set("name", "van 7");
  data.set("file", new Blob([bytes], { type: "image/png" }), "a.png");
  return data;
}

/** Refuses the token `expired`, and keeps the bytes of every call but logins. */
function recorder(onSeen: (seen: Seen) => void = () => undefined) {
  const bodies: { body: Uint8Array<ArrayBuffer>; type: string | null; seen: Seen }[] = [];
  const given = setUp(async (seen) => {
    if (seen.operation === "POST /auth/login") return respond(200, { token: "L1" });
    onSeen(seen);
    const type = seen.request.headers.get("content-type");
    bodies.push({ body: new Uint8Array(await seen.request.clone().arrayBuffer()), type, seen });
    return seen.token === "expired" ? respond(401) : respond(200, { token: "L2" });
  });
  given.session.adopt("expired");
  return { ...given, bodies };
}

const kinds: [string, () => BodyInit][] = [
  ["string", () => JSON.stringify({ name: "van 7" })],
  ["empty string", () => ""],
  ["ArrayBuffer", () => bytes.slice().buffer],
  ["typed array", () => bytes.slice()],
  ["Blob", () => new Blob([bytes], { type: "image/png" })],
  ["URLSearchParams", () => new URLSearchParams({ a: "1 2" })],
];

for (const way of ways) {
  describe(`replay, ${way.name}`, () => {
    test.each(kinds)("a replay of %s has the same bytes and headers and another token", async (_, make) => {
      const { session, fetch, bodies } = recorder();
      const call = way.open(session, fetch);
      const response = await call("/units", { method: "POST", body: make(), headers: { "x-trace": "7" } });
      expect(response.status).toBe(200);
      const [first, second] = bodies;
      expect(second?.body).toEqual(first?.body);
      expect(second?.type).toBe(first?.type);
      expect(second?.seen.request.method).toBe("POST");
      expect(second?.seen.request.headers.get("x-trace")).toBe("7");
      expect(bodies.map(({ seen }) => seen.token)).toEqual(["expired", "L1"]);
    });

    test("the content of FormData and its boundary agree in the call and its replay", async () => {
      const { session, fetch, bodies } = recorder();
      await way.open(session, fetch)("/units", { method: "POST", body: form() });
      expect(bodies.length).toBe(2);
      for (const { body, type } of bodies) {
        const parsed = await new Response(body, { headers: { "content-type": type ?? "" } }).formData();
        expect(parsed.get("name")).toBe("van 7");
        const file = parsed.get("file");
        expect(file instanceof Blob && new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
      }
    });

    test("a stream is not sent twice: the session logs in, and the caller gets the 401", async () => {
      const { session, fetch, bodies, events, count } = recorder();
      const call = way.open(session, fetch);
      const stream = new Blob([bytes]).stream();
      const response = await call("/units", { method: "POST", body: stream, duplex: "half" } as RequestInit);
      expect(response.status).toBe(401);
      expect(bodies.length).toBe(1);
      expect(count("POST /auth/login")).toBe(1);
      expect(events).toContainEqual({ type: "replay_skipped", why: "stream" });
      expect((await call("/units")).status).toBe(200);
    });

    test("the refused response is cancelled, the given one is not", async () => {
      const cancelled: string[] = [];
      const body = (name: string): ReadableStream => new ReadableStream({ cancel: () => void cancelled.push(name) });
      const { session, fetch } = setUp(({ operation, token }) => {
        if (operation === "POST /auth/login") return respond(200, { token: "L1" });
        return new Response(body(token ?? ""), { status: token === "expired" ? 401 : 200 });
      });
      session.adopt("expired");
      await way.open(session, fetch)("/units");
      expect(cancelled).toEqual(["expired"]);
    });

    test("no clone on the way", async () => {
      const { session, fetch } = setUp(({ operation, token }) =>
        operation === "POST /auth/login" ? respond(200, { token: "L1" }) : respond(token === "expired" ? 401 : 200),
      );
      session.adopt("expired");
      const clone = Request.prototype.clone;
      Request.prototype.clone = () => {
        throw new Error("cloned");
      };
      try {
        expect((await way.open(session, fetch)("/units", { method: "POST", body: "x" })).status).toBe(200);
      } finally {
        Request.prototype.clone = clone;
      }
    });
  });
}

describe("replay, fetch arguments", () => {
  test("fetch takes URL, string and Request, and a frozen init with headers of any kind, and changes none of them", async () => {
    const { session, seen } = setUp(() => respond(200));
    session.adopt("T0");
    const headers = new Headers({ a: "1" });
    const plain = new Request(`${baseUrl}/units`, { headers });
    await session.fetch(`${baseUrl}/units`, Object.freeze({ headers: Object.freeze({ a: "1" }) }));
    await session.fetch(new URL(`${baseUrl}/units`), { headers: [["a", "1"]] });
    await session.fetch(`${baseUrl}/units`, { headers });
    await session.fetch(plain);
    await session.fetch(new session.Request(`${baseUrl}/units`, { headers }));
    expect(seen.map(({ token, request }) => [token, request.headers.get("a")])).toEqual(
      Array.from({ length: 5 }, () => ["T0", "1"]),
    );
    expect(headers.has("authorization")).toBe(false);
    expect(plain.headers.has("authorization")).toBe(false);
    await expect(session.fetch("/units")).rejects.toThrow(TypeError);
  });

  test("a plain Request whose body was read is the platform's error", async () => {
    const { session, seen } = setUp(() => respond(200));
    session.adopt("T0");
    const request = new Request(`${baseUrl}/units`, { method: "POST", body: "x" });
    await request.text();
    await expect(session.fetch(request)).rejects.toThrow(TypeError);
    expect(seen.map(({ operation }) => operation)).not.toContain("POST /units");
    expect(session.snapshot().inFlight).toBe(0);
  });

  test("a plain Request with a body cannot be sent twice, one without can", async () => {
    const { session } = recorder();
    expect((await session.fetch(new Request(`${baseUrl}/units`, { method: "POST", body: "x" }))).status).toBe(401);
    const { session: other } = recorder();
    expect((await other.fetch(new Request(`${baseUrl}/units`, { method: "DELETE" }))).status).toBe(200);
  });

  test("a Request made from a session's Request keeps its body", async () => {
    const { session, bodies } = recorder();
    const first = new session.Request(`${baseUrl}/units`, { method: "POST", body: "abc" });
    await session.fetch(new session.Request(first, { headers: { b: "2" } }));
    expect(bodies.map(({ body }) => new TextDecoder().decode(body))).toEqual(["abc", "abc"]);
  });

  test("an Authorization header of the caller is the caller's business", async () => {
    const { session, seen, count } = setUp(() => respond(401, { token: "X" }));
    session.adopt("T0");
    const response = await session.fetch(`${baseUrl}/units`, { headers: { Authorization: "bearer mine" } });
    expect(response.status).toBe(401);
    expect(seen.map(({ token }) => token)).toEqual(["mine"]);
    expect(count("POST /auth/login")).toBe(0);
    expect(await session.getToken()).toBe("T0");
  });

  test("a call that is aborted as the 401 comes in is not replayed, although another token is at hand", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let sent = 0;
    const { session } = setUp(() => respond(500), {
      fetch: async () => {
        sent++;
        controller.abort(reason);
        return respond(401, { token: "NEW" });
      },
    });
    session.adopt("T0");
    await expect(session.fetch(`${baseUrl}/units`, { signal: controller.signal })).rejects.toBe(reason);
    expect(sent).toBe(1);
  });

  test.each(["logout", "network"] as const)(
    "the 401 to a replay is cancelled as well when the call then ends by %s",
    async (end) => {
      const cancelled: string[] = [];
      const login = deferred<Response>();
      const { session } = setUp(({ operation, token = "" }) => {
        if (operation === "POST /auth/login") return login.promise;
        if (operation === "GET /first") return respond(200, { token: "T1" });
        if (operation !== "GET /units") return respond(204);
        return new Response(new ReadableStream({ cancel: () => void cancelled.push(token) }), { status: 401 });
      });
      session.adopt("T0");
      const call = session.fetch(`${baseUrl}/units`).catch((error: unknown) => error);
      await session.fetch(`${baseUrl}/first`);
      await settle();
      expect(cancelled).toEqual(["T0"]);
      if (end === "logout") await session.logout();
      else login.reject(new TypeError("fetch failed"));
      await call;
      expect(cancelled).toEqual(["T0", "T1"]);
    },
  );

  test("any replayable body is sent twice with the same bytes", async () => {
    const body = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array)),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (content, asRequest) => {
        const { session, bodies } = recorder();
        const init = { method: "POST", body: content };
        await (asRequest
          ? session.fetch(new session.Request(`${baseUrl}/units`, init))
          : session.fetch(`${baseUrl}/units`, init));
        expect(bodies.length).toBe(2);
        expect(bodies[1]?.body).toEqual(bodies[0]?.body);
        expect(bodies[0]?.body).toEqual(typeof content === "string" ? new TextEncoder().encode(content) : content);
      }),
      { numRuns: 100 },
    );
    expect(credentials.username).not.toBe("");
  });
});

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const skipped = { type: "replay_skipped", why: "option" };

/** Holds a token that is refused. Only tokens of logins are good. */
function world(options: Partial<AuthOptions> = {}) {
  const given = setUp(({ operation, token }) => {
    if (operation === login) return respond(200, { token: "L1" });
    return token === "L1" ? respond(200) : respond(401, { body: { error: "token expired" } });
  }, options);
  given.session.adopt("expired");
  return given;
}

const safe = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const unsafe = ["POST", "PATCH"];

/** The option, the method, the headers, and whether the call is sent again. */
type Case = readonly [AuthOptions["replay"], string, Record<string, string>, boolean];

const key = { "idempotency-key": "k1" };
const cases: readonly Case[] = [
  ...[...safe, ...unsafe].flatMap((method): Case[] => [
    [undefined, method, {}, true],
    ["always", method, {}, true],
    ["never", method, {}, false],
    ["never", method, key, false],
    ["idempotent", method, {}, safe.includes(method)],
    ["idempotent", method, { "Idempotency-Key": "k1" }, true],
  ]),
  ["idempotent", "put", {}, true],
  ["idempotent", "post", {}, false],
  ["idempotent", "patch", {}, false],
  ["idempotent", "PROPFIND", {}, false],
  ["idempotent", "POST", { "IDEMPOTENCY-KEY": "k1" }, true],
  ["idempotent", "POST", { "x-idempotency-key": "k1" }, false],
];

describe.each(ways)("a call that is refused, $name", (way) => {
  test.each(cases)("replay: %j, %s with %j: sent again: %j", async (replay, method, headers, isReplayed) => {
    const { session, fetch, seen, count, events } = world({ replay });
    const init = { method, headers, ...(/^p/i.test(method) && { body: "bytes" }) };
    const call = way.open(session, fetch);
    const response = await call("/units", init);
    await settle();
    expect(response.status).toBe(isReplayed ? 200 : 401);
    const sent = seen.filter(({ operation }) => operation.endsWith(" /units"));
    expect(sent.map(({ token }) => token)).toEqual(isReplayed ? ["expired", "L1"] : ["expired"]);
    expect(count(login)).toBe(1);
    if (isReplayed) expect(events).not.toContainEqual(skipped);
    else expect(events.filter((event) => event.type === "replay_skipped")).toEqual([skipped]);
    // Whatever became of it, the next call finds a token that works.
    expect((await call("/units", init)).status).toBe(200);
    expect(count(login)).toBe(1);
  });
});

describe("a call that is not sent again", () => {
  test("the 401 that the caller gets can be read", async () => {
    const { session } = world({ replay: "never" });
    const response = await session.fetch(units);
    expect(await response.json()).toEqual({ error: "token expired" });
  });

  test("a newer token is held already: no login", async () => {
    let late = (_response: Response): void => undefined;
    const { session, count, events } = setUp(
      ({ operation }) => {
        if (operation === "GET /rotate") return respond(200, { token: "T1" });
        return new Promise((resolve) => (late = resolve));
      },
      { replay: "idempotent" },
    );
    session.adopt("T0");
    const call = session.fetch(units, { method: "POST", body: "x" });
    await settle();
    await session.fetch(`${baseUrl}/rotate`);
    late(respond(401));
    expect((await call).status).toBe(401);
    await settle();
    expect(count("POST /units")).toBe(1);
    expect(count(login)).toBe(0);
    expect(events).toContainEqual(skipped);
  });

  test.each([
    ["the login fails", 503, "login_backoff"],
    ["the password is refused", 401, undefined],
  ])("%s: the caller gets the 401", async (_, status, event) => {
    const { session, events } = setUp(({ operation }) => respond(operation === login ? status : 401), {
      replay: "never",
    });
    session.adopt("expired");
    expect((await session.fetch(units)).status).toBe(401);
    await settle();
    expect(events).toContainEqual(skipped);
    if (event) expect(events.map(({ type }) => type)).toContain(event);
  });

  test("there is nothing to log in with: the caller gets the 401, and login_required is told", async () => {
    const { session, events } = world({ replay: "never", credentials: undefined });
    expect((await session.fetch(units)).status).toBe(401);
    await settle();
    expect(events.map(({ type }) => type)).toContain("login_required");
  });

  test("a response that is no 401 concerns nobody", async () => {
    const { session, events } = setUp(() => respond(403), { replay: "never" });
    session.adopt("T0");
    expect((await session.fetch(units, { method: "POST", body: "x" })).status).toBe(403);
    await settle();
    expect(events).not.toContainEqual(skipped);
  });

  test("the first call of a session, without a token, is sent after the login all the same", async () => {
    const { session, seen } = setUp(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}), {
      replay: "never",
    });
    expect((await session.fetch(units, { method: "POST", body: "x" })).status).toBe(200);
    expect(seen.map(({ operation }) => operation)).toEqual([login, "POST /units"]);
  });
});

test("the key that other middleware of openapi-fetch sets counts", async () => {
  const { session, fetch, seen } = world({ replay: "idempotent" });
  const ok = { responses: { 200: { content: { "application/json": {} as object } } } };
  type Operation = typeof ok & { requestBody?: { content: { "application/json": { name: string } } } };
  for (const isFirst of [true, false]) {
    session.adopt("expired");
    seen.length = 0;
    const client = createClient<Record<"/units", { post: Operation }>>({ baseUrl, fetch, Request: session.Request });
    const setKey = { onRequest: ({ request }: { request: Request }) => request.headers.set("idempotency-key", "k1") };
    client.use(...(isFirst ? [setKey, session.middleware()] : [session.middleware(), setKey]));
    const { response } = await client.POST("/units", { body: { name: "van 7" } });
    expect(response.status).toBe(200);
    expect(seen.filter(({ operation }) => operation === "POST /units").length).toBe(2);
  }
});
