import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryStore, type TokenStore } from "../src/index.ts";
import { faultyStore, type FaultyCall, type PlannedFault } from "../src/testing/index.ts";
import { deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const service: Handler = ({ operation }) => respond(200, operation === login ? { token: "L1" } : {});
const limitMs = 6_000;
const calls: readonly FaultyCall[] = ["read", "commit", "lock"];
const hang = (on: FaultyCall): PlannedFault => ({ on, fault: { kind: "hang" } });

/** Whether a promise settles within so many milliseconds of virtual time. */
async function endsWithin(time: { advance(ms: number): Promise<void> }, ms: number, work: Promise<unknown>) {
  let outcome: unknown;
  work.then(
    (value) => (outcome = value ?? "resolved"),
    (error: unknown) => (outcome = error),
  );
  await settle();
  if (outcome === undefined) await time.advance(ms);
  await settle();
  return outcome;
}

/** A store of which nothing ever settles, not even a lock whose signal is aborted. */
const dead = (on: readonly FaultyCall[]): TokenStore => {
  const memory = memoryStore();
  const never = () => new Promise<never>(() => undefined);
  return {
    ...memory,
    ...(on.includes("read") && { read: never }),
    ...(on.includes("commit") && { commit: never }),
    ...(on.includes("lock") && { withLock: never }),
  };
};

const everySet = calls.reduce<FaultyCall[][]>((sets, call) => [...sets, ...sets.map((set) => [...set, call])], [[]]);

describe.each(everySet.slice(1).map((on) => [on.join(" + "), on] as const))("a store whose %s hangs", (_name, on) => {
  test.each([
    ["the first call", (s: ReturnType<typeof setUp>["session"]) => s.fetch(`${baseUrl}/units`)],
    ["getToken()", (s: ReturnType<typeof setUp>["session"]) => s.getToken()],
    ["login()", (s: ReturnType<typeof setUp>["session"]) => s.login()],
  ])("%s waits for it no longer than its limit, and logs in once", async (_what, act) => {
    const time = virtualClock();
    const { session, count, events } = setUp(service, { store: dead(on), time });
    const outcome = await endsWithin(time, limitMs, act(session));
    expect(outcome).not.toBeInstanceOf(Error);
    expect(outcome).toBeDefined();
    expect(count(login)).toBe(1);
    expect(session.snapshot().status).toBe("active");
    const reported = events
      .filter(({ type }) => type === "store_error")
      .map((event) => "during" in event && event.during);
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported).size).toBe(reported.length);
  });

  test("the next login does not wait for it at all", async () => {
    const time = virtualClock();
    const { session } = setUp(service, { store: dead(on), time });
    await endsWithin(time, limitMs, session.login());
    expect(await endsWithin(time, 0, session.login())).toBe("resolved");
  });

  test("logout() and dispose end within the limit", async () => {
    const time = virtualClock();
    const { session } = setUp(service, { store: dead(on), time });
    expect(await endsWithin(time, limitMs, session.logout())).toBeDefined();
    const second = setUp(service, { store: dead(on), time });
    second.session.adopt("T");
    expect(await endsWithin(time, limitMs, second.session.logout())).toBeDefined();
    expect(await endsWithin(time, limitMs, second.session[Symbol.asyncDispose]())).toBeDefined();
    const third = setUp(service, { store: { ...dead(on), close: () => new Promise(() => undefined) }, time });
    third.session.adopt("T");
    expect(await endsWithin(time, limitMs, third.session[Symbol.asyncDispose]())).toBeDefined();
    const fourth = setUp(service, { store: { ...dead(on), close: () => new Promise(() => undefined) }, time });
    fourth.session.adopt("T");
    void fourth.session.logout().catch(() => undefined);
    expect(await endsWithin(time, limitMs, fourth.session[Symbol.asyncDispose]())).toBeDefined();
  });

  test("ready() ends within the limit", async () => {
    const time = virtualClock();
    const { session } = setUp(service, { store: dead(on), time });
    expect(await endsWithin(time, limitMs, session.ready())).toBeDefined();
  });
});

describe("a store that comes back", () => {
  test.each(calls)("after its %s hung: the session is stored, and nobody logs in again", async (on) => {
    const time = virtualClock();
    const memory = memoryStore();
    const plan = [hang(on)];
    const { session, count } = setUp(service, { store: faultyStore(memory, plan), time });
    await endsWithin(time, limitMs, session.fetch(`${baseUrl}/units`));
    plan.length = 0;
    await time.advance(15_000);
    session.adopt("T2", { user: credentials.username });
    await session.flush();
    expect((await memory.read())?.token).toBe("T2");
    expect(count(login)).toBe(1);
  });

  test("a read that comes late brings the stored session", async () => {
    const time = virtualClock();
    const memory = memoryStore();
    await setUp(service, { store: memory }).session.login();
    const gate = deferred<void>();
    const store: TokenStore = { ...memory, read: () => gate.promise.then(() => memory.read()) };
    const { session } = setUp(service, { store, time, credentials: undefined });
    const first = await endsWithin(time, limitMs, session.getToken());
    expect(first).toMatchObject({ code: "login_required" });
    gate.resolve();
    await settle();
    expect(await session.getToken()).toBe("L1");
  });

  test("a read that comes after the session was disposed changes nothing", async () => {
    const time = virtualClock();
    const memory = memoryStore();
    await setUp(service, { store: memory }).session.login();
    const gate = deferred<void>();
    const store: TokenStore = { ...memory, read: () => gate.promise.then(() => memory.read()) };
    const { session } = setUp(service, { store, time });
    await endsWithin(time, limitMs, session.ready());
    await endsWithin(time, limitMs, session[Symbol.asyncDispose]());
    gate.resolve();
    await settle();
    expect(session.snapshot().status).toBe("empty");
  });

  test("a lock that is given late is given back, and nobody logs in a second time", async () => {
    const time = virtualClock();
    const memory = memoryStore();
    const gate = deferred<void>();
    let isHeld = false;
    const withLock: TokenStore["withLock"] = async (_name, _options, work) => {
      await gate.promise;
      isHeld = true;
      try {
        return await work();
      } finally {
        isHeld = false;
      }
    };
    const { session, count } = setUp(service, { store: { ...memory, withLock }, time });
    expect(await endsWithin(time, limitMs, session.login())).toBe("resolved");
    gate.resolve();
    await settle();
    expect([count(login), isHeld]).toEqual([1, false]);
  });

  test("a lock whose release hangs delays nobody longer than the limit", async () => {
    const time = virtualClock();
    const memory = memoryStore();
    const withLock: TokenStore["withLock"] = async (_name, _options, work) => {
      await work();
      return new Promise(() => undefined);
    };
    const { session, count } = setUp(service, { store: { ...memory, withLock }, time });
    expect(await endsWithin(time, limitMs, session.login())).toBe("resolved");
    expect(count(login)).toBe(1);
  });
});

test("a commit that is carried out late does not break compare-and-swap, whatever happens meanwhile", async () => {
  const acts = fc.array(fc.constantFrom("rotate", "login", "logout", "late", "wait", "flush", "other"), {
    minLength: 1,
    maxLength: 14,
  });
  const property = fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const time = virtualClock();
      const memory = memoryStore();
      const late: (() => void)[] = [];
      let isSlow = false;
      const store: TokenStore = {
        ...memory,
        async commit(rev, next) {
          if (isSlow) await new Promise<void>((resolve) => late.push(resolve));
          return memory.commit(rev, next);
        },
      };
      let serial = 0;
      const rotating: Handler = () => respond(200, { token: `f1.${++serial}.x` });
      const { session } = setUp(rotating, { store, time });
      const other = setUp(rotating, { store: memory, time });
      await session.login();
      isSlow = true;
      const run: Record<string, () => unknown> = {
        rotate: () => session.fetch(`${baseUrl}/units`).catch(() => undefined),
        login: () => session.login().catch(() => undefined),
        logout: () => session.logout().catch(() => undefined),
        flush: () => session.flush().catch(() => undefined),
        other: () => other.session.fetch(`${baseUrl}/units`).catch(() => undefined),
        late: () => late.splice(0, 1).forEach((release) => release()),
        wait: () => time.advance(7_000),
      };
      for (const step of steps) {
        void run[step]?.();
        await settle();
      }
      isSlow = false;
      await time.advance(40_000);
      for (const release of late.toReversed()) release();
      await settle();
      for (let round = 0; round < 3; round++) {
        await session.ready();
        await other.session.ready();
        await session.flush().catch(() => undefined);
        await other.session.flush().catch(() => undefined);
        await settle();
      }
      await time.advance(20_000);
      const { status } = session.snapshot();
      const stored = await memory.read();
      if (status === "logged_out") expect(stored?.token ?? null).toBe(null);
      else if (status === "active") expect(stored?.token).toBe(await session.getToken());
    }),
    { numRuns: 150, seed: 1 },
  );
  await expect(property).resolves.toBeUndefined();
});

test("the limit can be chosen, and is less than the one for a login without being chosen", async () => {
  for (const [options, ms] of [
    [{ storeTimeoutMs: 500 }, 500],
    [{ timeoutMs: 1_000 }, 400],
  ] as const) {
    const time = virtualClock();
    const { session, count } = setUp(service, { store: dead(["read"]), time, ...options });
    const pending = session.getToken();
    expect(await endsWithin(time, ms - 1, pending)).toBeUndefined();
    expect(count(login)).toBe(0);
    await time.advance(1);
    expect(await pending).toBe("L1");
  }
});

test("a slow store that may take longer than a call gets one commit at a time", async () => {
  const time = virtualClock();
  const memory = memoryStore();
  let [underWay, most, commits] = [0, 0, 0];
  const store: TokenStore = {
    ...memory,
    async commit(expectedRev, next) {
      commits++;
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => void time.timers.setTimeout(resolve, 3_000));
      underWay--;
      return memory.commit(expectedRev, next);
    },
  };
  const { session } = setUp(service, { store, time, timeoutMs: 500, storeTimeoutMs: 20_000 });
  session.adopt("T1");
  for (let step = 0; step < 10; step++) {
    session.flush().catch(() => undefined);
    await time.advance(1_000);
  }
  expect([most, commits]).toEqual([1, 1]);
  expect((await memory.read())?.token).toBe("T1");
});
