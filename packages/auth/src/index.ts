/**
 * Token rotation for any fetch: keeps the newest access token that the service hands out in the `Authorization`
 * response header, logs in again once when it is refused, and sends it nowhere else.
 */
export { compareJwt } from "./compare-jwt.ts";
export { compareTokens } from "./compare-tokens.ts";
export { createAuth, type AuthOptions } from "./create-auth.ts";
export { AuthError, isAuthError, type AuthErrorCode, type AuthErrorFacts } from "./errors.ts";
export type { AuthEvent, AuthListener, TokenSource } from "./events.ts";
export { keepAlive, type KeepAlive, type KeepAliveOptions, type WakeSource } from "./keep-alive.ts";
export type { Credentials, LoginContext, LoginOptions } from "./login.ts";
export { memoryStore } from "./stores/memory/memory-store.ts";
export type { AuthMiddleware, MiddlewareCall } from "./middleware.ts";
export type { CoreOptions } from "./options.ts";
export type { Compare } from "./order-with.ts";
export type { Fetch } from "./outgoing.ts";
export type { Clock } from "./pause.ts";
export { defaultOptionalOperations, type OptionalOperation } from "./scope.ts";
export type { SessionNotes } from "./session-notes.ts";
export type { LockOptions, SessionRecord, StoredPause, TokenStore } from "./store/token-store.ts";
export type { RenewContext } from "./renew-with.ts";
export type { Session } from "./session.ts";
export type { SessionSnapshot, SessionStats, TokenSession } from "./token-session.ts";
export type { Timers } from "./within.ts";
