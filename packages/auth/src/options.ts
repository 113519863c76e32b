import type { Clock } from "./backoff.ts";
import { compareTokens } from "./compare-tokens.ts";
import type { Timers } from "./deadline.ts";
import { memoryStore } from "./memory-store.ts";
import type { Fetch } from "./outgoing.ts";
import { createScope, defaultPublicOperations, type PublicOperation, type Scope } from "./scope.ts";
import type { TokenStore } from "./store.ts";
import type { Compare } from "./token-state.ts";

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
  /** Where the session is kept. Default: `memoryStore()`. The session closes it when it is disposed. */
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
  /** Longest time for one login, for reading the token and for logging out, in milliseconds. Default 15 000. */
  readonly loginTimeoutMs?: number;
  /** Transport. Default: the global `fetch`, looked up per call. */
  readonly fetch?: Fetch;
  /** Default: `Date.now` and `performance.now`. */
  readonly clock?: Clock;
  /** Random numbers from 0 to below 1, for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers?: Timers;
}

/** Options with every default filled in. */
export interface Settings {
  readonly scope: Scope;
  readonly credentials: AuthOptions["credentials"];
  readonly login: AuthOptions["login"];
  readonly store: TokenStore;
  readonly loginPath: string;
  readonly tokenPath: string;
  readonly logoutPath: string;
  readonly reconcile: boolean;
  readonly compare: Compare;
  readonly loginTimeoutMs: number;
  readonly fetch: Fetch;
  readonly clock: Required<Clock>;
  readonly random: () => number;
  readonly timers: Timers;
}

/** Fills in the defaults. Throws `insecure_base_url` or `invalid_option`. */
export function readOptions(options: AuthOptions): Settings {
  const { baseUrl, allowInsecure = false, publicOperations = defaultPublicOperations, clock = Date } = options;
  const loginPath = options.loginPath ?? "/auth/login";
  return {
    scope: createScope(baseUrl, allowInsecure, [...publicOperations, { method: "POST", path: loginPath }]),
    credentials: options.credentials,
    login: options.login,
    store: options.store ?? memoryStore(),
    loginPath,
    tokenPath: options.tokenPath ?? "/auth/token",
    logoutPath: options.logoutPath ?? "/auth/logout",
    reconcile: options.reconcile !== "off",
    compare: options.compare ?? compareTokens,
    loginTimeoutMs: options.loginTimeoutMs ?? 15_000,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: { now: () => clock.now(), monotonic: () => monotonic(clock) },
    random: options.random ?? Math.random,
    timers: options.timers ?? globalTimers,
  };
}

function monotonic(clock: Clock): number {
  return clock.monotonic ? clock.monotonic() : performance.now();
}

const globalTimers: Timers = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(asTimer(handle)),
};

/** The handle came from our own `setTimeout`; its type differs between platforms. */
function asTimer(handle: unknown): number {
  return handle as number;
}
