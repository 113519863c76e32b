import { describe, expect, test } from "vitest";
import { memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { userFingerprint } from "../src/fingerprint.ts";
import { deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, respond, setUp, type Handler } from "./support/fake-service.ts";

const login = "POST /auth/login";
const user = userFingerprint(credentials.username);
const theirs: SessionRecord = { v: 1, sid: "theirs", rev: 1, token: "THEIRS", user, since: 0 };

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
    async replace(record: SessionRecord) {
      inner = memoryStore();
      await inner.commit(0, record);
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
