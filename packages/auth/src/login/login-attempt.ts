import type { SessionContext } from "../context.ts";
import { userFingerprint } from "../fingerprint.ts";
import type { Credentials } from "../options/auth-options.ts";
import { assertUsable, sessionReplaced } from "../state/session-errors.ts";
import type { SessionState } from "../state/session-state.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { isTimeout, orAborted } from "../time-limit.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import { assertNoBackoff, getCredentials, logIn } from "./login-request.ts";

/** One attempt to log in, shared by all calls that wait. */
export interface LoginAttempt {
  /** The application asked for it with `login()`. */
  readonly explicit: boolean;
  /** The token that did not work. */
  readonly refused: string | undefined;
  /** What `login(credentials)` was given. */
  readonly given: Credentials | undefined;
  /** What it logs in with, as soon as that is known. */
  used: Credentials | undefined;
  /** The epoch of the session that it began. */
  began?: number;
  /** Ends it: when it takes too long, when another act supersedes it, and when the session is disposed. */
  readonly controller: AbortController;
  /** Settles with it. */
  done: Promise<void>;
  /** The login that superseded it. */
  next?: LoginAttempt;
}

/** What an attempt needs of the other parts of the session. */
export interface LoginParts {
  readonly context: SessionContext;
  readonly holder: TokenHolder;
  readonly sync: StoreSync | undefined;
}

/** Gets a token and begins a session with it, unless another process has renewed the token already. */
export async function runAttempt(parts: LoginParts, attempt: LoginAttempt): Promise<void> {
  const { context, sync } = parts;
  const { given, controller } = attempt;
  const { signal } = controller;
  if (await hasRenewed(parts, attempt)) return;
  const credentials = given ?? (await getCredentials(context));
  signal.throwIfAborted();
  attempt.used = credentials;

  const work = async (): Promise<void> => {
    if (await hasRenewed(parts, attempt)) return;
    // Meanwhile another process may have failed.
    if (!given) assertNoBackoff(context);
    try {
      await orAborted(replaceSession(parts, attempt), signal);
    } catch (error) {
      // The service, or the `login` function, did not respond in time.
      if (signal.aborted && isTimeout(error)) context.logins.failed();
      throw error;
    } finally {
      // Token or backoff: the next holder of the lock is to find it.
      await sync?.flush().catch(() => undefined);
    }
  };
  await (sync?.locked("login", signal, work) ?? work());
}

/** Whether another process has renewed the token: then there is nothing to do. */
async function hasRenewed({ context: { state }, sync }: LoginParts, attempt: LoginAttempt): Promise<boolean> {
  await sync?.pull().catch(() => undefined);
  attempt.controller.signal.throwIfAborted();
  if (attempt.explicit) return false;
  assertUsable(state);
  return isRenewed(state, attempt.refused);
}

/** Whether another token than the refused one is held, which may work. */
export function isRenewed({ usableToken, refusesNewTokens }: SessionState, refused: string | undefined): boolean {
  return usableToken !== undefined && usableToken !== refused && !refusesNewTokens;
}

/** The token of a login counts only if the session it was made for is still the one. */
async function replaceSession({ context, holder }: LoginParts, attempt: LoginAttempt): Promise<void> {
  const { state } = context;
  const { explicit, used: credentials, controller } = attempt;
  const { signal } = controller;
  // The session may have ended, here or elsewhere, since the store was read: then nothing is sent.
  signal.throwIfAborted();
  if (!explicit) assertUsable(state);
  const { epoch } = state.session;
  const { token, user, response } = await logIn(context, { explicit, credentials, signal });
  signal.throwIfAborted();
  // A login may follow a logout, but not overlap with one.
  if (state.session.epoch !== epoch) {
    assertUsable(state);
    throw sessionReplaced();
  }
  attempt.began = epoch + 1;
  const owner = userFingerprint(user ?? credentials?.username);
  holder.begin(token, { why: "login", user: owner, isRenewal: !explicit, response });
}
