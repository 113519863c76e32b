import { AuthError, isAuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { createClosable } from "../shared/closable.ts";
import { fileStore } from "../file/file-store.ts";
import { defaultRuntime } from "../shared/runtime.ts";
import { guarded, systemKeyring, type Keyring } from "./keyring.ts";

export type { Keyring } from "./keyring.ts";

/** Options of `keychainStore`. */
export interface KeychainStoreOptions {
  /** Name of the application, as the keychain shows it. */
  readonly service: string;
  /** Whose session it is. Two entries are used: this name with ` a` and ` b`. */
  readonly account: string;
  /** File for the revision and the locks, shared by all processes of the user. Holds no token. */
  readonly path: string;
  /**
   * Used instead when the keychain does not answer at the first call, as on machines without a desktop: for example
   * `encrypted(fileStore(path), key)`. Default: none, and every call rejects with `keychain_unavailable`.
   */
  readonly fallback?: TokenStore;
  /** Default: `@napi-rs/keyring`. */
  readonly keyring?: Keyring;
}

const commitWait = { timeoutMs: 10_000, signal: new AbortController().signal };
const reference = /^keychain:([ab]):(\w+)$/;
const mostReads = 5;

/**
 * Keeps the token in the keychain of macOS, Windows or the Linux desktop, and the rest of the record in a file, through
 * which processes agree. The token goes to the entry that is not in use; then the file is changed to refer to it, so a
 * crash between the two leaves the earlier session whole. Never writes a token anywhere else than into the keychain or
 * the given fallback.
 *
 * Rejects with `keychain_unavailable`, and as `fileStore` does.
 */
export function keychainStore(options: KeychainStoreOptions): TokenStore {
  const closable = createClosable("the keychain store");
  const { fallback, account } = options;
  const files = fileStore(options.path);
  let choosing: Promise<TokenStore> | undefined;

  /** Whether the keychain works is found out once, so that a session never changes its place half way. */
  const choose = async (): Promise<TokenStore> => {
    try {
      const keyring = options.keyring ?? (await systemKeyring(options.service));
      await guarded("read", () => keyring.get(`${account} a`));
      return keychainOver(files, keyring, account);
    } catch (error) {
      if (fallback !== undefined && isAuthError(error, "keychain_unavailable")) return fallback;
      choosing = undefined;
      throw error;
    }
  };
  const chosen = (): Promise<TokenStore> => {
    closable.assertOpen();
    return (choosing ??= choose());
  };

  return {
    read: async () => (await chosen()).read(),
    commit: async (expectedRev, next) => (await chosen()).commit(expectedRev, next),
    async withLock(name, wait, work) {
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      return (await chosen()).withLock(name, { ...wait, signal }, work);
    },
    watch(changed) {
      closable.assertOpen();
      const stops = [files, fallback].map((store) => store?.watch?.(changed));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    async close() {
      if (!closable.close()) return;
      await files.close?.();
      await fallback?.close?.();
    },
  };
}

type Slot = "a" | "b";

/** The store proper: `files` keeps a reference where the token was. */
function keychainOver(files: TokenStore, keyring: Keyring, account: string): TokenStore {
  const entry = (slot: Slot): string => `${account} ${slot}`;

  const read = async (): Promise<SessionRecord | undefined> => {
    for (let tries = 0; tries < mostReads; tries++) {
      const record = await files.read();
      if (record === undefined || record.token === null) return record;
      const { slot, mark } = slotOf(record.token);
      const secret = await guarded("read", () => keyring.get(entry(slot)));
      if (secret?.startsWith(`${mark} `) === true) return { ...record, token: secret.slice(mark.length + 1) };
      // Overwritten since the file was read: somebody committed, and the file says something else by now.
      if ((await files.read())?.rev === record.rev) break;
    }
    throw new AuthError("store_corrupt", "the keychain does not hold the token that the session file refers to");
  };

  const write = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    const before = await files.read();
    if ((before?.rev ?? 0) !== expectedRev) return false;
    const used = before?.token == null ? undefined : slotOf(before.token).slot;
    const { token } = next;
    if (token === null) {
      if (!(await files.commit(expectedRev, next))) return false;
      await guarded("remove", () => Promise.all([keyring.remove(entry("a")), keyring.remove(entry("b"))]));
      return true;
    }
    const slot: Slot = used === "a" ? "b" : "a";
    const mark = defaultRuntime.newId();
    await guarded("write", () => keyring.set(entry(slot), `${mark} ${token}`));
    return files.commit(expectedRev, { ...next, token: `keychain:${slot}:${mark}` });
  };

  return {
    read,
    commit: (expectedRev, next) => files.withLock("keychain", commitWait, () => write(expectedRev, next)),
    withLock: (name, options, work) => files.withLock(name, options, work),
  };
}

function slotOf(token: string): { readonly slot: Slot; readonly mark: string } {
  const [, slot, mark = ""] = reference.exec(token) ?? [];
  if (slot !== "a" && slot !== "b") {
    throw new AuthError("store_corrupt", "the session file of the keychain store was not written by it; remove it");
  }
  return { slot, mark };
}
