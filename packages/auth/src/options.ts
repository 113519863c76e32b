import type { Fetch } from "./outgoing.ts";
import type { Clock } from "./pause.ts";
import type { Timers } from "./within.ts";

/** Options that every session takes. */
export interface CoreOptions {
  /**
   * Absolute base address of the service, with its version prefix: `https://fleet.example.com/api/v1`. Also the scope:
   * tokens are sent to, and taken from, this origin below this path only.
   */
  readonly baseUrl: string;
  /** Allow `http:` to another host than this machine. Default `false`. */
  readonly allowInsecure?: boolean | undefined;
  /** Default `/auth/login`. */
  readonly loginPath?: string | undefined;
  /** Where the current token can be read. Default `/auth/token`. */
  readonly tokenPath?: string | undefined;
  /** Default `/auth/logout`. */
  readonly logoutPath?: string | undefined;
  /**
   * Longest time for one login with everything that it waits for (store, lock, the functions of the application, the service),
   * for reading the token, for logging out, and for one write to the store, in milliseconds. Default 15 000.
   */
  readonly loginTimeoutMs?: number | undefined;
  /** Transport. Default: the global `fetch`, looked up per call. */
  readonly fetch?: Fetch | undefined;
  /** Default: `Date.now` and `performance.now`. */
  readonly clock?: Clock | undefined;
  /** Random numbers from 0 to below 1, for the jitter of pauses. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Names each session, so that processes which share a store can tell two apart. Default: 128 random bits. */
  readonly newId?: (() => string) | undefined;
  /** Default: the global `setTimeout` and `clearTimeout`. */
  readonly timers?: Timers | undefined;
}
