import { describe, expect, it } from "vitest";
import { manualClock, seededRandom, systemClock, systemRandom, toBase64url } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";

const crypto = nodeCrypto();
const key = new Uint8Array(32).fill(7);
const text = new TextEncoder();

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
    expect(Buffer.from(crypto.sha256(text.encode("abc"))).toString("hex")).toBe(abc);
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
    const sealed = crypto.seal(key, text.encode("secret"), "here");
    expect(sealed).not.toBe(crypto.seal(key, text.encode("secret"), "here"));
    const opened = crypto.open(key, sealed, "here");
    expect(opened && new TextDecoder().decode(opened)).toBe("secret");
    expect(crypto.open(key, sealed, "there")).toBeNull();
    expect(crypto.open(new Uint8Array(32), sealed, "here")).toBeNull();
    expect(crypto.open(new Uint8Array(5), sealed, "here")).toBeNull();
    expect(crypto.open(key, "", "here")).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === "A" ? "B" : "A";
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      const result = crypto.open(key, altered, "here");
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
