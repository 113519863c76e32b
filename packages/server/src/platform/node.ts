/** What of the platform needs Node: native cryptography and passwords, and the configuration of a process. */
export { argon2Passwords } from "./argon2-passwords.ts";
export { ConfigError, parseConfig } from "./config.ts";
export type { Config, DatabaseTarget } from "./config.ts";
export { nodeCrypto } from "./node-crypto.ts";
