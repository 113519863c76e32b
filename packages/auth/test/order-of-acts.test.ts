import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../src/fingerprint.ts";
import { type Credentials, memoryStore, type TokenSession } from "../src/index.ts";
import { codeOf, deferred, type Deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, fakeService, fingerprintOf, respond, type Seen, setUp } from "./support/fake-service.ts";

const timeoutMs = 15_000;
const login = "POST /auth/login";

/** What happens next: an act of the application, or something that it waits for. */
const step: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("login a", "login b", "login", "logout", "fetch", "fetch") },
  { weight: 3, arbitrary: fc.constantFrom("credentials", "no credentials", "token", "token", "refusal", "failure") },
  { weight: 1, arbitrary: fc.constantFrom("1000", "14999", "15000") },
);

/** A session whose credentials and logins settle only when a step says so. */
function world(heedsSignals: boolean, withStore: boolean) {
  const asked: Deferred<Credentials>[] = [];
  const logins: { readonly user: string; readonly act: number; readonly response: Deferred<Response> }[] = [];
  const store = withStore ? memoryStore() : undefined;
  // Grows with every act that supersedes.
  let act = 0;
  const service = fakeService(async ({ operation, request, token }) => {
    if (operation === "POST /auth/logout") return respond(204);
    if (operation !== login) return respond(token === undefined ? 401 : 200);
    const { username }: Credentials = await request.json();
    const one = { user: username, act, response: deferred<Response>() };
    logins.push(one);
    return one.response.promise;
  });
  const { session, events, time } = setUp(() => respond(500), {
    store,
    fetch: (input, init) => service.fetch(input, heedsSignals ? init : { ...init, signal: null }),
    credentials: () => {
      const one = deferred<Credentials>();
      asked.push(one);
      return one.promise;
    },
  });
  const issued = new Map<string, number>();
  session.subscribe((event) => {
    if (event.type !== "token") return;
    // The token of a login is held only if no later act superseded it.
    expect(issued.get(event.fingerprint)).toBe(act);
  });
  return {
    session,
    events,
    time,
    store,
    supersede: () => void act++,
    settleCredentials(given: boolean): void {
      const one = asked.shift();
      if (given) one?.resolve({ username: "c", password: "p" });
      else one?.reject(new Error("cancelled"));
    },
    settleLogin(status: number): void {
      const one = logins.shift();
      if (!one) return;
      const token = `${one.user}${issued.size}`;
      issued.set(fingerprintOf(token), one.act);
      one.response.resolve(respond(status, status === 200 ? { token } : {}));
    },
  };
}

test("every promise settles in time and the last explicit act decides, in any order of events", async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, heeds, stored) => {
        const { session, events, time, store, ...control } = world(heeds, stored);
        const outcomes: { readonly kind: string; result: unknown }[] = [];
        const watch = (kind: string, promise: Promise<unknown>): { result: unknown } => {
          const outcome: (typeof outcomes)[number] = { kind, result: undefined };
          outcomes.push(outcome);
          void codeOf(promise).then((result) => (outcome.result = result));
          return outcome;
        };
        let last: { readonly kind: string; readonly outcome: { result: unknown } } | undefined;
        for (const kind of steps) {
          const user = /^login (.)$/.exec(kind)?.[1];
          if (user !== undefined) {
            const joins = last?.kind === kind && last.outcome.result === undefined;
            if (!joins) control.supersede();
            last = { kind, outcome: watch(kind, session.login({ username: user, password: "p" })) };
          } else if (kind === "logout") {
            control.supersede();
            last = { kind, outcome: watch(kind, session.logout()) };
          } else if (kind === "login") watch(kind, session.login());
          else if (kind === "fetch") watch(kind, session.fetch(`${baseUrl}/units`));
          else if (kind.endsWith("credentials")) control.settleCredentials(kind === "credentials");
          else if (kind === "token") control.settleLogin(200);
          else if (kind === "refusal") control.settleLogin(401);
          else if (kind === "failure") control.settleLogin(503);
          else await time.advance(Number(kind));
          await settle();
        }
        await time.advance(timeoutMs);
        await settle();
        expect(outcomes.filter(({ result }) => result === undefined)).toEqual([]);
        expect(time.pending()).toBe(0);
        expect(events.filter(({ type }) => type === "hook_error")).toEqual([]);
        await session.flush();
        const { status } = session.snapshot();
        const record = await store?.read();
        if (last?.kind === "logout" && !steps.slice(steps.lastIndexOf("logout")).includes("login")) {
          decided++;
          expect(status).toBe("logged_out");
          expect(record?.token ?? null).toBeNull();
        } else if (last?.outcome.result === "resolved" && last.kind !== "logout") {
          decided++;
          const token = await session.getToken();
          if (!steps.slice(steps.lastIndexOf(last.kind)).includes("login")) expect(token[0]).toBe(last.kind.at(-1));
          if (store) expect(record?.token).toBe(token);
        }
        await session[Symbol.asyncDispose]();
      },
    ),
    { numRuns: 400 },
  );
  expect(decided).toBeGreaterThan(20);
});

const units = `${baseUrl}/units`;

/** So many turns of promises can lie between two steps of a call; the application may act in each. */
const turns = Array.from({ length: 40 }, (_, turn) => turn);

/** Acts so many turns later; at once for 0. */
async function later<T>(count: number, act: () => T): Promise<T> {
  for (let turn = 0; turn < count; turn++) await undefined;
  return act();
}

const acts: readonly [string, (session: TokenSession) => unknown][] = [
  ["logout()", (session) => session.logout()],
  ["dispose", (session) => session[Symbol.asyncDispose]()],
  ["adopt() of another user", (session) => session.adopt("OTHER", { user: "other" })],
];

/** A session that holds `T0`; the service responds to each operation when the test says so. */
function gated() {
  const gates = new Map<string, (response: Response) => void>();
  const set = setUp(({ operation, token }) => {
    const gate = deferred<Response>();
    gates.set(`${operation} ${token}`, gate.resolve);
    return gate.promise;
  });
  set.session.adopt("T0", { user: credentials.username });
  return { ...set, reply: (request: string, response: Response) => gates.get(request)?.(response) };
}

/** What was sent for a call with a token of the user before. */
const ofCall = (seen: readonly Seen[]): readonly string[] =>
  seen
    .filter(({ operation, token }) => operation === "GET /units" && token !== "OTHER")
    .map(({ token }) => `with ${token}`);

/** As {@link gated}; `sentAround` lets the act happen in that turn, and resolves to what was sent of the call before it and in the end. */
function gatedUntil(act: (session: TokenSession) => unknown) {
  const { session, seen, reply } = gated();
  const sentAround = async (turn: number) => {
    const before = await later(turn, () => {
      const sent = ofCall(seen);
      void act(session);
      return sent;
    });
    await settle();
    return { before, after: ofCall(seen) };
  };
  return { session, reply, sentAround };
}

describe.each(acts)("nothing of a call is sent after %s, in whatever turn it comes", (_name, act) => {
  test("a call with a held token", async () => {
    for (const turn of turns) {
      const { session, reply, sentAround } = gatedUntil(act);
      const call = session.fetch(units).catch((error: unknown) => error);
      const { before, after } = await sentAround(turn);
      expect({ turn, sent: after }).toEqual({ turn, sent: before });
      reply("GET /units T0", respond(200));
      reply("GET /units OTHER", respond(200));
      await call;
    }
  });

  test("a call that waited for a login", async () => {
    for (const turn of turns) {
      const { session, reply, sentAround } = gatedUntil(act);
      const call = session.fetch(units).catch((error: unknown) => error);
      reply("GET /units T0", respond(401));
      await settle();
      reply(`${login} undefined`, respond(200, { token: "L1" }));
      const { before, after } = await sentAround(turn);
      expect({ turn, sent: after }).toEqual({ turn, sent: before });
      reply("GET /units L1", respond(200));
      await call;
    }
  });

  test("a call that is repeated with the token of another one", async () => {
    for (const turn of turns) {
      const { session, reply, sentAround } = gatedUntil(act);
      const calls = [units, `${baseUrl}/other`].map((url) => session.fetch(url).catch((error: unknown) => error));
      reply("GET /other T0", respond(200, { token: "T1" }));
      await settle();
      reply("GET /units T0", respond(401));
      const { before, after } = await sentAround(turn);
      expect({ turn, sent: after }).toEqual({ turn, sent: before });
      reply("GET /units T1", respond(200));
      await Promise.all(calls);
    }
  });
});

test("the response to a replay changes nothing in another session of the user that the store brought meanwhile", async () => {
  const user = credentials.username;
  for (const turn of turns) {
    const store = memoryStore();
    const gate = deferred<Response>();
    const { session, events } = setUp(
      ({ operation, token }) => {
        if (operation === login) return gate.promise;
        return token === "T0" ? respond(401) : respond(200, { token: `${token}.next` });
      },
      { store },
    );
    const other = setUp(() => respond(200), { store });
    session.adopt("T0", { user });
    const call = session.fetch(units);
    await settle();
    gate.resolve(respond(200, { token: "L1" }));
    await later(turn, () => other.session.adopt("L2", { user }));
    expect({ turn, status: (await call).status }).toEqual({ turn, status: 200 });
    await settle();
    const held = events.flatMap((event) => (event.type === "token" ? [event.fingerprint] : []));
    const before = held[held.indexOf(fingerprint("L1.next")) - 1];
    expect({ turn, before }).toEqual({
      turn,
      before: held.includes(fingerprint("L1.next")) ? fingerprint("L1") : before,
    });
  }
});

test("no login is sent when another process logs out just before", async () => {
  const user = credentials.username;
  for (const turn of turns) {
    const store = memoryStore();
    const [refused, answered] = [deferred<Response>(), deferred<Response>()];
    const { session } = setUp(({ operation }) => (operation === login ? answered : refused).promise, { store });
    const other = setUp(() => respond(200), { store });
    session.adopt("T0", { user });
    await session.flush();
    await other.session.ready();
    const call = session.fetch(units).catch((error: unknown) => error);
    refused.resolve(respond(401));
    await later(turn, () => void other.session.logout());
    await settle();
    answered.resolve(respond(200, { token: "L1" }));
    expect({ turn, call: await call }).toMatchObject({ turn, call: { code: "logged_out" } });
    expect({ turn, status: session.snapshot().status }).toEqual({ turn, status: "logged_out" });
  }
});
