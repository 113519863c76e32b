import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { AuthError, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { cookieStore } from "../src/stores/cookie/cookie-store.ts";
import { encrypted } from "../src/stores/encrypted/encrypted.ts";
import { fileStore } from "../src/stores/file/file-store.ts";
import { webStore, type WebStoreOptions } from "../src/stores/web/web-store.ts";
import { folder } from "./stores/support/folder.ts";
import { settle } from "./support/deferred.ts";
import { baseUrl, type Handler, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
let serial = 0;
const service: Handler = ({ operation }) => respond(200, operation === login ? { token: `L${++serial}` } : {});

/** What a later version might write: fields of another shape, and others. */
const newer = (rev: number): SessionRecord =>
  ({ v: 2, serviceId: baseUrl, rev, tokens: ["SECRET"], token: 7 }) as unknown as SessionRecord;

/** A place, and what is in it, byte for byte. */
interface Place {
  readonly store: TokenStore;
  read(): Promise<string>;
}

const toText = (value: unknown): string => JSON.stringify(value) ?? "nothing";

/** What `localStorage` is, for one page. */
function pageOf(): { readonly page: NonNullable<WebStoreOptions["platform"]>; readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { page: { localStorage }, kept };
}

const places: Record<string, (at: (name: string) => string) => Place> = {
  memory() {
    const store = memoryStore();
    return { store, read: async () => toText(await store.read().catch(String)) };
  },
  file: (at) => ({ store: fileStore(at("a")), read: () => readFile(at("a"), "utf8") }),
  "encrypted file": (at) => ({
    store: encrypted(fileStore(at("b")), new Uint8Array(32)),
    read: () => readFile(at("b"), "utf8"),
  }),
  web() {
    const { page, kept } = pageOf();
    const store = webStore({ name: "x", storage: "local", platform: page });
    return { store, read: async () => toText([...kept]) };
  },
  cookie() {
    let cookie = "";
    const store = cookieStore({ get: () => cookie, set: (value) => void (cookie = value) });
    return { store, read: async () => cookie };
  },
};

describe.each(Object.entries(places))("%s store: the record of a later version", (_name, create) => {
  test("is left alone by calls, logins and logouts; the session runs from memory, and one event says so", async () => {
    await using place = folder();
    const { store, read } = create(place.at);
    await store.commit(0, newer(1));
    const before = await read();
    const { session, events, count, seen } = setUp(service, { store: { ...store, close: async () => undefined } });
    expect(await session.ready()).toBe(false);
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    await session.login();
    await session.flush();
    await session.logout();
    await session.login();
    await session[Symbol.asyncDispose]();
    expect(count(login)).toBe(3);
    expect(seen.map(({ token }) => token)).not.toContain("SECRET");
    expect(events.filter(({ type }) => type.startsWith("store_"))).toEqual([
      { type: "store_ignored", why: "newer_version" },
    ]);
    expect(await read()).toBe(before);
    await expect(store.read()).rejects.toMatchObject({ code: "store_newer" });
    for (const rev of [0, 1, 2]) expect(await store.commit(rev, { ...newer(rev + 1), v: 1 })).toBe(false);
    expect(await read()).toBe(before);
  });

  test("that comes in the middle of a session is not overwritten by a logout", async () => {
    await using place = folder();
    const { store, read } = create(place.at);
    const { session, events } = setUp(service, { store: { ...store, close: async () => undefined } });
    await session.login();
    await store.commit(1, newer(2));
    const before = await read();
    expect(await session.logout()).toEqual({ remote: true });
    await session.flush();
    expect(await read()).toBe(before);
    await settle();
    expect(events.filter(({ type }) => type === "store_ignored")).toHaveLength(1);
    await session[Symbol.asyncDispose]();
  });
});

test("two versions that alternate on one file: the later one keeps its record, the earlier one logs in for itself", async () => {
  await using place = folder();
  const path = place.at("session.json");
  await fileStore(path).commit(0, newer(1));
  const before = await readFile(path, "utf8");
  for (let round = 0; round < 5; round++) {
    const { session, count } = setUp(service, { store: fileStore(path) });
    await session.fetch(`${baseUrl}/units`);
    await session[Symbol.asyncDispose]();
    expect(count(login)).toBe(1);
  }
  expect(await readFile(path, "utf8")).toBe(before);
});

test.each([
  ["another checksum", '{"sha256":"x","record":{"v":2}}'],
  ["no checksum", '{"record":{"v":3}}'],
  ["another frame", '{"v":2,"records":[]}'],
])("a file of a later version with %s is not moved", async (_what, text) => {
  await using place = folder();
  const path = place.at("session.json");
  await writeFile(path, text, { mode: 0o600 });
  await expect(fileStore(path).read()).rejects.toMatchObject({ code: "store_newer" });
  expect(await readFile(path, "utf8")).toBe(text);
});

test("a file of a later version that is larger than this one reads is a store error, and is left alone", async () => {
  await using place = folder();
  const path = place.at("session.json");
  const text = JSON.stringify({ record: { ...newer(5), blob: "z".repeat(1_100_000) } });
  await writeFile(path, text, { mode: 0o600 });
  const store = fileStore(path);
  const error = { code: "store_unavailable", message: expect.stringMatching(/bytes.*left alone/) };
  await expect(store.read()).rejects.toMatchObject(error);
  const record = { v: 1, serviceId: baseUrl, sid: "s", rev: 1, token: "T", user: "", since: 0 } as const;
  await expect(store.commit(0, record)).rejects.toMatchObject(error);
  const { session, events } = setUp(service, { store });
  expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
  await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
  await session[Symbol.asyncDispose]().catch(() => undefined);
  expect(events.map(({ type }) => type)).toContain("store_error");
  expect(await readFile(path, "utf8")).toBe(text);
});

test("encrypted over a store that returns the record of a later version: it is recognised without the key", async () => {
  const read = async () => ({ ...newer(2), token: "enc1.1.AAAA" });
  let commits = 0;
  const inner: TokenStore = { ...memoryStore(), read, commit: async () => (commits++, false) };
  const { session, events, seen } = setUp(service, { store: encrypted(inner, new Uint8Array(32)) });
  expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
  await session.flush();
  await session[Symbol.asyncDispose]();
  expect(seen.map(({ token }) => token ?? "").join()).not.toContain("enc1");
  expect(events.filter(({ type }) => type.startsWith("store_"))).toEqual([
    { type: "store_ignored", why: "newer_version" },
  ]);
  expect(commits).toBe(0);
});

test.each([0, -1, "2", null, Number.NaN, true])("a record of version %j is damaged, not newer", async (v) => {
  await using place = folder();
  const path = place.at("session.json");
  await writeFile(path, JSON.stringify({ sha256: "x", record: { v } }), { mode: 0o600 });
  await expect(fileStore(path).read()).rejects.toMatchObject({ code: "store_corrupt" });
});

test("a store of the application reports it by the code, or hands the record out as it is", async () => {
  const memory = memoryStore();
  const rejects = async () => Promise.reject(new AuthError("store_newer", "version 2"));
  for (const read of [rejects, async () => newer(3)]) {
    let commits = 0;
    const store: TokenStore = { ...memory, read, commit: async () => (commits++, false) };
    const { session, events } = setUp(service, { store });
    await session.fetch(`${baseUrl}/units`);
    const asked = commits;
    await session.logout();
    await session[Symbol.asyncDispose]();
    expect(commits).toBe(asked);
    expect(events.filter(({ type }) => type.startsWith("store_"))).toHaveLength(1);
  }
});

test("a token that a later version of encrypted() sealed is not sent, also where plaintext is accepted", async () => {
  const inner = memoryStore();
  const record = { v: 1, serviceId: baseUrl, sid: "s", rev: 1, token: "enc2.1.AAAA", user: "", since: 0 } as const;
  await inner.commit(0, record);
  const store = encrypted(inner, { keys: [{ id: "1", key: new Uint8Array(32) }], plaintext: "accept" });
  const { session, seen } = setUp(service, { store });
  await session.fetch(`${baseUrl}/units`);
  await session[Symbol.asyncDispose]();
  expect(seen.map(({ token }) => token ?? "")).not.toContain("enc2.1.AAAA");
  expect(await inner.read()).toEqual(record);
});
