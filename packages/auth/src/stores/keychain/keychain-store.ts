/**
 * A store in the keychain of the operating system. Needs the optional package `@napi-rs/keyring`.
 *
 * @module
 */
import { isAuthError } from "../../errors.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { orAborted } from "../../time-limit.ts";
import { fileStore } from "../file/file-store.ts";
import { createClosable } from "../shared/closable.ts";
import { keychainRecords } from "./keychain-records.ts";
import { callKeychain, systemKeyring, type Keyring } from "./keyring.ts";

export type { Keyring } from "./keyring.ts";

/** Options of `keychainStore`. */
export interface KeychainStoreOptions {
  /** Name of the application, as the keychain shows it. */
  readonly service: string;
  /** Whose session it is. Two entries are used: this name with ` a` and ` b`. */
  readonly account: string;
  /** File for the revision and the locks, one per account, shared by all processes of the user. Holds no token. */
  readonly path: string;
  /**
   * Used instead when the keychain does not respond at the first call, as on machines without a desktop: for example
   * `encrypted(fileStore(path), key)`. Default: none, and every call rejects with `keychain_unavailable`.
   */
  readonly fallback?: TokenStore;
  /** Default: `@napi-rs/keyring`. */
  readonly keyring?: Keyring;
  /** Longest wait for one response of the keychain, which may ask its user. Milliseconds, default 60 000. */
  readonly timeoutMs?: number;
}

/**
 * Keeps the token in the keychain of macOS, Windows or the Linux desktop, and the rest of the record in a file, through
 * which processes agree. The token goes to the entry that is not in use; then the file is changed to refer to it, so a
 * crash between the two leaves the earlier session whole. Never writes a token anywhere else than into the keychain or
 * the given fallback.
 *
 * Rejects with `keychain_unavailable`, and as `fileStore` does. Throws `invalid_option`.
 */
export function keychainStore(options: KeychainStoreOptions): TokenStore {
  const { fallback, account, service } = options;
  const call = callKeychain(checkMs("timeoutMs", options.timeoutMs ?? 60_000));
  const files = fileStore(options.path);
  const closable = createClosable("keychain store", () => closeAll([files, fallback]));
  let choosing: Promise<TokenStore> | undefined;

  /** Whether the keychain works is found out once, so that a session never changes its place half way. */
  const choose = async (): Promise<TokenStore> => {
    try {
      const keyring = options.keyring ?? (await call("load", () => systemKeyring(service)));
      await call("read", () => keyring.get(`${account} a`));
      return { ...files, ...keychainRecords(files, { keyring, account, call, signal: closable.signal }) };
    } catch (error) {
      if (fallback !== undefined && isAuthError(error, "keychain_unavailable")) return fallback;
      choosing = undefined;
      throw error;
    }
  };
  const chosen = (): Promise<TokenStore> => (choosing ??= choose());

  return {
    read: () => closable.run(async () => (await chosen()).read()),
    commit: (expectedRev, next) => closable.run(async () => (await chosen()).commit(expectedRev, next)),
    async withLock(name, wait, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      const store = await orAborted(chosen(), signal);
      return store.withLock(name, { ...wait, signal }, work);
    },
    watch(changed) {
      closable.assertOpen();
      const stops = [files, fallback].map((store) => store?.watch?.(changed));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    close: closable.close,
  };
}

/** Closes all of them, also when one fails. */
async function closeAll(stores: readonly (TokenStore | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(stores.map(async (store) => store?.close?.()));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
