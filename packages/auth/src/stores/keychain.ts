/** Keeps the token in the operating system's keychain, through the optional package `@napi-rs/keyring`. Node only. */
export { keychainStore, type KeychainStoreOptions } from "./keychain/keychain-store.ts";
export type { Keyring } from "./keychain/keyring.ts";
