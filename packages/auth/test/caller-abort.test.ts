import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryStore, type AuthOptions, type TokenStore } from "../src/index.ts";
import { respond, baseUrl, credentials, setUp, ways, type Handler } from "./support/fake-service.ts";
import { deferred, settle } from "./support/deferred.ts";

const login = "POST /auth/login";
const reconcile = "GET /auth/token";
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const stream = () => ({ method: "POST", body: new Blob(["x"]).stream(), duplex: "half" }) as RequestInit;

/** How a promise ends, or `undefined` while it has not. */
function watch(promise: Promise<unknown>): { ended?: { value?: unknown; error?: unknown } } {
  const state: { ended?: { value?: unknown; error?: unknown } } = {};
  promise.then(
    (value) => (state.ended = { value }),
    (error: unknown) => (state.ended = { error }),
  );
  return state;
}

/** Something that never comes, in each place where a call waits. */
interface Phase {
  readonly name: string;
  readonly handler?: Handler;
  readonly options?: () => Partial<AuthOptions>;
  /** Before the call. */
  readonly held?: string;
  readonly init?: () => RequestInit;
  /** Requests that were sent by then, and no more afterwards. Not looked at where it is open whether the call waits. */
  readonly sent?: readonly string[];
}

const withStore = (changes: Partial<TokenStore>) => (): Partial<AuthOptions> => ({
  store: { ...memoryStore(), ...changes },
});
const onlyStream: Handler = ({ operation }) => (operation === "POST /units" ? respond(401) : never());

const phases: readonly Phase[] = [
  { name: "the first read of the store", options: withStore({ read: never }), sent: [] },
  { name: "the lock of the store", options: withStore({ withLock: never }), sent: [] },
  { name: "the function that gets credentials", options: () => ({ credentials: never }), sent: [] },
  { name: "the function that logs in", options: () => ({ login: never }), sent: [] },
  { name: "a login that runs", handler: never, sent: [login] },
  {
    name: "the login's write to the store",
    options: withStore({ commit: never }),
    handler: ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : never()),
  },
  {
    name: "a login after a 401",
    held: "expired",
    handler: ({ operation }) => (operation === "GET /units" ? respond(401) : never()),
    sent: ["GET /units", login],
  },
  {
    name: "the store, which is read after a 401",
    held: "expired",
    options: withStore({ read: never }),
    handler: () => respond(401),
    sent: ["GET /units"],
  },
  {
    name: "a login after the 401 to a stream",
    held: "expired",
    handler: onlyStream,
    init: stream,
    sent: ["POST /units", login],
  },
  {
    name: "the replay",
    held: "expired",
    handler({ operation, token }) {
      if (operation === login) return respond(200, { token: "L1" });
      return token === "expired" ? respond(401) : never();
    },
    sent: ["GET /units", login, "GET /units"],
  },
  {
    name: "the reconcile after a stream failed",
    held: "T0",
    handler: ({ operation }) => (operation === reconcile ? never() : Promise.reject(new TypeError("fetch failed"))),
    init: stream,
    sent: ["POST /units", reconcile],
  },
  {
    name: "the login after a stream failed and the token was refused",
    held: "T0",
    handler({ operation }) {
      if (operation === reconcile) return respond(401);
      return operation === login ? never() : Promise.reject(new TypeError("fetch failed"));
    },
    init: stream,
    sent: ["POST /units", reconcile, login],
  },
  { name: "the response itself", held: "T0", handler: never, sent: ["GET /units"] },
];

/** Of a transport that heeds the signal, as the platform's does. */
function heeding(handler: Handler): Handler {
  return (seen) =>
    new Promise((resolve, reject) => {
      seen.request.signal.addEventListener("abort", () => reject(seen.request.signal.reason));
      Promise.resolve(handler(seen)).then(resolve, reject);
    });
}

function start({ handler = never, options, held }: Phase) {
  const given = setUp(heeding(handler), { credentials, ...options?.() });
  if (held !== undefined) given.session.adopt(held);
  return given;
}

describe.each(ways)("the caller aborts while its call waits, $name", (way) => {
  test.each(phases)("for $name: it ends at once, with the caller's reason", async (phase) => {
    const { session, fetch, seen } = start(phase);
    const controller = new AbortController();
    const reason = { why: "enough" };
    const call = watch(way.open(session, fetch)("/units", { ...phase.init?.(), signal: controller.signal }));
    await settle();
    expect(call.ended).toBeUndefined();
    const before = seen.length;
    if (phase.sent) expect(seen.map(({ operation }) => operation)).toEqual(phase.sent);
    controller.abort(reason);
    await settle();
    expect(call.ended).toEqual({ error: reason });
    expect(call.ended?.error).toBe(reason);
    expect(seen.length).toBe(before);
    expect(session.snapshot().inFlight).toBe(0);
  });

  test.each([
    ["with a token", "T0"],
    ["without one", undefined],
  ])("before it is made, %s: nothing is sent, no login begins, nobody is asked for a password", async (_, held) => {
    let asked = 0;
    const { session, fetch, seen } = setUp(() => respond(200, { token: "L1" }), {
      credentials: () => {
        asked++;
        return credentials;
      },
    });
    if (held !== undefined) session.adopt(held);
    const reason = new Error("too late");
    const call = way.open(session, fetch)("/units", { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    await settle();
    expect(seen.filter(({ request }) => !request.signal.aborted)).toEqual([]);
    expect(asked).toBe(0);
    expect(session.snapshot().inFlight).toBe(0);
  });

  test("for a login: the others that wait for it are served", async () => {
    const gate = deferred<Response>();
    const { session, fetch, count } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)));
    const call = way.open(session, fetch);
    const controller = new AbortController();
    const left = watch(call("/a", { signal: controller.signal }));
    const stays = call("/b");
    await settle();
    controller.abort();
    await settle();
    expect(left.ended?.error).toMatchObject({ name: "AbortError" });
    gate.resolve(respond(200, { token: "L1" }));
    expect((await stays).status).toBe(200);
    expect([count(login), count("GET /a")]).toEqual([1, 0]);
  });
});

describe("an aborted call", () => {
  test("that waited for the renewal after a 401 releases the unread response", async () => {
    let cancelled = 0;
    const body = () => new ReadableStream({ cancel: () => void cancelled++ });
    const { session } = setUp(({ operation }) =>
      operation === login ? never() : new Response(body(), { status: 401 }),
    );
    for (const init of [{}, stream()]) {
      session.adopt("expired");
      const controller = new AbortController();
      const call = watch(session.fetch(`${baseUrl}/units`, { ...init, signal: controller.signal }));
      await settle();
      controller.abort("left");
      await settle();
      expect(call.ended).toEqual({ error: "left" });
    }
    expect(cancelled).toBe(2);
  });

  test("a stream's call that is aborted is not reported as one that could not be repeated", async () => {
    const { session, events } = setUp(onlyStream);
    session.adopt("expired");
    const controller = new AbortController();
    const call = watch(session.fetch(`${baseUrl}/units`, { ...stream(), signal: controller.signal }));
    await settle();
    controller.abort("left");
    await settle();
    expect(call.ended).toEqual({ error: "left" });
    expect(events.map(({ type }) => type)).not.toContain("replay_skipped");
  });

  test("the renewal goes on without its caller: the next call finds the token", async () => {
    const gate = deferred<Response>();
    const { session, count } = setUp(({ operation, token }) => {
      if (operation === login) return gate.promise;
      return respond(token === "L1" ? 200 : 401);
    });
    session.adopt("expired");
    const controller = new AbortController();
    const call = watch(session.fetch(`${baseUrl}/units`, { ...stream(), signal: controller.signal }));
    await settle();
    controller.abort("left");
    gate.resolve(respond(200, { token: "L1" }));
    await settle();
    expect(call.ended).toEqual({ error: "left" });
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count(login)).toBe(1);
  });

  test("a time limit is a signal like any other", async () => {
    const { session } = setUp(() => never());
    const call = session.fetch(`${baseUrl}/units`, { signal: AbortSignal.timeout(1) });
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("with a signal in the Request, one in the options, and none in the options", async () => {
    const { session, count } = setUp(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}));
    const [gone, live] = [AbortSignal.abort("gone"), new AbortController().signal];
    await expect(session.fetch(new Request(`${baseUrl}/a`, { signal: gone }))).rejects.toBe("gone");
    await expect(session.fetch(new Request(`${baseUrl}/b`, { signal: live }), { signal: gone })).rejects.toBe("gone");
    expect(count(login)).toBe(0);
    // Fetch standard: the signal of the options replaces that of the Request, `null` too.
    for (const signal of [live, null]) {
      const request = new Request(`${baseUrl}/c`, { signal: gone });
      expect((await session.fetch(request, { signal })).status).toBe(200);
    }
  });
});

test("aborted after any number of turns: it rejects with the reason or succeeds, others are served, one login", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(12),
      fc.nat(12),
      fc.constantFrom(...ways),
      fc.boolean(),
      async (turns, delay, way, isExpired) => {
        const { session, fetch, count } = setUp(async ({ operation, token }) => {
          for (let turn = 0; turn < delay; turn++) await new Promise((resolve) => setImmediate(resolve));
          if (operation === login) return respond(200, { token: "L1" });
          return respond(token === "L1" ? 200 : 401);
        });
        if (isExpired) session.adopt("expired");
        const call = way.open(session, fetch);
        const controller = new AbortController();
        const mine = watch(call("/mine", { signal: controller.signal }));
        const other = call("/other");
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        const wasOver = mine.ended;
        controller.abort("left");
        expect((await other).status).toBe(200);
        await settle();
        if (wasOver) expect(wasOver.value).toMatchObject({ status: 200 });
        else expect(mine.ended).toEqual({ error: "left" });
        expect(count(login)).toBe(1);
        expect(session.snapshot().inFlight).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});
