/**
 * Token rotation for any fetch: keeps the newest access token that the service hands out in the `Authorization`
 * response header, logs in again once when it is refused, and sends it nowhere else.
 *
 * @module
 */
export type { AuthMiddleware, LaterMiddleware, MiddlewareCall, MiddlewareOptions } from "./call/middleware.ts";
export { createAuth } from "./create-auth.ts";
export { AuthError, isAuthError, type AuthErrorCode, type AuthErrorFacts } from "./errors.ts";
export type { AuthEvent, AuthListener, TokenSource } from "./events.ts";
export type { LogoutResult } from "./login/logout.ts";
export {
  defaultOptionalOperations,
  type AuthOptions,
  type Compare,
  type Credentials,
  type CredentialsRequest,
  type KeepAliveOptions,
  type LoginContext,
  type LoginOptions,
  type OptionalOperation,
  type UserToken,
  type WakeSource,
} from "./options/auth-options.ts";
export type { Clock, Fetch, PlatformOptions } from "./platform.ts";
export type { SessionStats } from "./state/session-state.ts";
export type { LockOptions, SessionRecord, StoredBackoff, TokenStore } from "./store/token-store.ts";
export { memoryStore } from "./stores/memory/memory-store.ts";
export type { Timers } from "./time-limit.ts";
export { compareJwt, compareTokens } from "./token/compare-tokens.ts";
export type { SessionSnapshot, TokenSession } from "./token-session.ts";
