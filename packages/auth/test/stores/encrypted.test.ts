import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createAuth, memoryStore, type AuthEvent, type TokenStore } from "../../src/index.ts";
import { encrypted } from "../../src/stores/encrypted/encrypted.ts";
import { rotatingServer } from "../../src/testing/index.ts";
import { record } from "./support/records.ts";

const key = (fill: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(fill);

/** What a store of two really keeps. */
const stored = async (inner: TokenStore): Promise<string> => JSON.stringify(await inner.read());

describe("encrypted", () => {
  test("the token is not readable below, everything else is", async () => {
    const inner = memoryStore();
    const store = encrypted(inner, key(1));
    await store.commit(0, record(1, { token: "CANARY" }));
    expect(await stored(inner)).not.toMatch(/CANARY|Q0FOQVJZ/);
    expect(await inner.read()).toMatchObject({
      v: 1,
      serviceId: "https://fleet.example.com/api/v1",
      rev: 1,
      sid: "s",
      user: "0badcafe",
    });
    expect((await store.read())?.token).toBe("CANARY");
    const first = (await inner.read())?.token;
    await store.commit(1, record(2, { token: "CANARY" }));
    expect((await inner.read())?.token).not.toBe(first);
  });

  test("a wrong key is store_key, not an empty store, and a session overwrites nothing", async () => {
    const inner = memoryStore();
    await encrypted(inner, key(1)).commit(0, record(1, { token: "CANARY" }));
    const before = await stored(inner);
    const store = encrypted(inner, key(2));
    await expect(store.read()).rejects.toMatchObject({ code: "store_key" });
    const { baseUrl, fetch } = rotatingServer();
    const session = createAuth({ baseUrl, fetch, store });
    const events: AuthEvent[] = [];
    session.subscribe((event) => events.push(event));
    await expect(session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "login_required" });
    expect(events.find(({ type }) => type === "store_error")).toMatchObject({
      error: { message: expect.stringContaining("store_key") },
    });
    await session[Symbol.asyncDispose]();
    expect(await stored(inner)).toBe(before);
  });

  test.each<[string, object]>([
    ["service", { serviceId: "https://other.example.net/api/v1" }],
    ["session", { sid: "other" }],
    ["revision", { rev: 9 }],
    ["user", { user: "ffffffff" }],
    ["ciphertext", { token: `enc1.1.${"A".repeat(60)}` }],
    ["text that is too short", { token: "enc1.1.AAAA" }],
    ["text that is not base64", { token: "enc1.1.A" }],
    ["unknown key", { token: "enc1.9.AAAA" }],
  ])("a record with another %s does not open", async (_what, changes) => {
    const inner = memoryStore();
    await encrypted(inner, key(1)).commit(0, record(1));
    const found = await inner.read();
    const moved = memoryStore();
    await moved.commit(0, { ...record(1), ...found, ...changes });
    await expect(encrypted(moved, key(1)).read()).rejects.toMatchObject({ code: "store_key" });
  });

  test("keys change: the new one encrypts, the old one still opens, without it nothing does", async () => {
    const inner = memoryStore();
    const [old, young] = [
      { id: "2029", key: key(1) },
      { id: "2030", key: key(2) },
    ] as const;
    await encrypted(inner, { keys: [old] }).commit(0, record(1));
    const both = encrypted(inner, { keys: [young, old] });
    expect(await both.read()).toEqual(record(1));
    await both.commit(1, record(2));
    expect(await encrypted(inner, { keys: [young] }).read()).toEqual(record(2));
    await expect(encrypted(inner, { keys: [old] }).read()).rejects.toMatchObject({
      code: "store_key",
      message: expect.stringContaining("2030"),
    });
  });

  test("tokens from before encryption: refused, or taken along when told so", async () => {
    const inner = memoryStore();
    await inner.commit(0, record(1));
    await expect(encrypted(inner, key(1)).read()).rejects.toMatchObject({ code: "store_key" });
    const store = encrypted(inner, { keys: [{ id: "1", key: key(1) }], plaintext: "accept" });
    expect(await store.read()).toEqual(record(1));
    await store.commit(1, record(2));
    expect((await inner.read())?.token).toMatch(/^enc1\.1\./);
  });

  test("a logout needs no key", async () => {
    const inner = memoryStore();
    await encrypted(inner, key(1)).commit(0, record(1, { token: null }));
    expect(await encrypted(inner, key(2)).read()).toEqual(record(1, { token: null }));
  });

  test("a CryptoKey serves, also one that cannot be exported", async () => {
    const given = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    const store = encrypted(memoryStore(), given);
    await store.commit(0, record(1));
    expect(await store.read()).toEqual(record(1));
  });

  test("key bytes that the caller overwrites afterwards stay the key", async () => {
    const inner = memoryStore();
    const given = key(1);
    const store = encrypted(inner, given);
    given.fill(0);
    await store.commit(0, record(1));
    expect(await encrypted(inner, key(1)).read()).toEqual(record(1));
    await expect(encrypted(inner, key(0)).read()).rejects.toMatchObject({ code: "store_key" });
  });

  test("an old key needs no right to encrypt", async () => {
    const inner = memoryStore();
    await encrypted(inner, { keys: [{ id: "old", key: key(1) }] }).commit(0, record(1));
    const old = await crypto.subtle.importKey("raw", key(1), "AES-GCM", false, ["decrypt"]);
    const store = encrypted(inner, {
      keys: [
        { id: "new", key: key(2) },
        { id: "old", key: old },
      ],
    });
    expect(await store.read()).toEqual(record(1));
    expect(await store.commit(1, record(2))).toBe(true);
    expect(await store.read()).toEqual(record(2));
  });

  test("what inspect shows of the store has neither key nor token", async () => {
    const inner = memoryStore();
    const store = encrypted(inner, new TextEncoder().encode("CANARY_of_thirty_two_bytes......"));
    await store.commit(0, record(1, { token: "TOKEN_CANARY" }));
    await store.read();
    expect(inspect([store, inner], { depth: Infinity, showHidden: true })).not.toMatch(/CANARY|67, 65, 78/);
  });

  test("a page without Web Crypto is told so at once", () => {
    vi.stubGlobal("crypto", {});
    try {
      expect(() => encrypted(memoryStore(), key(1))).toThrow(
        expect.objectContaining({ code: "invalid_option", message: expect.stringContaining("Web Crypto") }),
      );
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("keys that cannot be used are refused at once", async () => {
    const hmac = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const short = await crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, false, ["encrypt", "decrypt"]);
    const one = await crypto.subtle.importKey("raw", key(1), "AES-GCM", false, ["decrypt"]);
    const named = { id: "1", key: key(1) };
    for (const wrong of [
      new Uint8Array(16),
      hmac,
      short,
      one,
      { keys: [{ ...named, id: "" }] as const },
      { keys: [{ ...named, id: "a.b" }] as const },
      { keys: [named, named] as const },
    ]) {
      expect(() => encrypted(memoryStore(), wrong)).toThrow(expect.objectContaining({ code: "invalid_option" }));
    }
  });
});
