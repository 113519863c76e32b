/** Keeps the token of any store encrypted. Runs wherever Web Crypto does. */
export { encrypted, type EncryptedOptions, type EncryptionKey, type NamedKey } from "./encrypted/encrypted.ts";
