/** What of the platform needs Node: native cryptography and passwords, and the configuration of a process. */
export { argon2Passwords, nodeCrypto } from "./node-crypto.ts";
export { ConfigError, parseConfig } from "./config.ts";
export type { Config } from "./config.ts";
