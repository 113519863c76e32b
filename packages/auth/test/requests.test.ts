import * as fc from "fast-check";
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { readCall, readFetchCall } from "../src/call/request.ts";
import { createAuth, type Fetch, isAuthError, type TokenSession } from "../src/index.ts";
import { settingsOf } from "../src/options/settings.ts";
import { createScope } from "../src/scope.ts";
import { baseUrl, credentials, respond, setUp, ways } from "./support/fake-service.ts";

const units = `${baseUrl}/units`;

/** Members of a `Request` that a page sets, and that the network looks at. */
const members = [
  "method",
  "referrer",
  "referrerPolicy",
  "mode",
  "credentials",
  "cache",
  "redirect",
  "integrity",
  "keepalive",
] as const satisfies readonly (keyof Request)[];

const membersOf = (request: Request): Record<string, unknown> =>
  Object.fromEntries(members.map((name) => [name, request[name]]));

/** One value for each, none of them the default. */
const all = {
  referrer: `${baseUrl}/page`,
  referrerPolicy: "unsafe-url",
  mode: "same-origin",
  credentials: "include",
  cache: "no-store",
  redirect: "manual",
  integrity: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  keepalive: true,
} as const satisfies RequestInit;

/** A session whose token is refused once. `sent`: every request as the network gets it, without the logins. */
function world() {
  const sent: Request[] = [];
  const transport: Fetch = async (input, init) => {
    // Node loses the referrer when a Request is made from another, also without options, where the standard keeps it.
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    if (request.url.endsWith("/auth/login")) return respond(200, { token: "L1" });
    sent.push(request);
    return respond(request.headers.get("authorization") === "bearer expired" ? 401 : 200);
  };
  const { session } = setUp(() => respond(500), { fetch: transport });
  session.adopt("expired");
  return { session, sent, transport };
}

const inputs: readonly [string, (session: TokenSession, init: RequestInit) => Parameters<Fetch>][] = [
  ["a text and options", (_, init) => [units, init]],
  ["a URL and options", (_, init) => [new URL(units), init]],
  ["a Request", (_, init) => [new Request(units, init)]],
  ["a Request of the session", ({ Request: Made }, init) => [new Made(units, init)]],
];

describe.each(inputs)("fetch with %s", (_name, make) => {
  test("where nothing is refused: every member is sent, once", async () => {
    const { session, sent } = world();
    session.adopt("good");
    await session.fetch(...make(session, all));
    expect(sent.map(membersOf)).toEqual([{ ...all, method: "GET" }]);
  });
});

// The platform does not say what the body of a plain Request was made from.
const withBody = inputs.filter(([name]) => name !== "a Request");

describe.each(withBody)("fetch with %s and a body", (_name, make) => {
  test("every member is sent, and the body, twice", async () => {
    const { session, sent } = world();
    expect((await session.fetch(...make(session, { ...all, method: "PUT", body: "bytes" }))).status).toBe(200);
    expect(sent.map(membersOf)).toEqual([
      { ...all, method: "PUT" },
      { ...all, method: "PUT" },
    ]);
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(["bytes", "bytes"]);
  });
});

describe.each(ways)("$name", (way) => {
  test("every member is sent, and sent again after a 401", async () => {
    const { session, sent, transport } = world();
    const call = way.open(session, transport);
    expect((await call("/units", { ...all, method: "POST", body: "bytes" })).status).toBe(200);
    expect(sent.map(membersOf)).toEqual([
      { ...all, method: "POST" },
      { ...all, method: "POST" },
    ]);
  });

  test("the signal reaches the request and its replay", async () => {
    const { session, sent, transport } = world();
    const controller = new AbortController();
    await way.open(session, transport)("/units", { signal: controller.signal });
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    controller.abort("over");
    expect(sent.map(({ signal }) => signal.reason)).toEqual(["over", "over"]);
  });
});

test("operations that the session does not touch keep every member, too", async () => {
  const { session, sent } = world();
  for (const url of ["https://other.example/x", `${baseUrl}/tests/ping`]) await session.fetch(new Request(url, all));
  expect(sent.map(membersOf)).toEqual([
    { ...all, method: "GET" },
    { ...all, method: "GET" },
  ]);
});

test("whatever the members: the request and its replay have those that the platform gives them", async () => {
  const init = fc.record(
    {
      referrer: fc.constantFrom("", "about:client", `${baseUrl}/from`),
      referrerPolicy: fc.constantFrom("", "no-referrer", "origin", "same-origin", "unsafe-url"),
      mode: fc.constantFrom("cors", "same-origin"),
      credentials: fc.constantFrom("omit", "same-origin", "include"),
      cache: fc.constantFrom("default", "no-store", "reload", "no-cache", "force-cache"),
      redirect: fc.constantFrom("follow", "error", "manual"),
      integrity: fc.constantFrom("", all.integrity),
      keepalive: fc.boolean(),
      method: fc.constantFrom("GET", "post", "PUT", "DELETE", "patch", "PATCH"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(init, fc.constantFrom(...inputs), async (given, [, make]) => {
      const { session, sent } = world();
      const wanted = membersOf(new Request(units, given as RequestInit));
      await session.fetch(...make(session, given as RequestInit));
      expect(sent.map(membersOf)).toEqual([wanted, wanted]);
    }),
    { numRuns: 300 },
  );
});

const defaultSettings = settingsOf({ baseUrl });
const scope = createScope(defaultSettings);

/** Parts that a URL parser changes, next to those that it leaves as they are. */
const pieces = fc.constantFrom(
  ..."/ // . .. /. /.. %2e %2E /%2e%2e/ ? # & = \\ : @ ; , + * ' \" < > { } ^ | ` ~ - _ é  \t \n".split(" "),
  "auth/login",
  "auth/token",
  "units",
  "/units",
  "/listing",
  "?page=1",
  "&name=b",
  "%20",
  "%",
  "%zz",
  "a",
  "0",
  ":443",
  "%5c",
  "\u{1F698}",
);
const urls = fc
  .tuple(
    fc.constantFrom(baseUrl, `${baseUrl}/`, "https://FLEET.example.com/api/v1", "https://fleet.example.com"),
    fc.array(pieces, { maxLength: 6 }),
  )
  .map(([base, rest]) => base + rest.join(""));
const headers = fc.dictionary(
  fc.constantFrom("accept", "Authorization", "authorization", "IDEMPOTENCY-KEY", "idempotency-key", "x-a"),
  fc.constantFrom("a", "b"),
);
const methods = fc.constantFrom(undefined, "GET", "get", "POST", "Patch", "DELETE");
const bodies = fc.constantFrom<BodyInit | undefined>(
  undefined,
  "",
  "{}",
  new Uint8Array(2),
  new URLSearchParams("a=1"),
);

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string;
}

async function sentAs(input: string | URL | Request, init?: RequestInit): Promise<Sent> {
  const request = new Request(input, init);
  return { url: request.url, method: request.method, headers: [...request.headers], body: await request.text() };
}

/** What a session learns of a call, and what it sends with and without a token. */
async function facts(read: typeof readCall, url: string, init: RequestInit): Promise<unknown> {
  const requests: Promise<Sent>[] = [];
  const call = read(url, init, async (input, given) => {
    requests.push(sentAs(input, given));
    return new Response();
  });
  await call.send(undefined);
  // The session leaves a call with a header of its own alone.
  if (!call.isClaimed) await call.send("f1.1.secret");
  return {
    kind: scope.kindOf(call.url, call.method),
    method: call.method,
    isClaimed: call.isClaimed,
    isIdempotent: call.isIdempotent(),
    obstacle: call.replayObstacle(),
    text: call.bodyText(),
    requests: await Promise.all(requests),
  };
}

describe("a plain call", () => {
  test("a plain call is read as any other call is, whatever its URL, method, headers and body", async () => {
    const plain: typeof readCall = (input, init, transport) =>
      readFetchCall(input, init, transport, defaultSettings.prefix);
    let isQuick = 0;
    await fc.assert(
      fc.asyncProperty(urls, methods, headers, bodies, async (url, method, given, body) => {
        const init: RequestInit = { headers: given, ...(method && { method }), ...(body !== undefined && { body }) };
        const attempt = (read: typeof readCall): Promise<unknown> =>
          (async () => facts(read, url, init))().catch((error: unknown) =>
            error instanceof TypeError ? "refused" : error,
          );
        const [expected, got] = [await attempt(readCall), await attempt(plain)];
        expect(got).toEqual(expected);
        if (got !== "refused" && plain(url, init, fetch).constructor !== Object) isQuick += 1;
      }),
      { numRuns: 2000 },
    );
    // Both ways were taken often.
    expect(isQuick).toBeGreaterThan(50);
    expect(isQuick).toBeLessThan(1950);
  });

  test.each<[string, typeof readCall]>([
    ["a plain call", (input, init, transport) => readFetchCall(input, init, transport, defaultSettings.prefix)],
    ["any other", readCall],
  ])("a call is sent as it was given, though the caller reuses its init: %s", async (_which, read) => {
    const init: RequestInit = { method: "POST", headers: { "x-a": "before" }, body: "first" };
    const requests: Sent[] = [];
    const call = read(`${baseUrl}/units`, init, async (input, given) => {
      requests.push(await sentAs(input, given));
      return new Response();
    });
    Object.assign(init, { method: "DELETE", body: "second" });
    await call.send("f1.1.a");
    await call.send("f1.2.b");
    expect(requests).toMatchObject([
      { method: "POST", body: "first" },
      { method: "POST", body: "first" },
    ]);
  });

  test.each([
    ["an undefined Authorization", { Authorization: undefined }],
    ["a null one", { authorization: null }],
    ["a value with a line break", { "x-a": "a\r\nb: c" }],
    ["a value with spaces at its ends", { "x-a": " a " }],
    ["a name with a space", { "x a": "b" }],
  ])("a call with odd headers is left to the platform: %s", async (_what, odd) => {
    const init = { headers: odd as unknown as Record<string, string> };
    const attempt = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return error;
      }
    };
    const own = attempt(() => readFetchCall(`${baseUrl}/units`, init, fetch, defaultSettings.prefix));
    const usual = attempt(() => readCall(`${baseUrl}/units`, init, fetch));
    const claims = (read: unknown): unknown => Object(read).isClaimed ?? String(read);
    expect(claims(own)).toEqual(claims(usual));
  });

  test("a call keeps its headers when the caller changes them afterwards", async () => {
    const init = { headers: { "x-a": "before" } };
    const requests: Sent[] = [];
    const call = readFetchCall(
      `${baseUrl}/units/listing`,
      init,
      async (input, given) => {
        requests.push(await sentAs(input, given));
        return new Response();
      },
      defaultSettings.prefix,
    );
    init.headers["x-a"] = "after";
    await call.send("f1.1.secret");
    expect(requests[0]?.headers).toContainEqual(["x-a", "before"]);
  });
});

const login = "POST /auth/login";
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

describe("options that are not an object of their own", () => {
  test.each<[string, () => RequestInit]>([
    ["a Request", () => new Request(`${baseUrl}/other`, { method: "DELETE", headers: { "x-trace": "t" } })],
    ["an object that inherits", () => Object.create({ method: "DELETE", headers: { "x-trace": "t" } })],
  ])("%s keep what they inherit, also in a repeated call", async (_what, init) => {
    const { session, sent } = world();
    await session.fetch(units, init());
    expect(sent.map((each) => [each.method, each.url, each.headers.get("x-trace")])).toEqual([
      ["DELETE", units, "t"],
      ["DELETE", units, "t"],
    ]);
    expect(sent.map((each) => each.headers.get("authorization"))).toEqual(["bearer expired", "bearer L1"]);
  });

  test("a Request with a body, which is a stream, is sent once", async () => {
    const { session, sent } = world();
    const response = await session.fetch(units, new Request(`${baseUrl}/other`, { method: "POST", body: "text" }));
    expect([response.status, sent.length, sent[0]?.method, await sent[0]?.text()]).toEqual([401, 1, "POST", "text"]);
  });
});
