import { describe, expect, it } from "vitest";
import { PasswordsBusyError, seededRandom } from "../../src/platform/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";
import { createWorkQueue } from "../../src/platform/work-queue.ts";

const weak = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  it("are argon2id with the documented cost, each with its own salt", async () => {
    const passwords = argon2Passwords();
    const [one, two] = [await passwords.hash("open sesame"), await passwords.hash("open sesame")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, "open sesame")).toBe(true);
    expect(await passwords.verify(one, "open sesamE")).toBe(false);
    expect(await passwords.verify(one, "")).toBe(false);
  });

  it("verify any text, and treat what is no hash as wrong", async () => {
    const passwords = argon2Passwords({ cost: weak });
    const odd = "pässwörd 🚚\n" + "x".repeat(1000);
    expect(await passwords.verify(await passwords.hash(odd), odd)).toBe(true);
    expect(await passwords.verify("", "anything")).toBe(false);
    expect(await passwords.verify("plain", "plain")).toBe(false);
  });

  it("want a new hash when today's cost is higher, not when it is lower", async () => {
    const made = await argon2Passwords({ cost: weak }).hash("x");
    expect(argon2Passwords().needsRehash(made)).toBe(true);
    expect(argon2Passwords({ cost: weak }).needsRehash(made)).toBe(false);
    const strong = await argon2Passwords().hash("x");
    expect(argon2Passwords({ cost: weak }).needsRehash(strong)).toBe(false);
    expect(argon2Passwords().needsRehash("$2b$10$bcrypt")).toBe(true);
  });

  it("do the work of a verification for a user that does not exist, and never accept", async () => {
    const passwords = argon2Passwords({ cost: weak });
    expect(await passwords.verifyDummy("no user has this password")).toBe(false);
    expect(await passwords.verifyDummy("anything")).toBe(false);
  });

  it("take their salts from the given source", async () => {
    const hash = (): Promise<string> => argon2Passwords({ cost: weak, random: seededRandom(1) }).hash("x");
    expect(await hash()).toBe(await hash());
  });

  it("tell callers to come back when too many wait", async () => {
    const passwords = argon2Passwords({ cost: weak, parallel: 1, maxWaiting: 1 });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => passwords.hash("x")));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(outcomes[2]).toMatchObject({ reason: expect.any(PasswordsBusyError) });
    await expect(passwords.hash("x")).resolves.toMatch(/^\$argon2id/);
  });
});

describe("a work queue", () => {
  it("never runs more than its limit, keeps the order, and survives failing jobs", async () => {
    const queue = createWorkQueue({ parallel: 2, maxWaiting: 100, refusal: () => new Error("full") });
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const jobs = Array.from({ length: 20 }, (_, index) =>
      queue.run(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (index % 3 === 0) throw new Error("failed");
        return index;
      }),
    );
    const outcomes = await Promise.allSettled(jobs);
    expect(most).toBe(2);
    expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(7);
  });
});
