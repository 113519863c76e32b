import type { Core } from "./core.ts";
import { nameOf, type AuthError } from "./errors.ts";

/** How the session came to hold its token. */
export type TokenSource = "login" | "rotated" | "adopted" | "reconciled";

/** What `subscribe` listeners receive. Events name tokens by fingerprint only. */
export type AuthEvent =
  /** The session now holds another token. */
  | { readonly type: "token"; readonly why: TokenSource; readonly fingerprint: string }
  /** The session ended; `by` says whether this session or another user of the store ended it. */
  | { readonly type: "logged_out"; readonly by: "here" | "store" }
  /** A token is needed and there is nothing to log in with. Once per session. */
  | { readonly type: "loginRequired" }
  /** A response carried a token that is older than the held one, or belongs to an ended session. */
  | { readonly type: "staleDropped"; readonly why: "superseded" | "session"; readonly fingerprint: string }
  /** Automatic logins pause until this moment (milliseconds since the epoch). */
  | { readonly type: "loginBackoff"; readonly until: number }
  /** A token in a response from outside the base URL was refused. */
  | { readonly type: "scopeRefused"; readonly origin: string }
  /** A 401 was handed to the caller because its body could not be sent twice; the session did log in again. */
  | { readonly type: "replaySkipped"; readonly why: "stream" }
  /** The store failed; the session goes on with what it holds in memory. */
  | { readonly type: "store_error"; readonly during: "read" | "commit" | "lock"; readonly error: AuthError }
  /** A function given by the application threw: reported once per listener, each time for `compare`. */
  | { readonly type: "hookError"; readonly hook: "listener" | "compare"; readonly name: string };

/** Receives events, synchronously and outside any lock; may call the session. Not awaited. */
export type AuthListener = (event: AuthEvent) => void;

/** Tells the listeners. One that throws never disturbs a request or the other listeners, and is reported once. */
export function emit(core: Core, event: AuthEvent): void {
  for (const [listener, threw] of core.listeners) {
    try {
      listener(event);
    } catch (error) {
      if (threw) continue;
      core.listeners.set(listener, true);
      emit(core, { type: "hookError", hook: "listener", name: nameOf(error) });
    }
  }
}
