/**
 * Encryption of the token in any other store, with AES-256-GCM.
 *
 * @module
 */
import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { fromBase64Url, toBase64Url } from "../shared/base64url.ts";
import { randomBytes } from "../shared/runtime.ts";
import { newerRecord } from "../../session-record.ts";

/** An AES-GCM key of Web Crypto, or the 32 bytes of one. */
export type EncryptionKey = WebKey | Uint8Array<ArrayBuffer>;

/** A key with the name under which records refer to it. */
export interface NamedKey {
  /** Stored in clear with the token. No full stop, not empty. */
  readonly id: string;
  readonly key: EncryptionKey;
}

/** Keys for rotation, and what to do with tokens from before. */
export interface EncryptedOptions {
  /** The first one encrypts; all decrypt. To change keys, put the new one first and drop the old one 7 days later. */
  readonly keys: readonly [NamedKey, ...NamedKey[]];
  /** `accept`: a token that was stored before encryption was switched on is read, and encrypted at the next commit. Default `refuse`. */
  readonly plaintext?: "refuse" | "accept";
}

const keyBytes = 32;

/**
 * Encrypts the token with AES-256-GCM before it reaches `store`, bound to its service, session and revision. Everything
 * else of the record stays readable, so that compare-and-swap works as before, and a record of another service or of a
 * later version is recognised without the key; the version and the service are authenticated. Protects what lies on a
 * disk or in a backup, not against somebody who can read this process or its key.
 *
 * A record of the session's own service that no key opens rejects with `store_key`: the session is unknown then, not logged out, and nothing is
 * overwritten. Throws `invalid_option` for keys that cannot be used.
 */
export function encrypted(store: TokenStore, key: EncryptionKey | EncryptedOptions): TokenStore {
  const { keys, plaintext = "refuse" } = isKey(key) ? single(key) : key;
  assertUsable(keys);
  const [{ id }] = keys;
  // Copied now: a caller may overwrite the bytes as soon as it has handed them over.
  const copies = keys.map(copyOf);
  let imported: Promise<Keys> | undefined;
  const ready = (): Promise<Keys> => (imported ??= importKeys(copies));
  const { watch, close } = store;

  return {
    async read(reader) {
      const record = await store.read(reader);
      // The session checks what a store returns, and ignores the record of a later version or of another service.
      if (typeof record?.token !== "string" || record.v !== 1) return record;
      if (reader && record.serviceId !== reader.serviceId) return record;
      if (isSealedByLaterVersion(record.token)) throw newerRecord("the encrypted store");
      if (plaintext === "accept" && !isSealed(record.token)) return record;
      return unseal(record, await ready());
    },
    async commit(expectedRev, next) {
      const first = (await ready()).get(id);
      if (first === undefined) throw new AuthError("store_key", `the key "${id}" is missing`);
      return store.commit(expectedRev, await seal(next, id, first));
    },
    withLock: (name, options, work) => store.withLock(name, options, work),
    ...(watch && { watch: (changed: () => void) => watch.call(store, changed) }),
    ...(close && { close: () => close.call(store) }),
  };
}

/** Not decided by a `keys` field: byte arrays have a method of that name. */
function isKey(value: EncryptionKey | EncryptedOptions): value is EncryptionKey {
  return value instanceof Uint8Array || "algorithm" in value;
}

function single(key: EncryptionKey): EncryptedOptions {
  return { keys: [{ id: "1", key }] };
}

function assertUsable(keys: readonly NamedKey[]): void {
  const refuse = (why: string): never => {
    throw new AuthError("invalid_option", `encrypted: ${why}`);
  };
  if (globalThis.crypto?.subtle === undefined)
    refuse("there is no crypto.subtle of Web Crypto; pages have it on https and localhost only");
  if (keys.length === 0) refuse("give at least one key");
  if (new Set(keys.map(({ id }) => id)).size < keys.length) refuse("two keys have the same id");
  for (const [index, { id, key }] of keys.entries()) {
    if (!/^[^.]+$/.test(id)) refuse("a key id must not be empty and must not contain a full stop");
    const usages = index === 0 ? (["encrypt", "decrypt"] as const) : (["decrypt"] as const);
    const problem = problemOf(key, usages);
    if (problem !== undefined) refuse(`key "${id}" ${problem}`);
  }
}

function problemOf(key: EncryptionKey, usages: readonly ("encrypt" | "decrypt")[]): string | undefined {
  if (key instanceof Uint8Array) {
    return key.length === keyBytes ? undefined : `has ${key.length} bytes; it must have ${keyBytes}`;
  }
  const { name, length }: { name: string; length?: number } = key.algorithm;
  if (name !== "AES-GCM" || length !== keyBytes * 8) return "is not an AES-GCM key of 256 bits";
  const missing = usages.find((usage) => !key.usages.includes(usage));
  return missing && `may not be used to ${missing}`;
}

function copyOf({ id, key }: NamedKey): NamedKey {
  return { id, key: key instanceof Uint8Array ? key.slice() : key };
}

async function importKeys(keys: readonly NamedKey[]): Promise<Keys> {
  const entries = keys.map(async ({ id, key }) => {
    if (!(key instanceof Uint8Array)) return [id, key] as const;
    return [id, await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"])] as const;
  });
  return new Map(await Promise.all(entries));
}

/** A key of the Web Cryptography API. Derived, because the name of that type is known in browsers only. */
type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Keys by name, ready for use. */
type Keys = ReadonlyMap<string, WebKey>;

const prefix = "enc1";
const nonceLength = 12;
const sealedToken = /^enc1\.([^.]+)\.([\w-]+)$/;

/** Whether a stored token is an encrypted one. `.` separates fields, so no key id contains it. */
function isSealed(token: string): boolean {
  return sealedToken.test(token);
}

/** Whether a later version of this wrapper encrypted a stored token: then it is no plaintext, whatever the options accept. */
function isSealedByLaterVersion(token: string): boolean {
  return /^enc\d+\./.test(token) && !token.startsWith(`${prefix}.`);
}

/** Encrypts the record's token: `enc1.<key id>.<nonce and ciphertext, base64url>`. A logout has no token and stays as it is. */
async function seal(record: SessionRecord, id: string, key: WebKey): Promise<SessionRecord> {
  if (record.token === null) return record;
  const iv = randomBytes(nonceLength);
  const plain = new TextEncoder().encode(record.token);
  const cipher = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bindingOf(record, id) },
    key,
    plain,
  );
  return { ...record, token: `${prefix}.${id}.${toBase64Url(iv)}${toBase64Url(new Uint8Array(cipher))}` };
}

/** Decrypts. Rejects with `store_key`. */
async function unseal(record: SessionRecord, keys: Keys): Promise<SessionRecord> {
  const { token } = record;
  if (token === null) return record;
  const [, id = "", sealed = ""] = sealedToken.exec(token) ?? [];
  const key = keys.get(id);
  if (key === undefined) {
    const what = id === "" ? "is not encrypted" : `needs the key "${id}", which was not given`;
    throw new AuthError("store_key", `the stored token ${what}`);
  }
  try {
    const [iv, data] = [fromBase64Url(sealed.slice(0, nonceText)), fromBase64Url(sealed.slice(nonceText))];
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: bindingOf(record, id) },
      key,
      data,
    );
    return { ...record, token: new TextDecoder().decode(plain) };
  } catch {
    throw new AuthError(
      "store_key",
      `the stored token does not open with the key "${id}": wrong key, or changed record`,
    );
  }
}

// Twelve bytes are sixteen characters exactly, so the length separates nonce and ciphertext.
const nonceText = (nonceLength / 3) * 4;

/** What the ciphertext is bound to: a token cannot be moved to another service, session or revision. */
function bindingOf({ v, serviceId, sid, rev, user }: SessionRecord, id: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([prefix, id, v, serviceId, sid, rev, user]));
}
