import { describe, expect, test } from "vitest";
import { userFingerprint } from "../src/fingerprint.ts";
import { memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { deafStore } from "./support/counting-store.ts";
import { deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const friendly: Handler = ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(200));

/** Responds to every call with the next of these tokens. */
const rotating =
  (...tokens: string[]): Handler =>
  () =>
    respond(200, tokens.length > 0 ? { token: tokens.shift() ?? "" } : {});

const record = (token: string | null, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  v: 1,
  serviceId: baseUrl,
  sid: "s",
  rev: 1,
  token,
  user: "",
  since: 0,
  ...changes,
});

/** A store that tells of changes when the test says so. */
function hinting(memory: TokenStore): { readonly store: TokenStore; hint(): void } {
  let hint: () => void = () => undefined;
  const watch = (changed: () => void) => {
    hint = changed;
    return () => undefined;
  };
  return { store: { ...memory, watch }, hint: () => hint() };
}

async function stored(store: TokenStore, token: string | null, changes: Partial<SessionRecord> = {}): Promise<void> {
  const rev = (await store.read())?.rev ?? 0;
  expect(await store.commit(rev, record(token, { ...changes, rev: rev + 1 }))).toBe(true);
}

describe("the session and its store", () => {
  test("when writes fail, requests succeed, an event reports it, flush rejects, and the token is written later", async () => {
    const memory = memoryStore();
    let full = true;
    const store: TokenStore = {
      ...memory,
      commit: async (rev, next) => {
        if (full) throw Object.assign(new Error("secret path"), { code: "ENOSPC" });
        return memory.commit(rev, next);
      },
    };
    const { session, events } = setUp(friendly, { store });
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(await session.getToken()).toBe("L1");
    const report = events.find(({ type }) => type === "store_error");
    expect(report).toMatchObject({ during: "commit", error: { code: "store_unavailable" } });
    expect(JSON.stringify(report) + String(report?.type === "store_error" && report.error)).toMatch(/ENOSPC/);
    await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
    full = false;
    await session.flush();
    expect((await memory.read())?.token).toBe("L1");
  });

  test("a stored session is neither logged out nor overwritten when the first read fails", async () => {
    const memory = memoryStore();
    await stored(memory, "KEPT");
    let broken = true;
    const store: TokenStore = {
      ...memory,
      read: () => (broken ? Promise.reject(new Error("EIO")) : memory.read()),
    };
    const { session, events, count } = setUp(friendly, { store, credentials: undefined });
    await expect(session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "login_required" });
    expect(events.some((event) => event.type === "store_error" && event.during === "read")).toBe(true);
    expect((await memory.read())?.token).toBe("KEPT");
    broken = false;
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count(login)).toBe(0);
  });

  test("a process that is behind does not overwrite the store when it catches up half way", async () => {
    const store = deafStore();
    await stored(store, "T0");
    const behind = setUp(rotating("T0", "T1"), { store });
    await behind.session.fetch(`${baseUrl}/one`);
    const ahead = setUp(rotating("T1", "T2"), { store });
    await ahead.session.fetch(`${baseUrl}/one`);
    await ahead.session.fetch(`${baseUrl}/two`);
    await ahead.session.flush();
    await behind.session.fetch(`${baseUrl}/two`);
    await behind.session.flush();
    expect((await store.read())?.token).toBe("T2");
    expect(await behind.session.getToken()).toBe("T2");
  });

  test("the tokens' own order decides when session and store both have a new one", async () => {
    for (const [mine, theirs, winner] of [
      ["f1.5.a", "f1.6.b", "f1.6.b"],
      ["f1.7.a", "f1.6.b", "f1.7.a"],
    ] as const) {
      const store = deafStore();
      await stored(store, "f1.4.x");
      const { session } = setUp(rotating("f1.4.x", mine), { store });
      await session.fetch(`${baseUrl}/one`);
      await stored(store, theirs);
      await session.fetch(`${baseUrl}/two`);
      await session.flush();
      expect(await session.getToken()).toBe(winner);
      expect((await store.read())?.token).toBe(winner);
    }
  });

  test("the session reconciles when it and the store both have a new token without order", async () => {
    const store = deafStore();
    await stored(store, "T0");
    const own = ["T0", "mine"];
    const { session } = setUp(
      ({ operation }) => {
        if (operation === "GET /auth/token") return respond(200, { body: { data: { token: "mine" } } });
        const token = own.shift();
        return respond(200, token === undefined ? {} : { token });
      },
      { store },
    );
    await session.fetch(`${baseUrl}/one`);
    await stored(store, "theirs");
    await session.fetch(`${baseUrl}/two`);
    await session.flush();
    expect(await session.getToken()).toBe("theirs");
    await session.fetch(`${baseUrl}/three`);
    await session.flush();
    expect(await session.getToken()).toBe("mine");
    expect((await store.read())?.token).toBe("mine");
  });

  test("the session reconciles such tokens of the store also if no call follows", async () => {
    const store = deafStore();
    await stored(store, "T0");
    const time = virtualClock();
    const own = ["T0", "mine"];
    const { session } = setUp(
      ({ operation }) => {
        if (operation === "GET /auth/token") return respond(200, { body: { data: { token: "newest" } } });
        return respond(200, { token: own.shift() ?? "none" });
      },
      { store, time },
    );
    await session.fetch(`${baseUrl}/one`);
    await stored(store, "theirs");
    await session.fetch(`${baseUrl}/two`);
    await time.advance(2_000);
    expect(session.snapshot().ambiguous).toBe(false);
    expect((await store.read())?.token).toBe("newest");
  });

  test("a store that lost the write of a login does not bring the session before it back", async () => {
    const before = record("OLD");
    let kept = before;
    const store: TokenStore = {
      ...deafStore(),
      read: async () => kept,
      async commit(rev, next) {
        if (kept.rev !== rev) return false;
        kept = next;
        return true;
      },
    };
    const { session } = setUp(({ operation }) => respond(200, { token: operation === login ? "L1" : "L2" }), { store });
    await session.ready();
    await session.login(credentials);
    expect(kept.token).toBe("L1");
    kept = before;
    await session.fetch(`${baseUrl}/units`);
    await session.flush();
    expect(await session.getToken()).toBe("L2");
    expect(kept.token).toBe("L2");
  });

  test("a lock that cannot be given back: the login counts, and an event says so", async () => {
    const memory = memoryStore();
    const store: TokenStore = {
      ...memory,
      async withLock(name, options, work) {
        await memory.withLock(name, options, work);
        throw new Error("secret path");
      },
    };
    const { session, events } = setUp(friendly, { store });
    await session.login(credentials);
    expect(await session.getToken()).toBe("L1");
    expect(events.some((event) => event.type === "store_error" && event.during === "lock")).toBe(true);
    const failing = setUp(() => respond(401), { store });
    await expect(failing.session.login(credentials)).rejects.toMatchObject({ code: "credentials_rejected" });
  });

  test("a store that lost its last write does not set memory back", async () => {
    const store = memoryStore();
    await stored(store, "T0");
    const old = await store.read();
    const { session } = setUp(rotating("T0", "T2"), { store });
    await session.fetch(`${baseUrl}/one`);
    await stored(store, "T1");
    await settle();
    expect(await session.getToken()).toBe("T1");
    store.read = async () => old;
    store.commit = async () => false;
    await session.fetch(`${baseUrl}/two`);
    await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(await session.getToken()).toBe("T2");
  });

  test("a read that a write of ours overtook does not bring the earlier session back", async () => {
    const memory = memoryStore();
    await stored(memory, "OLD");
    const old = await memory.read();
    const { store, hint } = hinting(memory);
    const { session } = setUp(friendly, { store });
    await session.login();
    store.read = async () => old;
    hint();
    await settle();
    expect(await session.getToken()).toBe("L1");
  });

  test("a slow store delays no request, and writes are one at a time and joined", async () => {
    const gate = deferred<void>();
    const written: (string | null)[] = [];
    let writing = 0;
    const memory = deafStore();
    await stored(memory, "T0");
    const store: TokenStore = {
      ...memory,
      async commit(rev, next) {
        expect(++writing).toBe(1);
        await gate.promise;
        writing--;
        written.push(next.token);
        return memory.commit(rev, next);
      },
    };
    const { session } = setUp(rotating("T1", "T2", "T3", "T4"), { store });
    for (let index = 0; index < 4; index++) await session.fetch(`${baseUrl}/units`);
    gate.resolve();
    await session.flush();
    expect(written).toEqual(["T1", "T4"]);
  });

  test("a write that hangs is given up after the timeout: flush rejects, and the next change is written", async () => {
    const memory = deafStore();
    await stored(memory, "T0");
    const plan: PlannedFault[] = [{ on: "commit", fault: { kind: "hang" } }];
    const time = virtualClock();
    const options = { store: faultyStore(memory, plan), time };
    const { session, events } = setUp(rotating("T1", "T2"), options);
    await session.fetch(`${baseUrl}/units`);
    const flushed = session.flush().catch((error: unknown) => error);
    await time.advance(15_000);
    const error = { code: "store_unavailable", message: "token store: commit took longer than 6000 ms" };
    expect(await flushed).toMatchObject(error);
    expect(events.at(-1)).toMatchObject({ type: "store_error", during: "commit", error });
    plan.length = 0;
    await session.fetch(`${baseUrl}/units`);
    const written = session.flush();
    // The write that hung may be repeated just now.
    await time.advance(15_000);
    await written;
    expect((await memory.read())?.token).toBe("T2");
    expect(time.pending()).toBe(0);
  });

  test("a store whose close() hangs holds up disposing no longer than the timeout", async () => {
    const time = virtualClock();
    const store = { ...memoryStore(), close: () => new Promise<void>(() => {}) };
    const { session } = setUp(rotating("T1"), { store, time });
    await session.fetch(`${baseUrl}/units`).catch(() => undefined);
    const disposed = session[Symbol.asyncDispose]().catch((error: unknown) => error);
    await time.advance(15_000);
    const message = "token store: close took longer than 6000 ms";
    expect(await disposed).toMatchObject({ code: "store_unavailable", message });
    expect(time.pending()).toBe(0);
  });

  test("a hint that comes before the write can be seen is harmless: the next 401 reads again", async () => {
    const memory = memoryStore();
    await stored(memory, "T0");
    const { store, hint } = hinting(memory);
    const { session, count } = setUp(({ token }) => respond(token === "T1" ? 200 : 401), { store });
    expect(await session.getToken()).toBe("T0");
    hint();
    await settle();
    await stored(memory, "T1");
    expect(await session.getToken()).toBe("T0");
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count(login)).toBe(0);
  });

  test("a login has been written when it resolves", async () => {
    const store = memoryStore();
    const { session } = setUp(friendly, { store });
    await session.login();
    expect(await store.read()).toMatchObject({ v: 1, serviceId: baseUrl, rev: 1, token: "L1" });
  });

  test("a session does not log in after another process logged out", async () => {
    const store = deafStore();
    const [one, two] = [
      setUp(friendly, { store }),
      setUp(({ operation }) => respond(operation === "GET /warm" ? 200 : 401), { store }),
    ];
    await one.session.login();
    await two.session.fetch(`${baseUrl}/warm`);
    await one.session.logout();
    await expect(two.session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "logged_out" });
    expect(two.count(login)).toBe(0);
    expect(two.events.at(-1)).toEqual({ type: "logged_out", by: "store" });
  });

  test("a logout in another process is known at once through watch, and does not erase a newer session", async () => {
    const store = memoryStore();
    const [one, two] = [setUp(friendly, { store }), setUp(friendly, { store })];
    await one.session.login();
    await settle();
    expect(await two.session.getToken()).toBe("L1");
    await one.session.logout();
    await settle();
    expect(two.events.at(-1)).toEqual({ type: "logged_out", by: "store" });
    await two.session.login();
    expect(await one.session.logout()).toMatchObject({});
    expect((await store.read())?.token).toBe("L1");
  });
});

const user = userFingerprint(credentials.username);
const theirs: SessionRecord = { v: 1, serviceId: baseUrl, sid: "theirs", rev: 1, token: "THEIRS", user, since: 0 };

/** Accepts the token of the other process and those of logins; the first login gives `L1`. */
function service() {
  const state = { refused: new Set<string | undefined>(), logins: 0 };
  const handler: Handler = ({ operation, token }) => {
    if (operation === login) return respond(200, { token: `L${++state.logins}` });
    return respond(state.refused.has(token) ? 401 : 200);
  };
  return { state, handler };
}

/** A store that another process can empty and fill again, so that its revisions begin anew. */
function replaceable(hasWatch: boolean) {
  let inner = memoryStore();
  const watchers = new Set<() => void>();
  const store: TokenStore = {
    read: () => inner.read(),
    commit: (expectedRev, next) => inner.commit(expectedRev, next),
    withLock: (name, options, work) => inner.withLock(name, options, work),
    ...(hasWatch && {
      watch(changed: () => void) {
        watchers.add(changed);
        return () => void watchers.delete(changed);
      },
    }),
  };
  return {
    store,
    async replace(written: SessionRecord) {
      inner = memoryStore();
      await inner.commit(0, written);
      for (const changed of watchers) changed();
      await settle();
    },
    read: () => inner.read(),
  };
}

/** A session that has written several revisions. */
async function world(hasWatch: boolean) {
  const given = replaceable(hasWatch);
  const { state, handler } = service();
  const { session, count } = setUp(handler, { store: given.store });
  for (let round = 0; round < 3; round++) await session.login();
  await session.flush();
  return { ...given, state, session, count };
}

describe("a store that another process emptied and filled again", () => {
  test("with watch: its record is taken at once", async () => {
    const { session, replace, read } = await world(true);
    await replace(theirs);
    expect(await session.getToken()).toBe("THEIRS");
    await session.flush();
    expect(await read()).toEqual(theirs);
  });

  test("with watch: its logout ends the session", async () => {
    const { session, replace } = await world(true);
    await replace({ ...theirs, token: null });
    expect(session.snapshot().status).toBe("logged_out");
  });

  test("without watch: its record is taken before the next login", async () => {
    const { session, replace, state, count } = await world(false);
    await replace(theirs);
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(await session.getToken()).toBe("L3");
    state.refused.add("L3");
    const logins = count(login);
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(await session.getToken()).toBe("THEIRS");
    expect(count(login)).toBe(logins);
  });

  test("without watch: its record is taken by ready()", async () => {
    const { session, replace } = await world(false);
    await replace(theirs);
    expect(await session.ready()).toBe(true);
    expect(await session.getToken()).toBe("THEIRS");
  });
});

describe("reads that overtake each other", () => {
  test.each(["a later read", "a write of this session"])("one that %s overtook is not taken", async (which) => {
    const given = replaceable(true);
    const gates = [deferred<void>(), deferred<void>()];
    let reads = 0;
    const store: TokenStore = {
      ...given.store,
      async read() {
        const found = await given.store.read();
        await gates[reads++]?.promise;
        return found;
      },
    };
    const { session } = setUp(service().handler, { store });
    await given.replace(theirs);
    if (which === "a later read") {
      await given.store.commit(1, { ...theirs, sid: "later", rev: 2, token: "LATER" });
      const ready = session.ready();
      await settle();
      gates[1]?.resolve();
      await ready;
    } else {
      session.adopt("LATER", { user: credentials.username });
      gates[1]?.resolve();
      await session.flush();
    }
    gates[0]?.resolve();
    await settle();
    expect(await session.getToken()).toBe("LATER");
    await session.flush();
    expect((await given.read())?.token).toBe("LATER");
  });

  test("a failover that brings back an earlier session sets nobody back", async () => {
    const given = replaceable(true);
    const { session } = setUp(service().handler, { store: given.store });
    await given.replace(theirs);
    await given.store.commit(1, { ...theirs, sid: "later", rev: 2, token: "LATER" });
    await session.ready();
    expect(await session.getToken()).toBe("LATER");
    await given.replace(theirs);
    expect(await session.getToken()).toBe("LATER");
    await session.flush();
    expect((await given.read())?.token).toBe("LATER");
  });
});
