import type { Passage } from "./calls.ts";
import type { AuthError } from "./errors.ts";
import type { AuthListener } from "./events.ts";
import { loginRequired } from "./held-token.ts";
import type { CoreOptions } from "./options.ts";
import { plainBody, type Fetch, type ReplayableBody } from "./outgoing.ts";
import type { Pause } from "./pause.ts";
import { platformFetch } from "./platform.ts";
import { defaultOptionalCalls, prefixOf, type Scope } from "./scope.ts";
import type { Keeper } from "./store.ts";
import type { SessionStats } from "./token-session.ts";

/**
 * Everything that one session knows; the functions of this package read and change it. Nothing is shared between two
 * sessions. It never leaves the package, so no secret can be printed by way of it.
 */
export interface Core extends Omit<CoreOptions, "newId">, Scope {
  readonly loginPath: string;
  readonly logoutPath: string;
  readonly fetch: Fetch;
  newId?: (() => string) | undefined;

  /** The token that is held. */
  token?: string | undefined;
  /** Whether it was chosen among overlapping answers. */
  ambiguous: boolean;
  /** Tokens of this session that are proven superseded, the latest first. */
  history: readonly (string | undefined)[];
  /** Logical time: counts calls and arrivals, because no clock would do. */
  time: number;
  /** Logical time at which the held token arrived. */
  takenAt: number;
  /** Steady time at which the token was taken up, and last seen to be current. */
  since: number;
  confirmedAt: number;

  /** Identifies the login; `undefined` before the first one. */
  sid?: string | undefined;
  /** Fingerprint of the user; empty while unknown, as after `adopt`. */
  subject: string;
  /** Grows when the session passes to somebody who is not known to be the same. */
  identity: number;
  /** Grows whenever the session is replaced or ended. */
  epoch: number;
  /** Logged out, and by whom; requests are refused until the next login. */
  ended?: "here" | "store" | undefined;
  /** Steady time until which a token from a login is not given up for another login; 0 once it worked. */
  freshUntil: number;
  /** Logical time at which the application last called `login()`. */
  loginAt: number;
  /** `loginRequired` was told in this epoch. */
  told: boolean;

  /** Calls sent and not yet answered. */
  inFlight: number;
  /** Short fingerprint of credentials that the service refused. */
  refused?: string | undefined;
  readonly loginPause: Pause;
  /** The question under way: which token is current? */
  asking?: Promise<Response | undefined> | undefined;
  /** Steady time at which it became unclear which token is current. */
  unclearSince?: number | undefined;
  readonly askPause: Pause;

  /** The latest logout. */
  ending?: Promise<unknown> | undefined;

  /** Aborted when the session is disposed. */
  readonly closing: AbortController;
  /** And whether each has thrown. */
  readonly listeners: Map<AuthListener, boolean>;
  /** Keeps the store in step; `undefined` for a session that lives in memory only. */
  keeper?: Keeper | undefined;
  /** The tokens' own order: is this one newer (positive), or older (negative), than the held one? 0: they do not say. */
  orderOf(token: string): number;
  /** Counts something. Set by who wants to know. */
  count?(what: keyof SessionStats): void;
  /** Called after every answer. Set by the part that asks which token is current. */
  settled?(core: Core): void;
  /** What to tell of a call that failed. Set by the part that can find out more. */
  explain?(core: Core, passage: Passage, error: unknown): Promise<unknown>;
  /** Aborts the login under way; its late result changes nothing. Set by the part that logs in. */
  cancelLogin?(reason: AuthError): void;
  /** Gets another token than the refused one, or rejects. Set by the part that can; without one nobody can. */
  renew(signal: AbortSignal | undefined, refused?: string): Promise<void>;
  /** The body of a `Request`: `null` for none, `undefined` when it cannot be known. Set by the part that remembers bodies. */
  bodyOf(request: Request): ReplayableBody | null | undefined;
}

/**
 * Adds an ability to a session while it is made: a way to log in, keep-alive. Made by functions of this package; what it
 * is given may change with any version. Returns `undefined`, not `void`, so that a function which makes a part is not
 * taken for one.
 */
export type Part = (core: Core) => undefined;

/** What a session has that holds no token. */
export const nothing = {
  token: undefined,
  ended: undefined,
  ambiguous: false,
  history: [],
  freshUntil: 0,
  told: false,
} satisfies Partial<Core>;

/** The beginning of a session. Throws `insecure_base_url` or `invalid_option`. */
export function createCore(
  { loginPath = "/auth/login", logoutPath = "/auth/logout", fetch = platformFetch, ...options }: CoreOptions,
  parts: readonly Part[] = [],
): Core {
  const core: Core = {
    ...options,
    ...nothing,
    loginPath,
    logoutPath,
    // The `fetch` of a browser throws "Illegal invocation" when it is called as a method of another object.
    fetch: (input, init) => fetch(input, init),
    prefix: prefixOf(options),
    optionalCalls: defaultOptionalCalls,
    time: 0,
    takenAt: 0,
    since: 0,
    confirmedAt: 0,
    subject: "",
    identity: 0,
    epoch: 0,
    loginAt: 0,
    inFlight: 0,
    loginPause: { failures: 0, until: 0 },
    askPause: { failures: 0, until: 0 },
    closing: new AbortController(),
    listeners: new Map(),
    renew: () => Promise.reject(loginRequired(core)),
    bodyOf: plainBody,
    orderOf: () => 0,
  };
  for (const part of parts) part(core);
  return core;
}

/** Resolves when no question is under way. */
export async function answered(core: Core): Promise<void> {
  // One question may lead to the next.
  while (core.asking) await core.asking;
}
