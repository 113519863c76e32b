/** Sessions with rotating access tokens, one-time tokens, and the login throttle. */
export { addressBlock, createLoginThrottle, resetLimits } from "./login-throttle.ts";
export { createFailureBuckets, LimitReached } from "./failure-buckets.ts";
export type { FailureBuckets } from "./failure-buckets.ts";
export type { LoginThrottle } from "./login-throttle.ts";
export { createOneTimeTokens } from "./one-time-tokens.ts";
export type {
  IssuedToken,
  OneTimePurpose,
  OneTimeToken,
  OneTimeTokens,
  RegistrationInvitation,
} from "./one-time-tokens.ts";
export { createAccessCache } from "./access-cache.ts";
export type { AccessCache } from "./access-cache.ts";
export { sessionIsLive } from "./session-store.ts";
export { createSessions } from "./sessions.ts";
export type { CheckedUser, SessionPrincipal, Sessions, StartedSession } from "./sessions.ts";
export { createStreamTickets } from "./stream-tickets.ts";
export type { StreamTickets } from "./stream-tickets.ts";
