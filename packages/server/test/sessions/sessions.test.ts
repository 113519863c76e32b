import { beforeEach, describe, expect, it } from "vitest";
import { manualClock, seededRandom, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { Sessions } from "../../src/sessions/index.ts";
import { createSessions } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser, startSession } from "../support/user.ts";

const db = useDatabase();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const crypto = nodeCrypto();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function sessionsWith(rotateAfterMs?: number | (() => number)): Sessions {
  return createSessions({
    db: db(),
    clock,
    random: systemRandom,
    crypto,
    ...(rotateAfterMs !== undefined && { rotateAfterMs }),
  });
}

describe("access tokens", () => {
  let userId = 0;
  beforeEach(async () => {
    clock.set(new Date("2026-01-01T00:00:00.000Z"));
    userId = await insertUser(db());
  });

  it("are f1, ordinal and 256 bits, and name their session and user", async () => {
    const sessions = sessionsWith();
    const { token, session_id } = await startSession(sessions, userId, "192.0.2.1");
    expect(token).toMatch(/^f1\.1\.[A-Za-z0-9_-]{43}$/);
    expect(await sessions.authenticate(token)).toEqual({
      principal: { session_id, user_id: userId },
      newerToken: null,
      currentToken: token,
    });
  });

  it("rotate when used at the age of 3 minutes, not before", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, userId);
    clock.advance(3 * MINUTE - 1);
    expect((await sessions.authenticate(token)).newerToken).toBeNull();
    clock.advance(1);
    const { newerToken, currentToken } = await sessions.authenticate(token);
    expect(newerToken).toMatch(/^f1\.2\./);
    expect(currentToken).toBe(newerToken);
    expect((await sessions.authenticate(currentToken)).newerToken).toBeNull();
  });

  it("give every user of a superseded token the one successor, also at once and from two processes", async () => {
    const [here, there] = [sessionsWith(), sessionsWith()];
    const { token } = await startSession(here, userId);
    clock.advance(3 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? here : there).authenticate(token)));
    const successors = new Set(answers.map((answer) => answer.newerToken));
    expect(successors.size).toBe(1);
    expect(await here.currentToken(token)).toBe([...successors][0]);
    expect(await db().query("select max(seq) as seq from session_tokens")).toEqual([{ seq: 2 }]);
  });

  it("lead from any superseded token of a long chain to the current one", async () => {
    const sessions = sessionsWith();
    const chain = [(await startSession(sessions, userId)).token];
    for (let step = 0; step < 20; step += 1) {
      clock.advance(4 * MINUTE);
      chain.push(await sessions.currentToken(chain.at(-1) ?? ""));
    }
    const newest = chain.at(-1);
    expect(newest).toMatch(/^f1\.21\./);
    for (const token of chain) expect(await sessions.currentToken(token)).toBe(newest);
    clock.advance(4 * MINUTE);
    const further = await sessions.currentToken(chain[0] ?? "");
    expect(further).toMatch(/^f1\.22\./);
    expect(await sessions.currentToken(newest ?? "")).toBe(further);
  });

  it("rotate on every use of the current one when set to 0, and still have one successor", async () => {
    const sessions = sessionsWith(0);
    const { token: first } = await startSession(sessions, userId);
    const second = await sessions.currentToken(first);
    expect(second).toMatch(/^f1\.2\./);
    expect(await sessions.currentToken(first)).toBe(second);
    expect(await sessions.currentToken(first)).toBe(second);
    const third = await sessions.currentToken(second);
    expect(third).toMatch(/^f1\.3\./);
    expect(await sessions.currentToken(first)).toBe(third);
  });

  it("follow a changed rotation age at once", async () => {
    let rotateAfterMs = 3 * MINUTE;
    const sessions = sessionsWith(() => rotateAfterMs);
    const { token } = await startSession(sessions, userId);
    clock.advance(MINUTE);
    expect((await sessions.authenticate(token)).newerToken).toBeNull();
    rotateAfterMs = MINUTE;
    expect((await sessions.authenticate(token)).newerToken).toMatch(/^f1\.2\./);
  });

  it("live 7 days after being superseded, to the millisecond", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, userId);
    clock.advance(3 * MINUTE);
    await sessions.authenticate(token);
    clock.advance(7 * DAY - 1);
    expect((await sessions.authenticate(token)).newerToken).toMatch(/^f1\.3\./);
    clock.advance(1);
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: "token_expired" });
  });

  it("expire when the current one is left unused for 7 days", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, userId);
    clock.advance(7 * DAY);
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: "token_expired" });
    expect(await db().query("select count(*) as n from session_tokens")).toEqual([{ n: 1 }]);
    await startSession(sessions, userId);
    expect(await db().query("select count(*) as n from sessions")).toEqual([{ n: 1 }]);
  });

  it.each(["", "nonsense", "f1.1.", `f1.1.${"A".repeat(43)}`, `f2.1.${"A".repeat(43)}`, "\0"])(
    "are refused as unknown: %o",
    async (token) => {
      await expect(sessionsWith().authenticate(token)).rejects.toMatchObject({
        code: "unauthenticated",
        status: 401,
      });
    },
  );

  it("end all together with their session, and only with it", async () => {
    const sessions = sessionsWith();
    const first = await startSession(sessions, userId);
    const other = await startSession(sessions, userId);
    clock.advance(3 * MINUTE);
    const newer = await sessions.currentToken(first.token);
    expect(await sessions.logout(first.session_id)).toBe(true);
    expect(await sessions.logout(first.session_id)).toBe(false);
    for (const token of [first.token, newer]) {
      await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: "token_revoked" });
    }
    expect((await sessions.authenticate(other.token)).principal.session_id).toBe(other.session_id);
  });

  it("end with all sessions of their user, inside of the caller's transaction", async () => {
    const sessions = sessionsWith();
    const mine = [await startSession(sessions, userId), await startSession(sessions, userId)];
    const other = await startSession(sessions, await insertUser(db(), "other"));
    const undone = db().transaction(async (tx) => {
      expect(await sessions.revokeAll(userId, tx)).toBe(2);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await sessions.revokeAll(userId)).toBe(2);
    for (const { token } of mine) {
      await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: "token_revoked" });
    }
    await expect(sessions.authenticate(other.token)).resolves.toBeDefined();
  });

  it("are refused while their user is disabled", async () => {
    const sessions = sessionsWith();
    const { token } = await startSession(sessions, userId);
    await db().query("update users set disabled_at = now() where id = $1", [userId]);
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: "token_revoked" });
  });

  it("cannot be revived by a rotation that was under way when the session ended", async () => {
    const sessions = sessionsWith();
    const { token, session_id } = await startSession(sessions, userId);
    clock.advance(3 * MINUTE);
    // The rotation has read its row before the logout comes; the compare-and-swap must notice.
    const [rotation, logout] = await Promise.allSettled([sessions.authenticate(token), sessions.logout(session_id)]);
    expect(logout).toEqual({ status: "fulfilled", value: true });
    expect(rotation).toMatchObject({ status: "rejected", reason: { code: "token_revoked" } });
    expect(await db().query("select count(*) as n from session_tokens")).toEqual([{ n: 1 }]);
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
    const sessions = createSessions({ db: db(), clock, random: recording, crypto });
    const { token } = await startSession(sessions, userId);
    clock.advance(3 * MINUTE);
    await sessions.authenticate(token);
    const dump = await db().queryText(
      `select (select json_agg(s) from sessions s)::text || (select json_agg(t) from session_tokens t)::text`,
    );
    expect(made.length).toBe(3);
    for (const secret of made) expect(dump).not.toContain(secret);
    expect(dump).toContain(crypto.sha256Hex(token));
  });

  it("leave no expired rows behind on rotation", async () => {
    const sessions = sessionsWith();
    let { token } = await startSession(sessions, userId);
    for (let day = 0; day < 20; day += 1) {
      clock.advance(DAY);
      token = await sessions.currentToken(token);
    }
    const [row] = await db().query<{ n: number }>("select count(*) as n from session_tokens");
    expect(row?.n).toBeLessThanOrEqual(8);
  });

  it("need a rotation age below their lifetime", () => {
    expect(() => sessionsWith(7 * DAY)).toThrow(/below supersededTtlMs/);
    expect(() => sessionsWith(-1)).toThrow(RangeError);
    expect(() => sessionsWith(Number.NaN)).toThrow(RangeError);
  });
});
