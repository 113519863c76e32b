/** Clock, randomness, cryptography, passwords and log, on every platform. What needs Node is in `node.ts`. */
export { defaultPasswordCost } from "./argon2id.ts";
export type { PasswordCost, PasswordOptions } from "./argon2id.ts";
export { toBase64url } from "./bytes.ts";
export { manualClock, systemClock } from "./clock.ts";
export type { Clock, ManualClock } from "./clock.ts";
export type { Crypto } from "./crypto.ts";
export { createLog, silentLog } from "./log.ts";
export type { Log, LogFields, LogLevel, LogOptions } from "./log.ts";
export { PasswordsBusyError } from "./passwords.ts";
export type { Passwords } from "./passwords.ts";
export { seededRandom, systemRandom } from "./random.ts";
export type { Random } from "./random.ts";
export { redact, redactText } from "./redact.ts";
