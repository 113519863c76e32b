import { hash as hashAsTyped } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { PasswordsBusyError, seededRandom } from "../../src/platform/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";
import { createPasswords } from "../../src/platform/passwords.ts";
import { createWorkQueue } from "../../src/platform/work-queue.ts";

const weak = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  it("are argon2id with the documented cost, each with its own salt", async () => {
    const passwords = argon2Passwords();
    const [one, two] = [await passwords.hash("open sesame"), await passwords.hash("open sesame")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, "open sesame")).toEqual({ needsRehash: false });
    expect(await passwords.verify(one, "open sesamE")).toBe(null);
    expect(await passwords.verify(one, "")).toBe(null);
  });

  it("verify any text, and treat what is no hash as wrong", async () => {
    const passwords = argon2Passwords({ cost: weak });
    const odd = "pässwörd 🚚\n" + "x".repeat(1000);
    expect(await passwords.verify(await passwords.hash(odd), odd)).toEqual({ needsRehash: false });
    expect(await passwords.verify("", "anything")).toBe(null);
    expect(await passwords.verify("plain", "plain")).toBe(null);
  });

  it("want a new hash when today's cost is higher, not when it is lower", async () => {
    const made = await argon2Passwords({ cost: weak }).hash("x");
    expect(await argon2Passwords().verify(made, "x")).toEqual({ needsRehash: true });
    expect(await argon2Passwords({ cost: weak }).verify(made, "x")).toEqual({ needsRehash: false });
    const strong = await argon2Passwords().hash("x");
    expect(await argon2Passwords({ cost: weak }).verify(strong, "x")).toEqual({ needsRehash: false });
  });

  it("do the work of a verification for a user that does not exist, and never accept", async () => {
    const passwords = argon2Passwords({ cost: weak });
    expect(await passwords.verifyDummy("no user has this password")).toBe(null);
    expect(await passwords.verifyDummy("anything")).toBe(null);
  });

  it("fit in whichever Unicode form they are typed, and in the one in which they were hashed once", async () => {
    const passwords = argon2Passwords({ cost: weak });
    const [composed, decomposed] = ["Café-Ω", "Café-Ω".normalize("NFD")];
    expect(composed.normalize("NFC")).not.toBe(decomposed);
    for (const made of [await passwords.hash(composed), await passwords.hash(decomposed)]) {
      for (const typed of [composed, decomposed]) {
        expect(await passwords.verify(made, typed)).toEqual({ needsRehash: false });
      }
    }
    const asTyped = await hashAsTyped(decomposed, weak);
    expect(await passwords.verify(asTyped, decomposed)).toEqual({ needsRehash: true });
    expect(await passwords.verify(asTyped, composed)).toBe(null);
  });

  it("are checked as often for a user that does not exist, or has no hash, as for one with another password", async () => {
    let checks = 0;
    const passwords = createPasswords(
      {
        hash: async () => "$argon2id$v=19$m=8,t=1,p=1$",
        verify: async () => {
          checks += 1;
          return false;
        },
      },
      { cost: weak, parallel: 1 },
    );
    const count = async (check: () => Promise<unknown>): Promise<number> => {
      checks = 0;
      expect(await check()).toBe(null);
      return checks;
    };
    for (const [typed, expected] of [
      ["plain", 1],
      ["Cafe\u0301", 2],
    ] as const) {
      expect(await count(() => passwords.verify("$argon2id$v=19$m=8,t=1,p=1$", typed))).toBe(expected);
      expect(await count(() => passwords.verify("", typed))).toBe(expected);
      expect(await count(() => passwords.verifyDummy(typed))).toBe(expected);
    }
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
