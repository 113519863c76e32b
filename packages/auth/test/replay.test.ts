import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { respond, baseUrl, credentials, ways, setUp, type Seen } from "./support/fake-service.ts";
import { deferred, settle } from "./support/deferred.ts";

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
  const world = setUp(async (seen) => {
    if (seen.operation === "POST /auth/login") return respond(200, { token: "L1" });
    onSeen(seen);
    const type = seen.request.headers.get("content-type");
    bodies.push({ body: new Uint8Array(await seen.request.clone().arrayBuffer()), type, seen });
    return seen.token === "expired" ? respond(401) : respond(200, { token: "L2" });
  });
  world.session.adopt("expired");
  return { ...world, bodies };
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

    test("a call that is aborted between the 401 and the replay rejects with the caller's reason and sends nothing", async () => {
      const controller = new AbortController();
      const reason = new Error("enough");
      const gate = deferred<Response>();
      const { session, fetch, count } = setUp(({ operation }) =>
        operation === "POST /auth/login" ? gate.promise : respond(401),
      );
      session.adopt("expired");
      const pending = way
        .open(session, fetch)("/units", { signal: controller.signal })
        .catch((error: unknown) => error);
      await settle();
      controller.abort(reason);
      gate.resolve(respond(200, { token: "L1" }));
      expect(await pending).toBe(reason);
      expect(count("GET /units")).toBe(1);
    });

    test("request settings are carried to the replay", async () => {
      const { session, fetch, bodies } = recorder();
      const settings = {
        keepalive: true,
        cache: "no-store",
        credentials: "omit",
        redirect: "manual",
        mode: "same-origin",
      } as const;
      await way.open(session, fetch)("/units", { method: "PUT", body: "x", ...settings });
      const [first, second] = bodies;
      for (const setting of ["keepalive", "cache", "credentials", "redirect", "mode"] as const) {
        expect(second?.seen.request[setting]).toBe(settings[setting]);
        expect(first?.seen.request[setting]).toBe(settings[setting]);
      }
    });

    test("a token in the response to the replay is taken up", async () => {
      const { session, fetch } = recorder();
      await way.open(session, fetch)("/units");
      expect(await session.getToken()).toBe("L2");
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
