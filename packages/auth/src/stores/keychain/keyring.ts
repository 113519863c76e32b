import { AuthError, nameOf } from "../../errors.ts";
import { defaultRuntime, withTimeout } from "../shared/runtime.ts";

/** The keychain, as far as it is needed. */
export interface Keyring {
  /** The secret stored under this account, or nothing. */
  get(account: string): Promise<string | null | undefined>;
  set(account: string, secret: string): Promise<unknown>;
  /** Removing what is not there is no error. */
  remove(account: string): Promise<unknown>;
}

/** What `@napi-rs/keyring` exports, as far as it is used here. */
interface KeyringModule {
  readonly AsyncEntry: new (
    service: string,
    account: string,
  ) => {
    getPassword(): Promise<string | null | undefined>;
    setPassword(secret: string): Promise<unknown>;
    deletePassword(): Promise<unknown>;
  };
}

// Not a literal, so that neither compilers nor bundlers look for a package that may be absent.
const packageName: string = "@napi-rs/keyring";

/** Opens the system's keychain. Rejects if the optional package is not installed. */
export async function systemKeyring(service: string, load = importKeyring): Promise<Keyring> {
  const { AsyncEntry } = await load();
  return {
    get: (account) => new AsyncEntry(service, account).getPassword(),
    set: (account, secret) => new AsyncEntry(service, account).setPassword(secret),
    remove: (account) => new AsyncEntry(service, account).deletePassword(),
  };
}

async function importKeyring(): Promise<KeyringModule> {
  const found: KeyringModule = await import(packageName);
  return found;
}

/** Makes a call of the keychain; whatever fails becomes `keychain_unavailable`. */
export type CallKeychain = <T>(step: string, call: () => Promise<T>) => Promise<T>;

/**
 * Calls of the keychain that take no longer than `timeoutMs`: it may show a dialog that nobody answers. Errors name the
 * step and the kind of the foreign error; its message is left out, because it may contain the secret.
 */
export function callKeychain(timeoutMs: number): CallKeychain {
  return async (step, call) => {
    try {
      return await withTimeout(call(), timeoutMs, defaultRuntime);
    } catch (error) {
      const remedy = "install @napi-rs/keyring and unlock the keychain, or give keychainStore a fallback";
      throw new AuthError("keychain_unavailable", `keychain: ${step} failed (${nameOf(error)}); ${remedy}`);
    }
  };
}
