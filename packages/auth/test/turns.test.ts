import { describe, expect, test } from "vitest";
import { fingerprint } from "../src/fingerprint.ts";
import { memoryStore, type TokenSession } from "../src/index.ts";
import { respond, baseUrl, credentials, setUp, type Seen } from "./support/fake-service.ts";
import { deferred, settle } from "./support/deferred.ts";

const units = `${baseUrl}/units`;
const login = "POST /auth/login";

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
