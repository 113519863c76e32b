import { AuthError, nameOf } from "../../errors.ts";

/** The keychain, as far as it is needed. */
export interface Keyring {
  /** The secret kept under this account, or nothing. */
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

/** Opens the system's keychain. Rejects with `keychain_unavailable` if the optional package is not installed. */
export async function systemKeyring(service: string, load = importKeyring): Promise<Keyring> {
  const { AsyncEntry } = await guarded("load", load);
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

/** Runs a step of the keychain; whatever fails becomes `keychain_unavailable`. The foreign message is left out. */
export async function guarded<T>(step: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const remedy = "install @napi-rs/keyring and unlock the keychain, or give keychainStore a fallback";
    throw new AuthError("keychain_unavailable", `keychain: ${step} failed (${nameOf(error)}); ${remedy}`);
  }
}
