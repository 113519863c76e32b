import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { DbError, DbUnavailableError, createScope, noScope } from "../../src/db/index.ts";
import { manualClock, seededRandom, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { Sessions } from "../../src/sessions/index.ts";
import { createSessions, sessionIsLive } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser, startSession } from "../support/user.ts";

const db = useDatabase();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const crypto = nodeCrypto();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function sessionsWith(rotateAfterMs?: number | (() => number)): Sessions {
  return createSessions({
    clock,
    random: systemRandom,
    crypto,
    ...(rotateAfterMs !== undefined && { rotateAfterMs }),
  });
}

/** A unit of work of a request that nobody is known to have sent yet. */
const work = (): UnitOfWork => db.database().unitOfWork(noScope);

async function newestOf(sessions: Sessions, token: string): Promise<string> {
  return (await sessions.authenticate(work(), token)).currentToken;
}

async function liveSessions(userId: number): Promise<unknown> {
  const [row] = await db().query(
    `select count(*) as n from sessions s where s.user_id = $1 and ${sessionIsLive("$2")}`,
    [userId, clock.now()],
  );
  return row?.["n"];
}

describe("access tokens", () => {
  let userId = 0;
  beforeEach(async () => {
    clock.set(new Date("2026-01-01T00:00:00.000Z"));
    userId = await insertUser(db());
  });

  it("are f1, ordinal and 256 bits, and name their session and user", async () => {
    const sessions = sessionsWith();
    const { token, session_id } = await startSession(sessions, work(), userId, "192.0.2.1");
    expect(token).toMatch(/^f1\.1\.[A-Za-z0-9_-]{43}$/);
    expect(await sessions.authenticate(work(), token)).toEqual({
      principal: { session_id, user_id: userId, scope: createScope({ partners: ["p1"] }), grants: expect.anything() },
      newerToken: null,
      currentToken: token,
    });
  });

  it("rotate when used at the age of 3 minutes, not before", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, work(), userId);
    clock.advance(3 * MINUTE - 1);
    expect((await sessions.authenticate(work(), token)).newerToken).toBeNull();
    clock.advance(1);
    const { newerToken, currentToken } = await sessions.authenticate(work(), token);
    expect(newerToken).toMatch(/^f1\.2\./);
    expect(currentToken).toBe(newerToken);
    expect((await sessions.authenticate(work(), currentToken)).newerToken).toBeNull();
  });

  it("give every user of a superseded token the one successor, also at once and from two processes", async () => {
    const [here, there] = [sessionsWith(), sessionsWith()];
    const { token } = await startSession(here, work(), userId);
    clock.advance(3 * MINUTE);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? here : there).authenticate(work(), token)),
    );
    const successors = new Set(answers.map((answer) => answer.newerToken));
    expect(successors.size).toBe(1);
    expect(await newestOf(here, token)).toBe([...successors][0]);
    expect(await db().query("select max(seq) as seq from session_tokens")).toEqual([{ seq: 2 }]);
  });

  it("lead from any superseded token of a long chain to the current one", async () => {
    const sessions = sessionsWith();
    const chain = [(await startSession(sessions, work(), userId)).token];
    for (let step = 0; step < 20; step += 1) {
      clock.advance(4 * MINUTE);
      chain.push(await newestOf(sessions, chain.at(-1) ?? ""));
    }
    const newest = chain.at(-1);
    expect(newest).toMatch(/^f1\.21\./);
    for (const token of chain) expect(await newestOf(sessions, token)).toBe(newest);
    clock.advance(4 * MINUTE);
    const further = await newestOf(sessions, chain[0] ?? "");
    expect(further).toMatch(/^f1\.22\./);
    expect(await newestOf(sessions, newest ?? "")).toBe(further);
  });

  it("rotate on every use of the current one when set to 0, and still have one successor", async () => {
    const sessions = sessionsWith(0);
    const { token: first } = await startSession(sessions, work(), userId);
    const second = await newestOf(sessions, first);
    expect(second).toMatch(/^f1\.2\./);
    expect(await newestOf(sessions, first)).toBe(second);
    expect(await newestOf(sessions, first)).toBe(second);
    const third = await newestOf(sessions, second);
    expect(third).toMatch(/^f1\.3\./);
    expect(await newestOf(sessions, first)).toBe(third);
  });

  it("follow a changed rotation age at once", async () => {
    let rotateAfterMs = 3 * MINUTE;
    const sessions = sessionsWith(() => rotateAfterMs);
    const { token } = await startSession(sessions, work(), userId);
    clock.advance(MINUTE);
    expect((await sessions.authenticate(work(), token)).newerToken).toBeNull();
    rotateAfterMs = MINUTE;
    expect((await sessions.authenticate(work(), token)).newerToken).toMatch(/^f1\.2\./);
  });

  it("live 7 days after being superseded, to the millisecond", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, work(), userId);
    clock.advance(3 * MINUTE);
    await sessions.authenticate(work(), token);
    clock.advance(7 * DAY - 1);
    expect((await sessions.authenticate(work(), token)).newerToken).toMatch(/^f1\.3\./);
    clock.advance(1);
    await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_expired" });
  });

  it("expire when the current one is left unused for 7 days", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, work(), userId);
    clock.advance(7 * DAY);
    await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_expired" });
    expect(await liveSessions(userId)).toBe(0);
  });

  it.each(["", "nonsense", "f1.1.", `f1.1.${"A".repeat(43)}`, `f2.1.${"A".repeat(43)}`, "\0"])(
    "are refused as unknown: %o",
    async (token) => {
      await expect(sessionsWith().authenticate(work(), token)).rejects.toMatchObject({
        code: "unauthenticated",
        status: 401,
      });
    },
  );

  it("end all together with their session, and only with it", async () => {
    const sessions = sessionsWith();
    const first = await startSession(sessions, work(), userId);
    const other = await startSession(sessions, work(), userId);
    clock.advance(3 * MINUTE);
    const newer = await newestOf(sessions, first.token);
    await sessions.logout(work(), first.session_id);
    const ended = await db().query("select revoked_at from sessions where id = $1", [first.session_id]);
    clock.advance(MINUTE);
    await sessions.logout(work(), first.session_id);
    expect(await db().query("select revoked_at from sessions where id = $1", [first.session_id])).toEqual(ended);
    for (const token of [first.token, newer]) {
      await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_revoked" });
    }
    expect((await sessions.authenticate(work(), other.token)).principal.session_id).toBe(other.session_id);
  });

  it("end with all sessions of their user, inside of the caller's transaction", async () => {
    const sessions = sessionsWith();
    const mine = [await startSession(sessions, work(), userId), await startSession(sessions, work(), userId)];
    const other = await startSession(sessions, work(), await insertUser(db(), "other"));
    const undone = work().transaction(async (tx) => {
      const [revoked] = await tx.run(sessions.revokeAll(userId));
      expect(revoked).toHaveLength(2);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    for (const { token } of mine) await expect(sessions.authenticate(work(), token)).resolves.toBeDefined();
    const [revoked] = await work().write(sessions.revokeAll(userId));
    expect(revoked).toHaveLength(2);
    for (const { token } of mine) {
      await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_revoked" });
    }
    await expect(sessions.authenticate(work(), other.token)).resolves.toBeDefined();
  });

  it("are refused while their user is disabled", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, work(), userId);
    await db().query("update users set disabled_at = now() where id = $1", [userId]);
    await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_revoked" });
  });

  it("stay ended when their user was disabled and is enabled again, however that is done", async () => {
    const sessions = sessionsWith();
    const mine = [await startSession(sessions, work(), userId), await startSession(sessions, work(), userId)];
    const other = await startSession(sessions, work(), await insertUser(db(), "other"));
    await db().query("update users set disabled_at = now() where id = $1", [userId]);
    await db().query("update users set disabled_at = null where id = $1", [userId]);
    for (const { token } of mine) {
      await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_revoked" });
    }
    await expect(sessions.authenticate(work(), other.token)).resolves.toBeDefined();
    const again = await startSession(sessions, work(), userId);
    await expect(sessions.authenticate(work(), again.token)).resolves.toBeDefined();
  });

  it("are none of a user who is disabled while it logs in", async () => {
    const sessions = sessionsWith();
    for (let round = 0; round < 10; round += 1) {
      const login = sessions.login(work(), { id: userId, password_hash: "" });
      await Promise.all([login, db().query("update users set disabled_at = now() where id = $1", [userId])]);
      await db().query("update users set disabled_at = null where id = $1", [userId]);
    }
    expect(await liveSessions(userId)).toBe(0);
  });

  it("are 100 for each user: a login ends the oldest", async () => {
    const sessions = sessionsWith();
    const started: string[] = [];
    for (let n = 0; n < 100; n += 1) started.push((await startSession(sessions, work(), userId)).token);
    const other = await startSession(sessions, work(), await insertUser(db(), "other"));
    for (const token of [started[0], started[99]]) {
      await expect(sessions.authenticate(work(), token ?? "")).resolves.toBeDefined();
    }
    const { token } = await startSession(sessions, work(), userId);
    await expect(sessions.authenticate(work(), started[0] ?? "")).rejects.toMatchObject({ code: "token_revoked" });
    for (const kept of [started[1] ?? "", token, other.token]) {
      await expect(sessions.authenticate(work(), kept)).resolves.toBeDefined();
    }
    await Promise.all(Array.from({ length: 5 }, () => startSession(sessions, work(), userId)));
    expect(await liveSessions(userId)).toBe(100);
    // Those that have ended make room.
    await sessions.logout(work(), (await sessions.authenticate(work(), token)).principal.session_id);
    await startSession(sessions, work(), userId);
    expect(await liveSessions(userId)).toBe(100);
    await expect(sessions.authenticate(work(), started[6] ?? "")).resolves.toBeDefined();
  });

  it("are 100 of those that are live: one that has expired ends before any of them, though it is still stored", async () => {
    const sessions = sessionsWith();
    const used = (await startSession(sessions, work(), userId)).token;
    const unused = (await startSession(sessions, work(), userId)).token;
    clock.advance(6 * DAY);
    const newest = await newestOf(sessions, used);
    clock.advance(2 * DAY);
    await expect(sessions.authenticate(work(), unused)).rejects.toMatchObject({ code: "token_expired" });
    for (let n = 0; n < 99; n += 1) await startSession(sessions, work(), userId);
    expect(await liveSessions(userId)).toBe(100);
    await expect(sessions.authenticate(work(), newest)).resolves.toBeDefined();
    await startSession(sessions, work(), userId);
    await expect(sessions.authenticate(work(), newest)).rejects.toMatchObject({ code: "token_revoked" });
  });

  it("leave 200 rows and that of the login, however often a program logs in and whether the sessions end or expire", async () => {
    const sessions = sessionsWith();
    const stored = (): Promise<object[]> => db().query("select count(*) from sessions where user_id = $1", [userId]);
    for (let n = 0; n < 230; n += 1) await startSession(sessions, work(), userId);
    expect(await stored()).toEqual([{ count: 201 }]);
    clock.advance(8 * DAY);
    for (let n = 0; n < 230; n += 1) await startSession(sessions, work(), userId);
    expect(await stored()).toEqual([{ count: 201 }]);
    for (let n = 0; n < 230; n += 1) {
      const { session_id } = await startSession(sessions, work(), userId);
      await sessions.logout(work(), session_id);
    }
    expect(await stored()).toEqual([{ count: 200 }]);
  });

  it("cannot be revived by a rotation that was under way when the session ended", async () => {
    const sessions = sessionsWith();
    const { token, session_id } = await startSession(sessions, work(), userId);
    clock.advance(3 * MINUTE);
    // Where the rotation has read its row before the logout comes, the compare-and-swap must notice. On a server, it may
    // also be through by then: its token goes with the session.
    const [rotation, logout] = await Promise.allSettled([
      sessions.authenticate(work(), token),
      sessions.logout(work(), session_id),
    ]);
    expect(logout).toMatchObject({ status: "fulfilled" });
    const outcome = rotation.status === "rejected" ? rotation.reason : { code: "rotated" };
    expect(["token_revoked", "rotated"]).toContain(outcome.code);
    const tokens = [token, ...(rotation.status === "fulfilled" ? [rotation.value.currentToken] : [])];
    for (const each of tokens) {
      await expect(sessions.authenticate(work(), each)).rejects.toMatchObject({ code: "token_revoked" });
    }
    expect(await db().query("select count(*) as n from session_tokens")).toEqual([{ n: tokens.length }]);
  });

  it("stand nowhere in the database, nor anything that opens them", async () => {
    const random = seededRandom(9);
    const made: string[] = [];
    const recording = {
      bytes: (length: number): Uint8Array => {
        const bytes = random.bytes(length);
        made.push(Buffer.from(bytes).toString("base64url"));
        return bytes;
      },
    };
    const sessions = createSessions({ clock, random: recording, crypto });
    const { token } = await startSession(sessions, work(), userId);
    clock.advance(3 * MINUTE);
    await sessions.authenticate(work(), token);
    const dump = await db().queryText(
      `select (select json_agg(s) from sessions s)::text || (select json_agg(t) from session_tokens t)::text`,
    );
    expect(made.length).toBe(3);
    for (const secret of made) expect(dump).not.toContain(secret);
    expect(dump).toContain(crypto.sha256Hex(token));
  });

  it("need a rotation age below their lifetime", () => {
    expect(() => sessionsWith(7 * DAY)).toThrow(/below supersededTtlMs/);
    expect(() => sessionsWith(-1)).toThrow(RangeError);
    expect(() => sessionsWith(Number.NaN)).toThrow(RangeError);
  });
});

const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto() });

async function logIn(): Promise<string> {
  const started = await sessions.login(work(), { id: await insertUser(db()), password_hash: "" });
  return started?.token ?? "";
}

describe("a session", () => {
  beforeEach(() => clock.set(new Date("2026-01-01T00:00:00.000Z")));

  it("ends 90 days after its login, however often its token was replaced", async () => {
    let token = await logIn();
    for (let day = 1; day < 90; day += 1) {
      clock.advance(DAY);
      token = (await sessions.authenticate(work(), token)).currentToken;
    }
    clock.advance(DAY - 1);
    token = (await sessions.authenticate(work(), token)).currentToken;
    clock.advance(1);
    await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_expired" });
  });

  it.each([
    new DbError("could not extend file: No space left on device", { code: "53100" }),
    new DbUnavailableError("The database cannot be reached."),
  ])("keeps its token while a rotation cannot be written: %s", async (failure) => {
    const token = await logIn();
    clock.advance(3 * MINUTE);
    const readOnly: UnitOfWork = { ...work(), write: () => Promise.reject(failure) };
    const { principal, newerToken, currentToken } = await sessions.authenticate(readOnly, token);
    expect({ newerToken, currentToken }).toEqual({ newerToken: null, currentToken: token });
    expect(principal.scope.partners).toEqual(["p1"]);
    // As soon as it can be written, it is.
    expect((await sessions.authenticate(work(), token)).newerToken).toMatch(/^f1\.2\./);
  });

  it("hands a superseded token the known successor while a rotation cannot be written", async () => {
    const first = await logIn();
    clock.advance(3 * MINUTE);
    const { currentToken: second } = await sessions.authenticate(work(), first);
    clock.advance(3 * MINUTE);
    const readOnly: UnitOfWork = { ...work(), write: () => Promise.reject(new DbUnavailableError("away")) };
    expect((await sessions.authenticate(readOnly, first)).newerToken).toBe(second);
  });
});
