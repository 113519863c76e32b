import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64url } from "../../src/platform/crypto.ts";
import type { Crypto } from "../../src/platform/index.ts";
import { seededRandom, toBase64url } from "../../src/platform/index.ts";
import { argon2Passwords, nodeCrypto } from "../../src/platform/node.ts";
import { webCrypto, webPasswords } from "../../src/platform/web-crypto.ts";

const node = nodeCrypto();
const web = webCrypto();
const directions: readonly (readonly [Crypto, Crypto])[] = [
  [node, web],
  [web, node],
];

const anyText = fc.string({ unit: "binary" });
const anyBytes = fc.uint8Array({ maxLength: 100 });
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anySecret = fc.oneof(anyText, anyBytes);
const plain = (bytes: Uint8Array | null): number[] | null => bytes && [...bytes];

/** What UTF-8 can carry of a text: halves of surrogate pairs are replaced. */
const asUtf8 = (text: string): string => Buffer.from(text).toString();

describe("cryptography in JavaScript", () => {
  it("hashes, authenticates, derives and compares as Node does", () => {
    fc.assert(
      fc.property(anyText, anyText, anySecret, (text, other, secret) => {
        expect(web.sha256Hex(text)).toBe(node.sha256Hex(text));
        expect(plain(web.sha256(new TextEncoder().encode(text)))).toEqual(
          plain(node.sha256(new TextEncoder().encode(text))),
        );
        expect(web.hmacHex(secret, text)).toBe(node.hmacHex(secret, text));
        expect(plain(web.deriveKey(secret, text))).toEqual(plain(node.deriveKey(secret, text)));
        for (const each of [text, other]) expect(web.equal(text, each)).toBe(node.equal(text, each));
      }),
    );
  });

  it("opens what Node sealed, and the other way round", () => {
    fc.assert(
      fc.property(anyKey, anyBytes, anyText, (key, secret, context) => {
        for (const [one, other] of directions) {
          const sealed = one.seal(key, secret, context);
          expect(plain(other.open(key, sealed, context))).toEqual([...secret]);
          expect(other.open(key, sealed, `${context}.`)).toBeNull();
          expect(
            other.open(
              key.map((byte) => byte ^ 1),
              sealed,
              context,
            ),
          ).toBeNull();
        }
      }),
    );
  });

  it("makes the same seal from the same nonce", () => {
    fc.assert(
      fc.property(anyKey, anyBytes, anyText, fc.nat(), (key, secret, context, seed) => {
        const seal = (make: typeof nodeCrypto): string => make(seededRandom(seed)).seal(key, secret, context);
        expect(seal(webCrypto)).toBe(seal(nodeCrypto));
      }),
    );
  });

  it("opens nothing else, whatever it looks like", () => {
    const key = new Uint8Array(32).fill(7);
    const sealed = web.seal(key, new Uint8Array([1, 2, 3]), "here");
    expect(web.open(new Uint8Array(5), sealed, "here")).toBeNull();
    for (const text of ["", "A", "*".repeat(60), sealed.slice(0, 30), `${sealed}AAAA`, "é".repeat(50)]) {
      expect(web.open(key, text, "here")).toBeNull();
    }
    for (let place = 0; place < sealed.length; place += 1) {
      const altered = sealed.slice(0, place) + (sealed[place] === "A" ? "B" : "A") + sealed.slice(place + 1);
      expect(plain(web.open(key, altered, "here"))).toEqual(plain(node.open(key, altered, "here")));
    }
  });

  it("reads the base64url that it writes", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(plain(fromBase64url(toBase64url(bytes)))).toEqual([...bytes]);
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      }),
    );
  });
});

describe("passwords in WebAssembly", () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const pair = [argon2Passwords({ cost }), webPasswords({ cost })] as const;
  const anyPassword = fc.string({ unit: "binary", minLength: 1, maxLength: 256 });

  it("verify what Node hashed, and the other way round", async () => {
    await fc.assert(
      fc.asyncProperty(anyPassword, anyPassword, async (password, wrong) => {
        for (const [one, other] of [pair, pair.toReversed()] as const) {
          const phc = await one!.hash(password);
          expect(await other!.verify(phc, password)).toEqual({ needsRehash: false });
          const same = asUtf8(wrong.normalize("NFC")) === asUtf8(password.normalize("NFC"));
          expect((await other!.verify(phc, wrong)) !== null).toBe(same);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("are the same text for the same salt, at any cost", async () => {
    const anyCost = fc.record({
      memoryCost: fc.integer({ min: 32, max: 200 }),
      timeCost: fc.integer({ min: 1, max: 3 }),
      parallelism: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyPassword, anyCost, fc.nat(), async (password, someCost, seed) => {
        const hash = (make: typeof webPasswords): Promise<string> =>
          make({ cost: someCost, random: seededRandom(seed) }).hash(password);
        expect(await hash(webPasswords)).toBe(await hash(argon2Passwords));
      }),
      { numRuns: 30 },
    );
  });

  it("have the documented cost, refuse what fits no hash, and never accept a dummy", async () => {
    const passwords = webPasswords();
    const phc = await passwords.hash("open sesame");
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(phc, "open sesame")).toEqual({ needsRehash: expect.any(Boolean) });
    expect(await passwords.verify(phc, "")).toBe(null);
    expect(await passwords.verify("", "anything")).toBe(null);
    expect(await passwords.verifyDummy("no user has this password")).toBe(null);
  });
});
