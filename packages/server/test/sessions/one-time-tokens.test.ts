import { beforeEach, describe, expect, it } from "vitest";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import type { OneTimeTokens } from "../../src/sessions/index.ts";
import { createOneTimeTokens } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const email = "newcomer@example.com";

describe("one-time tokens", () => {
  let tokens: OneTimeTokens;
  let userId = 0;
  beforeEach(async () => {
    clock.set(new Date("2026-01-01T00:00:00.000Z"));
    tokens = createOneTimeTokens({
      db: db(),
      clock,
      random: systemRandom,
      crypto: nodeCrypto(),
    });
    userId = await insertUser(db());
  });

  it("can be looked at any number of times and used once", async () => {
    const { token, expires_at } = await tokens.issue("registration", { email }, { email });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(expires_at).toBe("2026-01-08T00:00:00.000Z");
    const expected = {
      user_id: null,
      payload: { email },
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at,
    };
    expect(await tokens.peek("registration", token)).toEqual(expected);
    expect(await tokens.peek("registration", token)).toEqual(expected);
    expect(await tokens.consume("registration", token)).toEqual(expected);
    await expect(tokens.consume("registration", token)).rejects.toMatchObject({ code: "gone" });
    await expect(tokens.peek("registration", token)).rejects.toMatchObject({ code: "gone" });
  });

  it("are used by exactly one of many at once", async () => {
    const { token } = await tokens.issue("password_reset", { user_id: userId });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => tokens.consume("password_reset", token)),
    );
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(won).toEqual([{ status: "fulfilled", value: expect.objectContaining({ user_id: userId }) }]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "gone" });
    }
  });

  it("come back when the transaction that used them fails", async () => {
    const { token } = await tokens.issue("password_reset", { user_id: userId });
    const failed = db().transaction(async (tx) => {
      await tokens.consume("password_reset", token, tx);
      throw new Error("the rest failed");
    });
    await expect(failed).rejects.toThrow("the rest failed");
    await expect(tokens.consume("password_reset", token)).resolves.toBeDefined();
  });

  it.each([
    ["password_reset", 30 * 60_000],
    ["registration", 7 * 24 * 60 * 60_000],
  ] as const)("for %s expire after %d ms", async (purpose, ttl) => {
    const { token } = await tokens.issue(purpose, { user_id: userId });
    clock.advance(ttl - 1);
    await expect(tokens.peek(purpose, token)).resolves.toBeDefined();
    clock.advance(1);
    await expect(tokens.peek(purpose, token)).rejects.toMatchObject({ code: "gone" });
    await expect(tokens.consume(purpose, token)).rejects.toMatchObject({ code: "gone" });
  });

  it("are unknown when never issued, or issued for another purpose", async () => {
    const { token } = await tokens.issue("password_reset", { user_id: userId });
    const unknown = { code: "not_found", status: 404 };
    await expect(tokens.consume("registration", token)).rejects.toMatchObject(unknown);
    await expect(tokens.consume("registration", "A".repeat(43))).rejects.toMatchObject(unknown);
    await expect(tokens.peek("registration", "")).rejects.toMatchObject(unknown);
    await expect(tokens.consume("password_reset", token)).resolves.toBeDefined();
  });

  it("replace the earlier one of the same purpose and subject only", async () => {
    const first = await tokens.issue("registration", { email });
    const other = await tokens.issue("registration", { email: "other@example.com" });
    const reset = await tokens.issue("password_reset", { user_id: userId });
    const second = await tokens.issue("registration", { email: email.toUpperCase() });
    await expect(tokens.peek("registration", first.token)).rejects.toMatchObject({ code: "gone" });
    await expect(tokens.peek("registration", other.token)).resolves.toBeDefined();
    await expect(tokens.peek("password_reset", reset.token)).resolves.toBeDefined();
    await expect(tokens.peek("registration", second.token)).resolves.toBeDefined();
  });

  it("stay one at a time when issued at once", async () => {
    const issued = await Promise.all(
      Array.from({ length: 10 }, () => tokens.issue("password_reset", { user_id: userId })),
    );
    const live = await Promise.allSettled(issued.map(({ token }) => tokens.peek("password_reset", token)));
    expect(live.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });

  it("are stored as hashes, and forgotten 30 days after their end", async () => {
    const { token } = await tokens.issue("password_reset", { user_id: userId });
    const dump = await db().queryText("select json_agg(t)::text from one_time_tokens t");
    expect(dump).not.toContain(token);
    clock.advance(31 * 24 * 60 * 60_000);
    await tokens.issue("registration", { email });
    await expect(tokens.peek("password_reset", token)).rejects.toMatchObject({ code: "not_found" });
  });
});
