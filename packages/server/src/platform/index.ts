/** Clock, randomness, cryptography, passwords and log, on every platform. What needs Node is in `node.ts`. */
export { PasswordsBusyError } from "./passwords.ts";
export type { Passwords } from "./passwords.ts";
export { toBase64url } from "./crypto.ts";
export { manualClock, systemClock, systemEvery } from "./clock.ts";
export type { Clock, Every, ManualClock } from "./clock.ts";
export type { Crypto } from "./crypto.ts";
export { createLog, redact, redactText, silentLog } from "./log.ts";
export type { Log, LogOptions } from "./log.ts";
export { seededRandom, systemRandom } from "./random.ts";
export type { Random } from "./random.ts";
