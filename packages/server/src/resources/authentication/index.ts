/** The Authentication resource group. */
export type { AuthenticationDeps } from "./deps.ts";
export { createAuthenticationHandlers } from "./handlers.ts";
export { createAuthenticationService } from "./service.ts";
