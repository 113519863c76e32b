/** Sessions with rotating access tokens, one-time tokens, and the login throttle. */
export { addressBlock } from "./address-block.ts";
export { createFailureBuckets, LimitReached } from "./failure-buckets.ts";
export type { FailureBuckets } from "./failure-buckets.ts";
export { createLoginThrottle, resetLimits } from "./login-throttle.ts";
export type { LoginAttempt, LoginThrottle, ThrottleLimits } from "./login-throttle.ts";
export { createOneTimeTokens } from "./one-time-tokens.ts";
export type { IssuedToken, OneTimePurpose, OneTimeToken, OneTimeTokens } from "./one-time-tokens.ts";
export { createAccessCache, noAccessCache } from "./access-cache.ts";
export type { AccessCache } from "./access-cache.ts";
export { createSessions } from "./sessions.ts";
export type {
  Authentication,
  CheckedUser,
  LoginMeta,
  SessionPrincipal,
  Sessions,
  SessionsOptions,
  StartedSession,
} from "./sessions.ts";
export type { RegistrationInvitation } from "./registration-invitation.ts";
