import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { faultyStore, type FaultyCall, type PlannedFault, type StoreFault } from "../src/testing/index.ts";
import { settle } from "./support/deferred.ts";
import { baseUrl, type Handler, respond, setUp } from "./support/fake-service.ts";

const minute = 60_000;

/** A service that rotates the token with every response. */
function rotating(): Handler {
  let serial = 0;
  return () => respond(200, { token: `f1.${++serial}.x` });
}

/** A store that can be emptied, as when a user deletes the site data, and that fails as planned. */
function unreliable(plan: PlannedFault[]) {
  let memory = memoryStore();
  let notify: () => void = () => undefined;
  const current: TokenStore = {
    read: () => memory.read(),
    commit: (expectedRev, next) => memory.commit(expectedRev, next),
    withLock: (name, options, work) => memory.withLock(name, options, work),
    watch: (changed) => {
      notify = changed;
      return () => undefined;
    },
  };
  return {
    store: faultyStore(current, plan),
    notify: () => notify(),
    empty: () => void (memory = memoryStore()),
    read: () => memory.read(),
    async put(changes: Partial<SessionRecord>) {
      const before = await memory.read();
      const rev = before?.rev ?? 0;
      if (before) expect(await memory.commit(rev, { ...before, ...changes, rev: rev + 1 })).toBe(true);
    },
  };
}

const failing = (...on: FaultyCall[]): PlannedFault[] => on.map((call) => ({ on: call, fault: { kind: "fail" } }));

describe("a store that failed and works again, while nobody calls", () => {
  test.each<[string, StoreFault]>([
    ["fails", { kind: "fail" }],
    ["hangs", { kind: "hang" }],
    ["fails after it was carried out", { kind: "fail_after" }],
  ])("a commit that %s is repeated", async (_name, fault) => {
    const plan: PlannedFault[] = [];
    const { store, read } = unreliable(plan);
    const { session, time } = setUp(rotating(), { store });
    await session.login();
    plan.push({ on: "commit", fault });
    await session.fetch(`${baseUrl}/units`);
    await time.advance(10_000);
    plan.length = 0;
    await time.advance(minute);
    expect((await read())?.token).toBe(await session.getToken());
  });

  test("a change that another session announced is read", async () => {
    const plan: PlannedFault[] = [];
    const { store, notify, put } = unreliable(plan);
    const { session, time } = setUp(rotating(), { store });
    await session.login();
    await session.flush();
    plan.push(...failing("read"));
    await put({ token: "f1.100.x" });
    notify();
    await settle();
    plan.length = 0;
    await time.advance(minute);
    expect(await session.getToken()).toBe("f1.100.x");
  });

  test("a store that was emptied gets the session back", async () => {
    const plan: PlannedFault[] = [];
    const { store, notify, empty, read } = unreliable(plan);
    const { session, time } = setUp(rotating(), { store });
    await session.login();
    plan.push(...failing("read", "commit"));
    empty();
    notify();
    await time.advance(10_000);
    plan.length = 0;
    await time.advance(5 * minute);
    expect((await read())?.token).toBe(await session.getToken());
  });

  test("a logout that could not be written is written", async () => {
    const plan: PlannedFault[] = [];
    const { store, read } = unreliable(plan);
    const { session, time } = setUp(rotating(), { store });
    await session.login();
    plan.push(...failing("commit"));
    await expect(session.logout()).rejects.toMatchObject({ code: "store_unavailable" });
    plan.length = 0;
    await time.advance(minute);
    expect((await read())?.token).toBe(null);
  });

  test("session and store agree, whatever failed in an outage", async () => {
    const faults = fc.constantFrom<StoreFault>({ kind: "fail" }, { kind: "hang" }, { kind: "fail_after" });
    const act = fc.record({
      what: fc.constantFrom("rotate", "login", "notify", "empty", "flush", "wait"),
      read: fc.option(faults),
      commit: fc.option(faults),
    });
    const property = fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      const plan: PlannedFault[] = [];
      const { store, notify, empty, read } = unreliable(plan);
      const { session, time } = setUp(rotating(), { store });
      const run = {
        rotate: () => session.fetch(`${baseUrl}/units`),
        login: () => session.login(),
        // The browser tells of it.
        empty: () => (empty(), notify()),
        flush: () => session.flush(),
        wait: () => time.advance(2_000),
        notify,
      };
      await session.login();
      for (const { what, ...broken } of acts) {
        plan.length = 0;
        for (const on of ["read", "commit"] as const) {
          const fault = broken[on];
          if (fault) plan.push({ on, fault });
        }
        void (async () => run[what]())().catch(() => undefined);
        await settle();
      }
      plan.length = 0;
      await time.advance(15 * minute);
      expect((await read())?.token).toBe(await session.getToken());
      expect(time.pending()).toBe(0);
    });
    await expect(fc.assert(property, { numRuns: 300 })).resolves.toBeUndefined();
  });
});

describe("a store that never works again", () => {
  const dead = failing("read", "commit");

  test("is given up after a few attempts, which keep no program running; each later change tries again", async () => {
    const { store } = unreliable(dead);
    const { session, time } = setUp(rotating(), { store });
    await session.fetch(`${baseUrl}/units`);
    expect([time.pending(), time.holding()]).toEqual([1, 0]);
    await time.run();
    const { read, commit } = store.calls;
    expect(read).toBeLessThanOrEqual(10);
    await session.fetch(`${baseUrl}/units`);
    await time.run();
    expect([store.calls.read, store.calls.commit]).toEqual([read, commit + 1]);
  });

  test("is not tried again if it reports no changes: it may be the cookie of a request that has ended", async () => {
    const { store } = unreliable(dead);
    const { watch: _, ...own } = store;
    const { session, time } = setUp(rotating(), { store: own });
    await session.fetch(`${baseUrl}/units`);
    expect(time.pending()).toBe(0);
  });

  test("is left alone once the session is disposed", async () => {
    const { store } = unreliable(dead);
    const { session, time } = setUp(rotating(), { store });
    await session.fetch(`${baseUrl}/units`);
    await session[Symbol.asyncDispose]();
    expect(time.pending()).toBe(0);
    const { read, commit } = store.calls;
    await time.run();
    expect(store.calls).toMatchObject({ read, commit });
  });
});
