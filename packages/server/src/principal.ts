import type { SessionPrincipal } from "./sessions/index.ts";

/** The caller of an authenticated operation: whose session it is, and what that user may do where. */
export interface Principal extends SessionPrincipal {
  /** The newest token of the session; a secret. */
  readonly current_token: string;
}
