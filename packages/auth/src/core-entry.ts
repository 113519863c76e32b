/**
 * A session of parts, for programs that count bytes: keeps the newest access token that the service hands out and
 * repeats what was refused with an older one. How it gets another token is a part to be chosen.
 */
export { compareJwt } from "./compare-jwt.ts";
export { compareTokens } from "./compare-tokens.ts";
export type { Part } from "./core.ts";
export { createSession, type SessionOptions } from "./create-session.ts";
export { AuthError, isAuthError, type AuthErrorCode, type AuthErrorFacts } from "./errors.ts";
export type { AuthEvent, AuthListener, TokenSource } from "./events.ts";
export { keepAlive, type KeepAlive, type KeepAliveOptions, type WakeSource } from "./keep-alive.ts";
export type { Credentials, LoginContext, LoginOptions } from "./login.ts";
export type { CoreOptions } from "./options.ts";
export { orderWith, type Compare } from "./order-with.ts";
export type { Fetch } from "./outgoing.ts";
export type { Clock } from "./pause.ts";
export { reconcile } from "./reconcile-part.ts";
export { loginWith } from "./renewal.ts";
export { renewWith, type RenewContext } from "./renew-with.ts";
export { replayBodies, ReplayableRequest } from "./replayable-request.ts";
export { defaultOptionalOperations, withOptionalToken, type OptionalOperation } from "./scope.ts";
export type { Session } from "./session.ts";
export type { Timers } from "./within.ts";
