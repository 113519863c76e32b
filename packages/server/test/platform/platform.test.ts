import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DbAbortedError, DbClosedError, DbError, DbTimeoutError, DbUnavailableError } from "../../src/db/index.ts";
import {
  PasswordsBusyError,
  manualClock,
  seededRandom,
  systemClock,
  systemRandom,
  toBase64url,
} from "../../src/platform/index.ts";
import { nodeCrypto, parseConfig } from "../../src/platform/node.ts";
import { readSecretKey } from "../../src/platform/secret-key.ts";
import { sharedCall } from "../../src/platform/shared-call.ts";
import { problemOf } from "../../src/problem-of.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const crypto = nodeCrypto();
const sealingKey = new Uint8Array(32).fill(7);
const encoder = new TextEncoder();

describe("clocks", () => {
  it("stand still until they are moved, and hand out instants nobody else holds", () => {
    const clock = manualClock(new Date(1000));
    clock.now().setTime(0);
    clock.advance(500);
    expect(clock.now().getTime()).toBe(1500);
    clock.set(new Date(0));
    expect(clock.now().getTime()).toBe(0);
    expect(systemClock.now()).toBeInstanceOf(Date);
  });
});

describe("randomness", () => {
  it("repeats by seed only", () => {
    expect(seededRandom(1).bytes(64)).toEqual(seededRandom(1).bytes(64));
    expect(seededRandom(1).bytes(64)).not.toEqual(seededRandom(2).bytes(64));
    const random = seededRandom(1);
    expect(random.bytes(32)).not.toEqual(random.bytes(32));
    expect(systemRandom.bytes(32)).not.toEqual(systemRandom.bytes(32));
  });

  it("uses every byte value", () => {
    expect(new Set(seededRandom(3).bytes(10_000)).size).toBe(256);
  });

  it("is written as base64url without padding", () => {
    expect(toBase64url(new Uint8Array([251, 255, 190, 1]))).toBe("-_--AQ");
    expect(toBase64url(new Uint8Array(32))).toHaveLength(43);
  });
});

describe("crypto", () => {
  it("hashes as the standards' test vectors say", () => {
    const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(crypto.sha256Hex("abc")).toBe(abc);
    expect(Buffer.from(crypto.sha256(encoder.encode("abc"))).toString("hex")).toBe(abc);
    expect(crypto.hmacHex("Jefe", "what do ya want for nothing?")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("derives different keys for different secrets and purposes", () => {
    const derived = [crypto.deriveKey("a", "x"), crypto.deriveKey("a", "y"), crypto.deriveKey("b", "x")].map(
      toBase64url,
    );
    expect(new Set(derived).size).toBe(3);
    expect(crypto.deriveKey("a", "x")).toEqual(crypto.deriveKey("a", "x"));
    expect(crypto.deriveKey("a", "x")).toHaveLength(32);
  });

  it("opens what it sealed, and nothing else", () => {
    const sealed = crypto.seal(sealingKey, encoder.encode("secret"), "here");
    expect(sealed).not.toBe(crypto.seal(sealingKey, encoder.encode("secret"), "here"));
    const opened = crypto.open(sealingKey, sealed, "here");
    expect(opened && new TextDecoder().decode(opened)).toBe("secret");
    expect(crypto.open(sealingKey, sealed, "there")).toBeNull();
    expect(crypto.open(new Uint8Array(32), sealed, "here")).toBeNull();
    expect(crypto.open(new Uint8Array(5), sealed, "here")).toBeNull();
    expect(crypto.open(sealingKey, "", "here")).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === "A" ? "B" : "A";
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      const result = crypto.open(sealingKey, altered, "here");
      // The last character's spare bits say nothing, so altering those changes no byte.
      const sameBytes = Buffer.from(altered, "base64url").equals(Buffer.from(sealed, "base64url"));
      expect(result === null).toBe(!sameBytes);
    }
  });

  it("compares texts of any length", () => {
    expect(crypto.equal("same", "same")).toBe(true);
    expect(crypto.equal("same", "samE")).toBe(false);
    expect(crypto.equal("same", "same and more")).toBe(false);
  });
});

describe("the problem that an error stands for", () => {
  it.each([
    new PasswordsBusyError(),
    new DbTimeoutError(),
    new DbClosedError("closed"),
    new DbUnavailableError("10.0.0.1 refuses"),
    new DbAbortedError(),
    new DbError("could not serialize access", { code: "40001" }),
    new DbError("deadlock detected", { code: "40P01" }),
  ])("is 503 unavailable in a second for %s, and quotes nothing of it", (error) => {
    const problem = problemOf(error);
    expect(problem).toMatchObject({ status: 503, code: "unavailable", extra: { retry_after_s: 1, cause: error } });
    expect(problem?.message).not.toContain(error.message);
  });

  it("is none for what nobody foresaw: a refused statement, a mistake", () => {
    expect(problemOf(new DbError("syntax", { code: "42601" }))).toBeNull();
    expect(problemOf(new TypeError("x is undefined"))).toBeNull();
  });
});

/** Counts calls, and knows how many are under way; every third one fails. */
function countedCall() {
  const seen = { begun: 0, underWay: 0, most: 0 };
  const call = async (): Promise<number> => {
    const number = ++seen.begun;
    seen.most = Math.max(seen.most, ++seen.underWay);
    await Promise.resolve();
    seen.underWay -= 1;
    if (number % 3 === 0) throw new Error(String(number));
    return number;
  };
  return { seen, call };
}

describe("sharedCall", () => {
  it("gives each caller the result of a call that began after it asked, one at a time", async () => {
    const schedule = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(schedule, async (turns) => {
        const { seen, call } = countedCall();
        const shared = sharedCall(call);
        const answers: Promise<void>[] = [];
        for (const pause of turns) {
          const before = seen.begun;
          const check = (result: unknown): void => {
            const number = Number(result instanceof Error ? result.message : result);
            expect(number).toBeGreaterThan(before);
            expect(number % 3 === 0).toBe(result instanceof Error);
          };
          answers.push(shared().then(check, check));
          for (let turn = 0; turn < pause; turn += 1) await Promise.resolve();
        }
        await Promise.all(answers);
        expect(seen.most).toBe(1);
      }),
    );
  });

  it("makes two calls for any number of callers at once: the one under way, and the next", async () => {
    const { seen, call } = countedCall();
    const shared = sharedCall(call);
    const first = shared();
    await Promise.resolve();
    expect(await Promise.all([first, ...Array.from({ length: 100 }, shared)])).toEqual([1, ...Array(100).fill(2)]);
    expect(seen.begun).toBe(2);
  });
});

describe("the key of a data directory", () => {
  const directory = useTemporaryDirectories();

  it("is made once for a data directory, for its owner alone", () => {
    const data = directory();
    const config = parseConfig({ data });
    const key = readSecretKey(config, systemRandom);
    expect(key).toHaveLength(32);
    expect(Buffer.from(readSecretKey(config, systemRandom))).toEqual(Buffer.from(key));
    expect(readdirSync(data)).toEqual(["secret.key"]);
    expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
  });

  it.each(["", "short", "not base64url!"])("is refused when its file holds %j, which stays as it is", (text) => {
    const data = directory();
    writeFileSync(join(data, "secret.key"), text);
    expect(() => readSecretKey(parseConfig({ data }), systemRandom)).toThrow(/^secret_key: the file .* holds no key/);
    expect(readFileSync(join(data, "secret.key"), "utf8")).toBe(text);
  });

  it("is refused in one line when its file cannot be read or made", () => {
    const data = directory();
    const read = (folder: string) => () => readSecretKey(parseConfig({ data: folder }), systemRandom);
    execFileSync("mkfifo", [join(data, "secret.key")]);
    expect(read(data)).toThrow(/^secret_key: the file .* holds no key/);
    const cannot =
      /^secret_key: the file [^\n]* cannot be read or written \(E[A-Z]+\)\. Correct that, or set secret_key\.$/;
    expect(read(join(data, "missing"))).toThrow(cannot);
    expect(read(join(data, "x".repeat(300)))).toThrow(cannot);
    expect(readdirSync(data)).toEqual(["secret.key"]);
  });

  it("is the setting where there is one, and no file is made then", () => {
    const data = directory();
    const secret_key = Buffer.alloc(32, 7).toString("base64");
    expect(Buffer.from(readSecretKey(parseConfig({ data, secret_key }), systemRandom))).toEqual(Buffer.alloc(32, 7));
    expect(existsSync(join(data, "secret.key"))).toBe(false);
    for (const wrong of ["", "c2hvcnQ=", 7]) expect(() => parseConfig({ secret_key: wrong })).toThrow(/openssl rand/);
  });
});
