import { describe, expect, test } from "vitest";
import { createAuth, memoryStore, type AuthOptions, type KeepAliveOptions } from "../src/index.ts";
import { seeded } from "../src/testing/index.ts";
import { respond, baseUrl, credentials, setUp, type Handler } from "./support/fake-service.ts";
import { deferred, settle } from "./support/deferred.ts";
import { virtualClock, type VirtualClock } from "./support/virtual-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;
const reconcile = "GET /auth/token";

/** Superseded tokens live for seven days of this clock; every reconcile hands out a new one. */
function sevenDays(time: VirtualClock): Handler & { current: string } {
  const issued = new Map([["T0", time.clock.monotonic()]]);
  const handler = Object.assign(
    ({ operation, token = "" }: Parameters<Handler>[0]): Response => {
      const now = time.clock.monotonic();
      if (operation !== "POST /auth/login" && now - (issued.get(token) ?? -Infinity) >= 7 * day) return respond(401);
      handler.current = `T${issued.size}`;
      issued.set(handler.current, now);
      return respond(200, { token: handler.current });
    },
    { current: "T0" },
  );
  return handler;
}

function setUpAlive(
  make: (time: VirtualClock) => Handler,
  alive: KeepAliveOptions = {},
  options: Partial<AuthOptions> = {},
) {
  const time = virtualClock();
  const wakes = new EventTarget();
  const world = setUp(make(time), {
    time,
    keepAlive: { wakes, ...alive },
    ...options,
  });
  return { ...world, time, wake: (type: string) => wakes.dispatchEvent(new Event(type)) };
}

const steadyToken: Handler = ({ token = "T0" }) => respond(200, { token });

describe("keepAlive", () => {
  test("a session that is idle for many days reconciles in time, and its token stays valid", async () => {
    const world = setUpAlive(sevenDays);
    world.session.adopt("T0");
    await world.time.advance(6.5 * day);
    expect(world.count(reconcile)).toBe(8);
    expect(world.session.snapshot().confirmedAgeMs).toBeLessThan(day);
    await world.time.advance(20 * day);
    expect((await world.session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(world.count("POST /auth/login")).toBe(0);
  });

  test("without keep-alive, the first call after eight idle days is refused and leads to one login", async () => {
    const time = virtualClock();
    const { session, count, seen } = setUp(sevenDays(time), { time });
    session.adopt("T0");
    await time.advance(8 * day);
    expect(seen.length).toBe(0);
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count("POST /auth/login")).toBe(1);
    const asked = setUp(sevenDays(time), { time, credentials: undefined });
    asked.session.adopt("gone");
    await expect(asked.session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "login_required" });
    expect(asked.events.filter(({ type }) => type === "login_required").length).toBe(1);
  });

  test("a token that other calls confirm needs no reconcile", async () => {
    const { session, time, count } = setUpAlive(() => steadyToken);
    session.adopt("T0");
    for (let turn = 0; turn < 30; turn++) {
      await time.advance(8 * hour);
      await session.fetch(`${baseUrl}/units`);
    }
    expect(count(reconcile)).toBe(0);
    await time.advance(day);
    expect(count(reconcile)).toBe(1);
  });

  test("without a token, and after a logout, nothing is sent", async () => {
    const { session, time, seen } = setUpAlive(() => steadyToken);
    await time.advance(5 * day);
    expect(seen.length).toBe(0);
    session.adopt("T0");
    await session.logout();
    const before = seen.length;
    await time.advance(5 * day);
    expect(seen.length).toBe(before);
  });

  test("a token that is refused is left to the next call, and not sent again", async () => {
    const { session, time, count } = setUpAlive(() => () => respond(401));
    session.adopt("T0");
    await time.advance(10 * day);
    expect(count(reconcile)).toBe(1);
    expect(count("POST /auth/login")).toBe(0);
    session.adopt("T1");
    await time.advance(day);
    expect(count(reconcile)).toBe(2);
  });

  test("a reconcile that fails is repeated after a tenth of the period, and the token is kept", async () => {
    let broken = true;
    const { session, time, count } = setUpAlive(() => (seen) => (broken ? respond(503) : steadyToken(seen)));
    session.adopt("T0");
    await time.advance(day);
    expect(count(reconcile)).toBe(4);
    broken = false;
    await time.advance(day / 10);
    expect(count(reconcile)).toBe(5);
    expect(session.snapshot().confirmedAgeMs).toBeLessThan(day / 10);
    expect(await session.getToken()).toBe("T0");
    await time.advance(day / 2);
    expect(count(reconcile)).toBe(5);
  });

  test("a wall clock that jumps by ten days causes one reconcile per jump forward, no loop and no logout", async () => {
    const { session, time, count, events } = setUpAlive(() => steadyToken);
    session.adopt("T0");
    time.sleep(-10 * day);
    await time.advance(17 * hour);
    expect(count(reconcile)).toBe(0);
    await time.advance(2 * hour);
    expect(count(reconcile)).toBe(1);
    for (let jump = 1; jump <= 3; jump++) {
      time.sleep(10 * day);
      await time.advance(hour);
      expect(count(reconcile)).toBe(1 + jump);
      time.sleep(-10 * day);
      await time.advance(3 * hour);
      expect(count(reconcile)).toBe(1 + jump);
    }
    expect(events.map(({ type }) => type)).toEqual(["token"]);
    expect(session.snapshot().ageMs).toBe(31 * hour);
  });

  test("a wall clock that is behind the store's note does not put the reconcile off for ever", async () => {
    const store = memoryStore();
    const { session, time, count } = setUpAlive(() => steadyToken, {}, { store });
    session.adopt("T0");
    await session.flush();
    time.sleep(-10 * day);
    await time.advance(5 * day);
    expect(count(reconcile)).toBeGreaterThanOrEqual(5);
  });

  test("a hundred clients that start together are spread over more than a fifth of the period", async () => {
    const random = seeded(7);
    const time = virtualClock();
    const asked: number[] = [];
    for (let client = 0; client < 100; client++) {
      const { session } = setUp(
        (seen) => {
          asked.push(time.clock.monotonic());
          return steadyToken(seen);
        },
        { time, random, keepAlive: true },
      );
      session.adopt(`T${client}`);
    }
    // The first look of each is at its own start, and the next ones when its own time has come.
    await time.advance(day);
    expect(asked.length).toBeGreaterThanOrEqual(100);
    const first = asked.slice(0, 100).toSorted((a, b) => a - b);
    expect((first.at(-1) ?? 0) - (first[0] ?? 0)).toBeGreaterThan(0.2 * day);
    const crowd = first.map((start) => first.filter((at) => at >= start && at < start + day / 50).length);
    expect(Math.max(...crowd)).toBeLessThan(20);
  });

  test.each(["visibilitychange", "pageshow", "online"])(
    "a session that sees %s after a sleep reconciles at once",
    async (type) => {
      const { session, time, count, wake } = setUpAlive(() => steadyToken);
      session.adopt("T0");
      await time.advance(hour / 2);
      time.sleep(6 * day);
      await settle();
      expect(count(reconcile)).toBe(0);
      wake(type);
      await settle();
      expect(count(reconcile)).toBe(1);
      wake(type);
      await settle();
      expect(count(reconcile)).toBe(1);
    },
  );

  test("a page that is hidden or left opens no storage, which would keep the browser from holding it for back", async () => {
    const base = memoryStore();
    let reads = 0;
    const read = (): ReturnType<typeof base.read> => {
      reads += 1;
      return base.read();
    };
    const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    const { session } = setUpAlive(() => steadyToken, { wakes: page }, { store: { ...base, read } });
    session.adopt("T0");
    await session.flush();
    await settle();
    const before = reads;
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    page.dispatchEvent(new Event("pagehide"));
    await settle();
    expect(reads).toBe(before);
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(reads).toBeGreaterThan(before);
    await session[Symbol.asyncDispose]();
  });

  test("a page that is left in the middle of a reconcile gives the lock back, and tries again when it is back", async () => {
    const store = memoryStore();
    const gate = deferred<Response>();
    let isSlow = true;
    const { session, time, count, wake } = setUpAlive(
      () => (seen) => (seen.operation === reconcile && isSlow ? gate.promise : steadyToken(seen)),
      {},
      { store },
    );
    session.adopt("T0");
    await session.flush();
    time.sleep(6 * day);
    wake("pageshow");
    await settle();
    expect(count(reconcile)).toBe(1);
    const isFree = (): Promise<boolean> =>
      Promise.race([
        store.withLock("keep-alive", { timeoutMs: 1_000, signal: new AbortController().signal }, async () => true),
        settle().then(() => false),
      ]);
    expect(await isFree()).toBe(false);
    wake("pagehide");
    await settle();
    expect(await isFree()).toBe(true);
    isSlow = false;
    gate.reject(new TypeError("Failed to fetch"));
    await settle();
    await time.advance(1_000);
    wake("pageshow");
    await settle();
    expect(count(reconcile)).toBe(2);
    await session[Symbol.asyncDispose]();
  });

  test("a session that wakes up reads the store before it reconciles", async () => {
    const store = { ...memoryStore(), watch: () => () => undefined };
    const one = setUpAlive(() => steadyToken, {}, { store });
    one.session.adopt("T0");
    await one.session.flush();
    const two = setUp(() => respond(200, { token: "L2" }), { store });
    await two.session.login();
    expect(await one.session.getToken()).toBe("T0");
    one.wake("pageshow");
    await settle();
    expect(one.count(reconcile)).toBe(0);
    expect(await one.session.getToken()).toBe("L2");
    expect((await one.session.fetch(`${baseUrl}/units`)).status).toBe(200);
  });

  test("back online it tries again at once, though the last try failed", async () => {
    let broken = true;
    const { session, time, count, wake } = setUpAlive(
      () => (seen) => (broken ? Promise.reject(new TypeError("offline")) : steadyToken(seen)),
    );
    session.adopt("T0");
    await time.advance(0.76 * day);
    const before = count(reconcile);
    expect(before).toBeGreaterThan(0);
    broken = false;
    wake("online");
    await settle();
    expect(count(reconcile)).toBe(before + 1);
  });

  test.each(["told of changes", "not told"])("of ten sessions on one store, one reconciles (%s)", async (way) => {
    const store = way === "not told" ? { ...memoryStore(), watch: () => () => undefined } : memoryStore();
    const time = virtualClock();
    const random = seeded(3);
    let asked = 0;
    const sessions = Array.from({ length: 10 }, () => {
      const { session } = setUp(
        (seen) => {
          asked++;
          return steadyToken(seen);
        },
        { store, time, random, keepAlive: true },
      );
      return session;
    });
    sessions[0]?.adopt("T0");
    await sessions[0]?.flush();
    for (const session of sessions) await session.getToken();
    asked = 0;
    await time.advance(6 * day);
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThanOrEqual(14);
    for (const session of sessions) expect(session.snapshot().confirmedAgeMs).toBeLessThan(2 * day);
  });

  test("a process that starts with an old token from the store reconciles soon", async () => {
    const store = memoryStore();
    const first = setUpAlive(() => steadyToken, {}, { store });
    first.session.adopt("T0");
    await first.session[Symbol.asyncDispose]();
    const time = virtualClock();
    time.sleep(2 * day);
    const { session, count } = setUp(steadyToken, {
      store,
      clock: time.clock,
      timers: time.timers,
      keepAlive: true,
    });
    await session.getToken();
    expect(session.snapshot().confirmedAgeMs).toBe(2 * day);
    await time.advance(hour);
    expect(count(reconcile)).toBe(1);
  });

  test("keep-alive ends with the session, also in the middle of a reconcile, and its timer lets a program end", async () => {
    const gate = deferred<Response>();
    const { session, time, wake, seen } = setUpAlive(() => () => gate.promise);
    session.adopt("T0");
    await settle();
    expect(time.pending()).toBe(1);
    expect(time.holding()).toBe(0);
    time.sleep(2 * day);
    wake("online");
    await settle();
    expect(seen.length).toBe(1);
    await session[Symbol.asyncDispose]();
    gate.resolve(respond(200, { token: "T1" }));
    wake("online");
    await time.advance(5 * day);
    expect(time.pending()).toBe(0);
    expect(seen.length).toBe(1);
  });

  test("a keep-alive that ends while it waits leaves no timer and no listener", async () => {
    const listeners = new Set<string>();
    const wakes = {
      addEventListener: (type: string) => void listeners.add(type),
      removeEventListener: (type: string) => void listeners.delete(type),
    };
    const { session, time } = setUpAlive(() => steadyToken, { wakes });
    session.adopt("T0");
    await settle();
    expect([listeners.size, time.pending()]).toEqual([4, 1]);
    await session[Symbol.asyncDispose]();
    expect([listeners.size, time.pending()]).toEqual([0, 0]);
  });

  test("a program with nothing else to do ends although keep-alive is on", async () => {
    const { execFile } = await import("node:child_process");
    const { promisify } = await import("node:util");
    const source = new URL("../src/index.ts", import.meta.url).href;
    const program = `
      import { createAuth } from ${JSON.stringify(source)};
      const session = createAuth({ baseUrl: "https://fleet.example.com/api/v1", keepAlive: true });
      session.adopt("T0");
      console.log("last line");`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    expect(stdout).toBe("last line\n");
  });

  test("works with the platform's own clock, timers and events", async () => {
    await using session = createAuth({ baseUrl, credentials, fetch: async () => respond(200), keepAlive: true });
    session.adopt("T0");
    expect(session.snapshot().status).toBe("active");
  });
});
