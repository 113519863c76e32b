import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createAuth, memoryStore, type AuthEvent } from "../../src/index.ts";
import { keychainStore, type Keyring } from "../../src/stores/keychain/keychain-store.ts";
import { systemKeyring } from "../../src/stores/keychain/keyring.ts";
import { rotatingServer } from "../../src/testing/index.ts";
import { deferred } from "../support/deferred.ts";
import { fakeKeyring, folder } from "./support/folder.ts";
import { record, wait } from "./support/records.ts";

const named = { service: "fleet", account: "demo" };
const denied = (): Promise<never> => Promise.reject(Object.assign(new Error("CANARY"), { code: "AccessDenied" }));
const locked: Keyring = { get: denied, set: denied, remove: denied };

describe("keychainStore", () => {
  test("the token is in the keychain and nowhere on the disk; the two entries take turns", async () => {
    await using place = folder();
    const keyring = fakeKeyring();
    const store = keychainStore({ ...named, path: place.at("s"), keyring });
    for (let rev = 1; rev <= 4; rev++) {
      expect(await store.commit(rev - 1, record(rev, { token: `CANARY${rev}` }))).toBe(true);
      expect((await store.read())?.token).toBe(`CANARY${rev}`);
    }
    expect([...keyring.entries.keys()].toSorted()).toEqual(["demo a", "demo b"]);
    for (const name of await readdir(place.path))
      expect(await readFile(place.at(name), "utf8")).not.toContain("CANARY");
    await store.commit(4, record(5, { token: null }));
    expect(keyring.entries.size).toBe(0);
    expect(await store.read()).toEqual(record(5, { token: null }));
  });

  test("F1 a crash between keychain and file leaves the earlier session whole", async () => {
    await using place = folder();
    const keyring = fakeKeyring();
    const store = keychainStore({ ...named, path: place.at("s"), keyring });
    await store.commit(0, record(1));
    await keyring.set("demo b", "half done");
    expect(await store.read()).toEqual(record(1));
    expect(await store.commit(1, record(2))).toBe(true);
    expect(await store.read()).toEqual(record(2));
  });

  test("a keychain entry that somebody removed or changed is an error, not an empty store", async () => {
    await using place = folder();
    const keyring = fakeKeyring();
    const store = keychainStore({ ...named, path: place.at("s"), keyring });
    await store.commit(0, record(1));
    await keyring.set("demo a", "changed");
    await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await store.commit(1, record(2))).toBe(true);
    expect(await store.read()).toEqual(record(2));
  });

  test("F17 a keychain that denies: typed error without the foreign message, nothing on the disk", async () => {
    await using place = folder();
    const store = keychainStore({ ...named, path: place.at("s"), keyring: locked });
    for (const call of [store.read(), store.commit(0, record(1))]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "keychain_unavailable", message: expect.stringContaining("AccessDenied") });
      expect(String(error)).not.toContain("CANARY");
    }
    expect(await readdir(place.path)).toEqual([]);
  });

  test("F17 a keychain that is locked later on fails too, instead of moving the token somewhere else", async () => {
    await using place = folder();
    const keyring: Keyring = fakeKeyring();
    const fallback = memoryStore();
    const store = keychainStore({ ...named, path: place.at("s"), keyring, fallback });
    await store.commit(0, record(1));
    Object.assign(keyring, locked);
    await expect(store.read()).rejects.toMatchObject({ code: "keychain_unavailable" });
    await expect(store.commit(1, record(2))).rejects.toMatchObject({ code: "keychain_unavailable" });
    expect(await fallback.read()).toBeUndefined();
  });

  test("F17 a fallback is used only when it was given", async () => {
    await using place = folder();
    const fallback = memoryStore();
    const store = keychainStore({ ...named, path: place.at("s"), keyring: locked, fallback });
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await fallback.read()).toEqual(record(1));
    expect(await store.read()).toEqual(record(1));
    expect(await readdir(place.path)).toEqual([]);
  });

  test("F17 the optional package is not installed: told so, and a session goes on with its memory", async () => {
    await using place = folder();
    const server = rotatingServer();
    const events: AuthEvent[] = [];
    await using session = createAuth({
      baseUrl: server.baseUrl,
      fetch: server.fetch,
      credentials: { username: "demo", password: "p" },
      store: keychainStore({ ...named, path: place.at("s") }),
    });
    session.subscribe((event) => events.push(event));
    expect((await session.fetch(`${server.baseUrl}/units`)).status).toBe(200);
    expect(server.logins()).toBe(1);
    const told = events.filter(({ type }) => type === "store_error");
    expect(told.length).toBeGreaterThan(0);
    for (const event of told)
      expect(event).toMatchObject({ error: { message: expect.stringContaining("keychain_unavailable") } });
    expect(await readdir(place.path)).toEqual([]);
  });

  test("F17 a keychain that never responds, as behind a dialog that nobody sees: an error after timeoutMs", async () => {
    await using place = folder();
    const never = (): Promise<never> => new Promise(() => undefined);
    const keyring = { get: never, set: never, remove: never };
    const store = keychainStore({ ...named, path: place.at("s"), keyring, timeoutMs: 5 });
    await expect(store.read()).rejects.toMatchObject({
      code: "keychain_unavailable",
      message: expect.stringContaining("ETIMEDOUT"),
    });
    const fallback = memoryStore();
    const second = keychainStore({ ...named, path: place.at("s"), keyring, timeoutMs: 5, fallback });
    expect(await second.commit(0, record(1))).toBe(true);
    expect(await fallback.read()).toEqual(record(1));
  });

  test("H3 a logout whose token cannot be removed is an error, and removes it when it is tried again", async () => {
    await using place = folder();
    const keyring = fakeKeyring();
    const { remove } = keyring;
    const store = keychainStore({ ...named, path: place.at("s"), keyring });
    await store.commit(0, record(1));
    keyring.remove = () => Promise.reject(new Error("locked"));
    const logout = record(2, { token: null });
    for (let tries = 0; tries < 2; tries++) {
      await expect(store.commit(1, logout)).rejects.toMatchObject({ code: "keychain_unavailable" });
      expect(keyring.entries.size).toBe(1);
    }
    keyring.remove = remove;
    expect(await store.commit(1, logout)).toBe(false);
    expect(keyring.entries.size).toBe(0);
    expect(await store.read()).toEqual(logout);
  });

  test("an abort, or close, ends the wait for the lock also while the keychain is silent", async () => {
    await using place = folder();
    const given = deferred<undefined>();
    const keyring = { ...fakeKeyring(), get: () => given.promise };
    const store = keychainStore({ ...named, path: place.at("s"), keyring });
    const controller = new AbortController();
    const calls = [
      store.withLock("login", { ...wait, signal: controller.signal }, async () => expect.unreachable()),
      store.withLock("login", wait, async () => expect.unreachable()),
    ];
    controller.abort(new Error("gave up"));
    await expect(calls[0]).rejects.toThrow("gave up");
    const closing = store.close?.();
    await expect(calls[1]).rejects.toMatchObject({ code: "store_closed" });
    given.resolve(undefined);
    await closing;
  });

  test("close closes the file and the fallback, also when one of them fails", async () => {
    await using place = folder();
    const closed: string[] = [];
    const fallback = {
      ...memoryStore(),
      async close() {
        closed.push("fallback");
        throw new Error("fallback failed");
      },
    };
    const store = keychainStore({ ...named, path: place.at("s"), keyring: fakeKeyring(), fallback });
    await store.commit(0, record(1));
    await expect(store.close?.()).rejects.toThrow("fallback failed");
    expect(closed).toEqual(["fallback"]);
    await expect(store.read()).rejects.toMatchObject({ code: "store_closed" });
  });

  test("the package is used as its interface says", async () => {
    const asked: unknown[][] = [];
    class AsyncEntry {
      readonly names: string[];
      constructor(...names: string[]) {
        this.names = names;
      }
      async getPassword() {
        asked.push(["get", ...this.names]);
        return null;
      }
      async setPassword(secret: string) {
        asked.push(["set", ...this.names, secret]);
      }
      async deletePassword() {
        asked.push(["remove", ...this.names]);
        return false;
      }
    }
    const keyring = await systemKeyring("fleet", async () => ({ AsyncEntry }));
    expect(await keyring.get("demo a")).toBeNull();
    await keyring.set("demo a", "x");
    await keyring.remove("demo a");
    expect(asked).toEqual([
      ["get", "fleet", "demo a"],
      ["set", "fleet", "demo a", "x"],
      ["remove", "fleet", "demo a"],
    ]);
  });
});
