/// <reference lib="esnext.disposable" preserve="true" />
import type { AuthListener } from "./events.ts";
import type { Fetch } from "./outgoing.ts";

/**
 * One user's session with one service: holds the newest access token, sends it with every call in scope, takes up newer
 * ones from the answers, and gets another one when the service refuses it, if it can. Make one per user; on a server
 * that acts for several users, one per request.
 */
export interface Session {
  /**
   * Drop-in `fetch`. Calls outside the base URL, logins, and calls with an Authorization header of their own pass through;
   * operations with optional authentication carry the token only if one is held. Rejects with an `AuthError` when no token can be had, and as `fetch` does otherwise.
   */
  readonly fetch: Fetch;
  /** The token, without scheme, for places that no fetch reaches (EventSource, WebSocket). */
  getToken(): Promise<string>;
  /** Begins a session with a token from elsewhere, with or without `bearer `. Throws `token_malformed`. */
  adopt(token: string): void;
  /** Receives events until the returned function is called. */
  subscribe(listener: AuthListener): () => void;
  /** Writes what is to be written, ends what is under way, closes the store. The session at the service lives on. */
  [Symbol.asyncDispose](): Promise<void>;
}
