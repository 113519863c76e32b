import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { noScope } from "../../src/db/index.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { AccessCache, Sessions } from "../../src/sessions/index.ts";
import { createAccessCache, createSessions } from "../../src/sessions/index.ts";
import type { TokenState } from "../../src/sessions/session-store.ts";
import { useDatabase } from "../support/db.ts";
import { recordMessages } from "../support/messages.ts";
import { insertClient, insertUser, startSession } from "../support/user.ts";

const db = useDatabase();
const start = new Date("2026-01-01T00:00:00.000Z");
const clock = manualClock(start);
const work = (): UnitOfWork => db.database().unitOfWork(noScope);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A cache that hears of changes as that of a server does. */
function cacheOf(): AccessCache {
  return createAccessCache((listener) => db.database().onAccessChange?.(listener));
}

describe("sessions with an access cache", () => {
  let userId = 0;
  let sessions: Sessions;
  let token = "";
  let sessionId = 0;
  beforeEach(async () => {
    clock.set(start);
    userId = await insertUser(db());
    await insertClient(db());
    sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto(), cache: cacheOf() });
    ({ token, session_id: sessionId } = await startSession(sessions, work(), userId));
    await sessions.authenticate(work(), token);
  });
  const authenticate = () => sessions.authenticate(work(), token);
  const code = async (): Promise<unknown> => {
    const outcome: unknown = await authenticate().catch((error: unknown) => error);
    return typeof outcome === "object" && outcome !== null && "code" in outcome ? outcome.code : "accepted";
  };

  it("send nothing to the database for a token that is known", async () => {
    const sent = recordMessages();
    for (let use = 0; use < 10; use += 1) await authenticate();
    expect(sent).toEqual([]);
  });

  it("refuse a token as soon as the logout was answered", async () => {
    await sessions.logout(work(), sessionId);
    expect(await code()).toBe("token_revoked");
    expect(await code()).toBe("token_revoked");
  });

  it("accept no token of a logout that overtakes the look-up of the token", async () => {
    for (let round = 0; round < 20; round += 1) {
      const session = await startSession(sessions, work(), userId);
      const early = sessions.authenticate(work(), session.token).catch(() => undefined);
      await sessions.logout(work(), session.session_id);
      await early;
      await expect(sessions.authenticate(work(), session.token)).rejects.toMatchObject({ code: "token_revoked" });
    }
  });

  it("count the age of a token: rotation at 3 minutes, once, for every token of the session", async () => {
    clock.advance(3 * MINUTE - 1);
    expect((await authenticate()).newerToken).toBeNull();
    clock.advance(1);
    const { newerToken, currentToken } = await authenticate();
    expect(newerToken).toMatch(/^f1\.2\./);
    expect((await authenticate()).newerToken).toBe(newerToken);
    expect((await sessions.authenticate(work(), currentToken)).newerToken).toBeNull();
    expect(await db().query("select max(seq) as seq from session_tokens")).toEqual([{ seq: 2 }]);
    clock.advance(3 * MINUTE);
    const further = (await sessions.authenticate(work(), currentToken)).newerToken;
    expect(further).toMatch(/^f1\.3\./);
    expect((await authenticate()).newerToken).toBe(further);
  });

  it("count the end of a token: 7 days after it was superseded, to the millisecond", async () => {
    clock.advance(3 * MINUTE);
    await authenticate();
    clock.advance(7 * DAY - 1);
    expect(await code()).toBe("accepted");
    clock.advance(1);
    expect(await code()).toBe("token_expired");
  });

  it("count the end of a token that is left unused", async () => {
    clock.advance(7 * DAY - 1);
    expect(await code()).toBe("accepted");
    clock.advance(7 * DAY);
    expect(await code()).toBe("token_expired");
  });

  it.each([
    ["the user is disabled", "update users set disabled_at = now()", { code: "token_revoked" }],
    ["the user is deleted", "delete from users", { code: "unauthenticated" }],
  ])("refuse a token at once when %s", async (_what, sql, refusal) => {
    await db().query(sql);
    await expect(authenticate()).rejects.toMatchObject(refusal);
  });

  it("give another scope at once, whether its level or its clients changed", async () => {
    expect((await authenticate()).principal.scope).toEqual({ partners: ["p1"], agencies: [], clients: [] });
    await db().query("update users set scope_level = 'agency', agency_id = 'a1'");
    expect((await authenticate()).principal.scope).toEqual({ partners: [], agencies: ["a1"], clients: [] });
    await db().query("update users set scope_level = 'client'");
    expect((await authenticate()).principal.scope).toEqual({ partners: [], agencies: [], clients: [] });
    await db().query("insert into user_clients values ($1, 1)", [userId]);
    expect((await authenticate()).principal.scope).toEqual({ partners: [], agencies: [], clients: [1] });
    await db().query("delete from user_clients");
    expect((await authenticate()).principal.scope).toEqual({ partners: [], agencies: [], clients: [] });
  });

  it("give another role, and other permissions of the same role, at once", async () => {
    const may = async (): Promise<boolean> => (await authenticate()).principal.grants.has("units", "view");
    expect(await may()).toBe(false);
    await db().query("insert into role_permissions select role_id, 'units', 'view' from users");
    expect(await may()).toBe(true);
    await db().query("update role_permissions set action = 'edit'");
    expect(await may()).toBe(false);
    await db().query("update role_permissions set action = 'view'");
    expect(await may()).toBe(true);
    await db().query(
      "with other as (insert into roles (name) values ('other') returning id) update users set role_id = other.id from other",
    );
    expect(await may()).toBe(false);
  });

  it("end all with the password of their user", async () => {
    await work().write(sessions.revokeAll(userId));
    expect(await code()).toBe("token_revoked");
  });
});

describe("an access cache", () => {
  const state = { session_id: 1, user_id: 1 } as TokenState;

  it("does not keep what was read before a change and comes after it", async () => {
    let change = (): void => {};
    const cache = createAccessCache((listener) => (change = listener));
    for (const happen of [() => change(), () => cache.forget(1), () => cache.forget(2), () => cache.clear()]) {
      let answer = (_state: TokenState): void => {};
      const reading = cache.find("hash", () => new Promise((resolve) => (answer = resolve)));
      happen();
      answer(state);
      expect(await reading).toBe(state);
      expect(await cache.find("hash", async () => null)).toBeNull();
    }
  });

  it("keeps at most 10,000 tokens, those that were used last", async () => {
    const cache = createAccessCache(() => {});
    const read = async (): Promise<TokenState> => state;
    for (let n = 0; n < 10_000; n += 1) await cache.find(`hash ${n}`, read);
    await cache.find("hash 0", read);
    await cache.find("one more", read);
    const gone: string[] = [];
    for (const hash of ["hash 0", "one more", "hash 9999", "hash 1"]) {
      await cache.find(hash, async () => {
        gone.push(hash);
        return null;
      });
    }
    expect(gone).toEqual(["hash 1"]);
    cache.forget(1);
    expect(await cache.find("hash 0", async () => null)).toBeNull();
  });

  it("does not keep that a token is unknown", async () => {
    const cache = createAccessCache(() => {});
    expect(await cache.find("hash", async () => null)).toBeNull();
    expect(await cache.find("hash", async () => state)).toBe(state);
  });
});
