/** Clock, randomness, cryptography, passwords, log and configuration. */
export { argon2Passwords, defaultPasswordCost } from "./argon2-passwords.ts";
export type { PasswordCost, PasswordOptions } from "./argon2-passwords.ts";
export { toBase64url } from "./bytes.ts";
export { manualClock, systemClock } from "./clock.ts";
export type { Clock, ManualClock } from "./clock.ts";
export { ConfigError, parseConfig } from "./config.ts";
export type { Config, DatabaseTarget } from "./config.ts";
export type { Crypto } from "./crypto.ts";
export { createLog, silentLog } from "./log.ts";
export type { Log, LogFields, LogLevel, LogOptions } from "./log.ts";
export { nodeCrypto } from "./node-crypto.ts";
export { PasswordsBusyError } from "./passwords.ts";
export type { Passwords } from "./passwords.ts";
export { seededRandom, systemRandom } from "./random.ts";
export type { Random } from "./random.ts";
export { redact, redactText } from "./redact.ts";
