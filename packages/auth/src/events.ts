import { nameOf, type AuthError } from "./errors.ts";

/** How the session came to hold its token. */
export type TokenSource = "login" | "rotated" | "adopted" | "reconciled";

/** What `subscribe` listeners receive. Events name tokens by fingerprint only. */
export type AuthEvent =
  /** The session now holds another token. */
  | { readonly type: "token"; readonly why: TokenSource; readonly fingerprint: string }
  /** The session ended; `by` says whether this session or another one that shares the store ended it. */
  | { readonly type: "logged_out"; readonly by: "here" | "store" }
  /** A token is needed and there is nothing to log in with. Once per session. */
  | { readonly type: "login_required" }
  /** The session now belongs to another user, or to one who is not known to be the same: see `userChange`. */
  | { readonly type: "user_changed"; readonly by: "here" | "store" }
  /**
   * A response carried a token that was not taken. `superseded`: it is older than the held one. `session`: it belongs to a
   * session that was replaced or ended. `cached`, `redirected`: the response came from a cache or over a redirect, and so
   * proves nothing; the session reconciles.
   */
  | {
      readonly type: "stale_dropped";
      readonly why: "superseded" | "session" | "cached" | "redirected";
      readonly fingerprint: string;
    }
  /**
   * The `Authorization` header of a response, or the body of GET /auth/token, holds no token that a request could carry;
   * `length` is that of its text. Of a body at most 64 kB are read.
   */
  | { readonly type: "token_malformed"; readonly length: number }
  /**
   * The service answered 431, because the headers of a call were larger than it accepts. If `tokenLength` is large, the
   * service hands out tokens that it, or a proxy, refuses: calls fail until its limit is raised.
   */
  | { readonly type: "headers_too_large"; readonly tokenLength: number }
  /** A token in a response from outside the base URL was refused. */
  | { readonly type: "scope_refused"; readonly origin: string }
  /**
   * The service rotated the token, and the browser hides the header that says so: the service must send
   * `Access-Control-Expose-Headers: Authorization`. Once per session object.
   */
  | { readonly type: "token_not_exposed" }
  /**
   * The service refuses the tokens of its own logins: something may remove the `Authorization` header of requests, or a clock of the service
   * may be wrong. Automatic logins back off. Once, until tokens have kept working (see `docs/how-it-works.md`).
   */
  | { readonly type: "tokens_refused" }
  /** Automatic logins back off until this moment (milliseconds since the epoch). */
  | { readonly type: "login_backoff"; readonly until: number }
  /**
   * A 401 was handed to the caller; the session got another token all the same. `stream`: the body cannot be sent twice.
   * `changed`: the body was changed after the call was made. `option`: the option `replay` says so.
   */
  | { readonly type: "replay_skipped"; readonly why: "stream" | "changed" | "option" }
  /**
   * The store holds a record that is not for this session, which leaves it alone and runs from memory: that of another
   * service (`serviceId`), or one that a later version of this package wrote. Once for each reason.
   */
  | { readonly type: "store_ignored"; readonly why: "other_service" | "newer_version" }
  /** The store failed or took too long; the session goes on with what it holds in memory. */
  | { readonly type: "store_error"; readonly during: "read" | "commit" | "lock"; readonly error: AuthError }
  /** A function of the application threw or rejected: reported once per listener, each time for `compare`. */
  | { readonly type: "hook_error"; readonly hook: "listener" | "compare"; readonly name: string };

/**
 * Receives events in their order, each after the change that it reports is complete; may call any method of the session.
 * Not awaited; a promise that it returns may reject.
 */
export type AuthListener = (event: AuthEvent) => unknown;

/** The listeners of one session. */
export interface Events {
  /** Delivers the event in a microtask: the change that it reports is complete then, whatever a listener does. */
  emit(event: AuthEvent): void;
  /** Returns the way to unsubscribe. */
  subscribe(listener: AuthListener): () => void;
  /** Delivers what is queued and removes all listeners. */
  close(): void;
}

export function createEvents(): Events {
  /** With whether each has failed. */
  const listeners = new Map<AuthListener, boolean>();
  let queue: { readonly event: AuthEvent; readonly receivers: readonly AuthListener[] }[] = [];

  const report = (listener: AuthListener, error: unknown): void => {
    if (listeners.get(listener) !== false) return;
    listeners.set(listener, true);
    emit({ type: "hook_error", hook: "listener", name: nameOf(error) });
  };
  const deliver = (): void => {
    const deliveries = queue;
    queue = [];
    for (const { event, receivers } of deliveries) {
      for (const listener of receivers) {
        if (!listeners.has(listener)) continue;
        // The executor runs at once, and what it throws rejects, as does the promise of an async listener.
        new Promise((resolve) => resolve(listener(event))).catch((error: unknown) => report(listener, error));
      }
    }
  };
  const emit = (event: AuthEvent): void => {
    if (listeners.size === 0) return;
    // A listener that is added later does not receive what happened before.
    queue.push({ event, receivers: [...listeners.keys()] });
    if (queue.length === 1) queueMicrotask(deliver);
  };

  return {
    emit,
    subscribe(listener) {
      // The same function may be subscribed twice.
      const own: AuthListener = (event) => listener(event);
      listeners.set(own, false);
      return () => void listeners.delete(own);
    },
    close() {
      deliver();
      listeners.clear();
    },
  };
}
