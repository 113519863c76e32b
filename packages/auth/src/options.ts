import { compareTokens } from "./compare-tokens.ts";
import type { Fetch } from "./outgoing.ts";
import type { KeepAlive } from "./keep-alive.ts";
import { createScope, defaultPublicOperations, type PublicOperation, type Scope } from "./scope.ts";
import type { TokenStore } from "./store.ts";
import type { Clock } from "./pause.ts";
import type { Compare } from "./token-state.ts";
import type { Timers } from "./within.ts";

/** What POST /auth/login takes (source description, section 4). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What a custom login function is given. */
export interface LoginContext {
  /** The credentials of this login, if any were given or configured. */
  readonly credentials: Credentials | undefined;
  /** Aborted after `loginTimeoutMs`, and when the session is disposed. */
  readonly signal: AbortSignal;
  /** The session's transport, without the session: calls through it carry no token. */
  readonly fetch: Fetch;
}

/** Options of `createAuth`. */
export interface AuthOptions {
  /**
   * Absolute base address of the service, with its version prefix: `https://fleet.example.com/api/v1`. Also the scope:
   * tokens are sent to, and taken from, this origin below this path only.
   */
  readonly baseUrl: string;
  /** Allow `http:` to another host than this machine. Default `false`. */
  readonly allowInsecure?: boolean;
  /** User name and password, or a function that gets them. Asked per login, not kept. Without them, call `login(credentials)`. */
  readonly credentials?: Credentials | (() => Promise<Credentials> | Credentials) | undefined;
  /**
   * Replaces the login request: returns an access token, with or without `bearer `. Throw an
   * `AuthError("credentials_rejected", …)` to say that trying again is pointless; any other error pauses and tries later.
   */
  readonly login?: (context: LoginContext) => Promise<string>;
  /** Where the session is kept beside memory. Default: nowhere. The session closes it when it is disposed. */
  readonly store?: TokenStore;
  /** Operations that are called without a token. Default: `defaultPublicOperations`. The login always is one. */
  readonly publicOperations?: readonly PublicOperation[];
  /** Default `/auth/login`. */
  readonly loginPath?: string;
  /** Where the current token can be read. Default `/auth/token`. */
  readonly tokenPath?: string;
  /** Default `/auth/logout`. */
  readonly logoutPath?: string;
  /** `auto`: when overlapping answers leave the order of tokens open, ask the service once. `off`: keep the last arrival. Default `auto`. */
  readonly reconcile?: "auto" | "off";
  /** Orders two tokens of one session. Default: {@link compareTokens}. If it throws, or cannot say, evidence decides. */
  readonly compare?: Compare;
  /**
   * How many calls may wait for a login at the same time; more are refused with `too_many_waiters`, so that an outage
   * does not fill the memory. Default: any number.
   */
  readonly maxWaiters?: number;
  /** Made by `keepAlive()`: asks for the current token before the held one lapses unused. Default: not done. */
  readonly keepAlive?: KeepAlive;
  /** Longest time for one login, for reading the token and for logging out, in milliseconds. Default 15 000. */
  readonly loginTimeoutMs?: number;
  /** Transport. Default: the global `fetch`, looked up per call. */
  readonly fetch?: Fetch;
  /** Default: `Date.now` and `performance.now`. */
  readonly clock?: Clock;
  /** Random numbers from 0 to below 1, for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** Names each session, so that processes which share a store can tell two apart. Default: 128 random bits. */
  readonly newId?: () => string;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers?: Timers;
}

/** Options with every default filled in. */
export interface Settings extends Required<Omit<AuthOptions, Optional>>, Pick<AuthOptions, Optional>, Scope {}

type Optional = "credentials" | "login" | "store" | "keepAlive";

const defaults = {
  allowInsecure: false,
  publicOperations: defaultPublicOperations,
  loginPath: "/auth/login",
  tokenPath: "/auth/token",
  logoutPath: "/auth/logout",
  reconcile: "auto",
  compare: compareTokens,
  maxWaiters: Infinity,
  loginTimeoutMs: 15_000,
  fetch: (input, init) => globalThis.fetch(input, init),
  clock: { now: () => Date.now(), monotonic: () => performance.now() },
  random: () => Math.random(),
  newId: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  timers: globalThis,
} satisfies Partial<AuthOptions>;

/** Fills in the defaults. Throws `insecure_base_url` or `invalid_option`. */
export function readOptions(options: AuthOptions): Settings {
  const settings = { ...defaults, ...givenOf(options) };
  return { ...settings, ...createScope(settings) };
}

/** An option that is `undefined` is not given. */
function givenOf<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Steady time: milliseconds that no change of the clock makes jump. */
export function steadyTime({ clock }: Settings): number {
  return clock.monotonic?.() ?? defaults.clock.monotonic();
}
