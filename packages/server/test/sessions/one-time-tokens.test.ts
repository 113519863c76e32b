import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { noScope } from "../../src/db/index.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { IssuedToken, OneTimePurpose, OneTimeToken, OneTimeTokens } from "../../src/sessions/index.ts";
import { createOneTimeTokens } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const email = "newcomer@example.com";
const work = (): UnitOfWork => db.database().unitOfWork(noScope);

describe("one-time tokens", () => {
  let tokens: OneTimeTokens;
  let userId = 0;
  beforeEach(async () => {
    clock.set(new Date("2026-01-01T00:00:00.000Z"));
    tokens = createOneTimeTokens({
      clock,
      random: systemRandom,
      crypto: nodeCrypto(),
    });
    userId = await insertUser(db());
  });

  async function issue(...args: Parameters<OneTimeTokens["issue"]>): Promise<IssuedToken> {
    const { issued, query } = tokens.issue(...args);
    await work().write(query);
    return issued;
  }
  const peek = (purpose: OneTimePurpose, token: string): Promise<OneTimeToken> => tokens.peek(work(), purpose, token);
  const consume = (purpose: OneTimePurpose, token: string): Promise<OneTimeToken> =>
    work().transaction((tx) => tokens.consume(tx, purpose, token));

  it("can be looked at any number of times and used once", async () => {
    const { token, expires_at } = await issue("registration", { email }, { email });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(expires_at).toBe("2026-01-08T00:00:00.000Z");
    const expected = {
      user_id: null,
      payload: { email },
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at,
    };
    expect(await peek("registration", token)).toEqual(expected);
    expect(await peek("registration", token)).toEqual(expected);
    expect(await consume("registration", token)).toEqual(expected);
    await expect(consume("registration", token)).rejects.toMatchObject({ code: "gone" });
    await expect(peek("registration", token)).rejects.toMatchObject({ code: "gone" });
  });

  it("stay ended when their user was disabled and is enabled again, also those that are issued meanwhile", async () => {
    const before = await issue("password_reset", { user_id: userId });
    await db().query("update users set disabled_at = now() where id = $1", [userId]);
    const meanwhile = await issue("password_reset", { user_id: userId });
    await db().query("update users set disabled_at = null where id = $1", [userId]);
    for (const { token } of [before, meanwhile]) {
      await expect(consume("password_reset", token)).rejects.toMatchObject({ code: "gone" });
    }
    for (let round = 0; round < 10; round += 1) {
      const issued = issue("password_reset", { user_id: userId });
      await Promise.all([issued, db().query("update users set disabled_at = now() where id = $1", [userId])]);
      await db().query("update users set disabled_at = null where id = $1", [userId]);
    }
    expect(await db().query("select hash from one_time_tokens where used_at is null")).toEqual([]);
    const after = await issue("password_reset", { user_id: userId });
    await expect(consume("password_reset", after.token)).resolves.toMatchObject({ user_id: userId });
  });

  it("are used by exactly one of many at once", async () => {
    const { token } = await issue("password_reset", { user_id: userId });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => consume("password_reset", token)));
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(won).toEqual([{ status: "fulfilled", value: expect.objectContaining({ user_id: userId }) }]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "gone" });
    }
  });

  it("come back when the transaction that used them fails", async () => {
    const { token } = await issue("password_reset", { user_id: userId });
    const failed = work().transaction(async (tx) => {
      await tokens.consume(tx, "password_reset", token);
      throw new Error("the rest failed");
    });
    await expect(failed).rejects.toThrow("the rest failed");
    await expect(consume("password_reset", token)).resolves.toBeDefined();
  });

  it.each([
    ["password_reset", 30 * 60_000],
    ["registration", 7 * 24 * 60 * 60_000],
  ] as const)("for %s expire after %d ms", async (purpose, ttl) => {
    const { token } = await issue(purpose, { user_id: userId });
    clock.advance(ttl - 1);
    await expect(peek(purpose, token)).resolves.toBeDefined();
    clock.advance(1);
    await expect(peek(purpose, token)).rejects.toMatchObject({ code: "gone" });
    await expect(consume(purpose, token)).rejects.toMatchObject({ code: "gone" });
  });

  it("are unknown when never issued, or issued for another purpose", async () => {
    const { token } = await issue("password_reset", { user_id: userId });
    const unknown = { code: "not_found", status: 404 };
    await expect(consume("registration", token)).rejects.toMatchObject(unknown);
    await expect(consume("registration", "A".repeat(43))).rejects.toMatchObject(unknown);
    await expect(peek("registration", "")).rejects.toMatchObject(unknown);
    await expect(consume("password_reset", token)).resolves.toBeDefined();
  });

  it("leave earlier ones good until one of them is used, which ends all of its purpose and subject", async () => {
    const first = await issue("registration", { email });
    const other = await issue("registration", { email: "other@example.com" });
    const reset = await issue("password_reset", { user_id: userId });
    const second = await issue("registration", { email: email.toUpperCase() });
    for (const { token } of [first, second]) await expect(peek("registration", token)).resolves.toBeDefined();
    await expect(consume("registration", first.token)).resolves.toBeDefined();
    for (const { token } of [first, second]) {
      await expect(peek("registration", token)).rejects.toMatchObject({ code: "gone" });
      await expect(consume("registration", token)).rejects.toMatchObject({ code: "gone" });
    }
    await expect(peek("registration", other.token)).resolves.toBeDefined();
    await expect(peek("password_reset", reset.token)).resolves.toBeDefined();
    const third = await issue("registration", { email });
    await expect(consume("registration", third.token)).resolves.toBeDefined();
  });

  it("are used by one of many at once, also when each has a token of its own", async () => {
    const issued = await Promise.all(Array.from({ length: 10 }, () => issue("password_reset", { user_id: userId })));
    const outcomes = await Promise.allSettled(issued.map(({ token }) => consume("password_reset", token)));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "gone" });
    }
  });

  it("are used as fast when many others wait, though nobody has counted them for the planner", async () => {
    await db().query(
      `insert into one_time_tokens (hash, purpose, subject, created_at, expires_at)
       select md5(n::text), 'registration', 'email:' || n, $1, $2 from generate_series(1, 20000) n`,
      [clock.now(), new Date(clock.now().getTime() + 1000)],
    );
    // Comparing them in pairs takes longer than a statement may.
    const { token } = await issue("registration", { email });
    await expect(peek("registration", token)).resolves.toBeDefined();
    await expect(consume("registration", token)).resolves.toBeDefined();
  });

  it("are stored as hashes", async () => {
    const { token } = await issue("password_reset", { user_id: userId });
    const dump = await db().queryText("select json_agg(t)::text from one_time_tokens t");
    expect(dump).not.toContain(token);
  });
});
