/** The Authentication resource group. */
export { createAuthenticationHandlers } from "./handlers.ts";
export { createAuthenticationService } from "./service.ts";
