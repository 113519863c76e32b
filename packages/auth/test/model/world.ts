import type { AuthEvent, SessionSnapshot, TokenSession } from "../../src/index.ts";
import { seeded } from "../../src/testing/index.ts";
import { virtualClock, type VirtualClock } from "../support/virtual-clock.ts";
import { createService, type Issued, type Service, type ServiceSetup, type User } from "./service.ts";
import { createStore, type ModelStore, type StoreUse } from "./store.ts";

/** Base address of the model service. */
export const baseUrl = "https://fleet.example.com/api/v1";

/** How one session is made. */
export interface ClientSetup {
  readonly credentials: "object" | "function" | "login" | "none";
  readonly user: User;
  readonly reconcile: "auto" | "off";
  readonly replay: "always" | "idempotent" | "never";
  readonly userChange: "stop" | "follow";
  readonly keepAlive: boolean;
  readonly maxWaiters: number | undefined;
  /** `throws`: the function of the application that orders tokens is broken. */
  readonly compare: "default" | "throws";
}

/** One run. */
export interface Setup extends ServiceSetup {
  /** Whether responses have a `Date`; `skewed`: the clock of the second server is behind. */
  readonly dates: "none" | "exact" | "skewed";
  /** Whether the two sessions share a store, and whether it tells of changes. */
  readonly store: "none" | "silent" | "watched";
  readonly clients: readonly [ClientSetup, ClientSetup];
  readonly seed: number;
}

/** A call that the application made. */
export interface Call {
  readonly id: string;
  readonly client: Client;
  readonly face: "fetch" | "middleware" | "signing";
  /** Logical time. */
  readonly startedAt: number;
  /** The epoch of the session in which it began. */
  readonly epoch: number;
  readonly body: string | undefined;
  /** The service's view of each time that it was sent with a token of the session. */
  readonly sends: (Issued | undefined)[];
  /** What a response of it means to the session: nothing, if a later middleware throws it away. */
  readonly isSeen: boolean;
  /** What came of it. */
  status?: number;
  /** Whether it was rejected with `login_backoff`. */
  isBackedOff?: boolean;
  /** Steady time at which it was answered. */
  endedAt?: number;
}

/** One request on its way. */
export interface Exchange {
  readonly id: number;
  readonly client: Client;
  readonly call: Call | undefined;
  /** Not the first time that the call is sent. */
  readonly isRepeated: boolean;
  readonly url: string;
  readonly method: string;
  /** Below the base URL; `undefined` outside. */
  readonly path: string | undefined;
  /** The caller set the header itself. */
  readonly isClaimed: boolean;
  readonly token: string | undefined;
  readonly redirect: RequestRedirect;
  /** The epoch of the session when it was sent, and the logical time. */
  readonly epoch: number;
  readonly sentAt: number;
  body: string | undefined;
  phase: "sent" | "started" | "finished" | "hung";
  accepted: Issued | undefined;
  chosen: Issued | undefined;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** What the model remembers of a session. */
export interface ClientState {
  isDisposed: boolean;
  /** `logout()` was called, and nothing that begins a session since. */
  isLoggedOut: boolean;
  /** Logical time of the application's last act that changes whose session it is. */
  actAt: number;
  /** Calls of `login()` that have not settled. */
  logins: number;
  /**
   * The epoch of the application's last act that begins a session, or in which a login that it asked for was sent; and that in
   * which the session last ended.
   */
  beganIn: number;
  endedIn: number;
  /** Tokens that the application adopted and whose event has not come yet, with the epoch that began with each. */
  readonly adopted: { readonly text: string; readonly epoch: number }[];
  /** The users as whom the application wants the session to act, with the logical time; none before the first. */
  readonly endorsed: Map<User, number>;
  /** The token that the last event named, and those that a response proved superseded since the session began. */
  held: string | undefined;
  readonly superseded: Set<string>;
  /** The newest token that a response of the present epoch brought. */
  delivered: { readonly epoch: number; readonly token: Issued } | undefined;
  /** The service refused a login of it. */
  isRejected: boolean;
  /** The user whom the options name; a function of the application names one when it is called. */
  named: User | undefined;
  /** How often listeners may still call back in. */
  callbacks: number;
}

/** One session and what belongs to it. */
export interface Client {
  readonly index: number;
  readonly name: string;
  readonly setup: ClientSetup;
  readonly session: TokenSession;
  readonly state: ClientState;
  readonly use: StoreUse;
  readonly events: AuthEvent[];
  readonly unsubscribe: (() => void)[];
  pendingTimers(): number;
  wakeListeners(): number;
  wake(): void;
}

/** What the application does when it must give credentials. */
export type Prompt = User | "cancel" | "throw" | "hang" | "call_back";

/** Everything of one run. */
export interface World {
  readonly setup: Setup;
  readonly clock: VirtualClock;
  readonly random: () => number;
  readonly service: Service;
  readonly store: ModelStore;
  readonly clients: Client[];
  readonly retired: Client[];
  readonly exchanges: Exchange[];
  readonly calls: Map<string, Call>;
  /** Signals of calls that the application may abort. */
  readonly aborters: AbortController[];
  /** Promises of the public API that have not settled, by what was called. */
  readonly unsettled: Map<number, string>;
  /** Responses that reached a session, to see that none is left unread. */
  readonly responses: { readonly response: Response; isHandedOver: boolean }[];
  readonly trace: string[];
  readonly violations: string[];
  /** Ends what hangs in functions of the application. */
  readonly releases: (() => void)[];
  prompt: Prompt | undefined;
  /** Every request gets its response at once. */
  isWell: boolean;
  /** Logical time. */
  time: number;
  sends: number;
  /** How many calls of public methods have not returned. */
  depth: number;
}

export function createWorld(setup: Setup): World {
  const clock = virtualClock();
  const later = (ms: number, run: () => void): void => void clock.timers.setTimeout(run, ms);
  return {
    setup,
    clock,
    random: seeded(setup.seed),
    service: createService(setup, clock.clock.monotonic),
    store: createStore(setup.store === "watched", later),
    clients: [],
    retired: [],
    exchanges: [],
    calls: new Map(),
    aborters: [],
    unsettled: new Map(),
    responses: [],
    trace: [],
    violations: [],
    releases: [],
    prompt: undefined,
    isWell: false,
    time: 0,
    sends: 0,
    depth: 0,
  };
}

export const tick = (world: World): number => ++world.time;

/** One line of what happened, for the report of a failure. */
export function note(world: World, line: string): void {
  world.trace.push(`${Math.round(world.clock.clock.monotonic())} ms  ${line}`);
}

export function violate(world: World, what: string): void {
  note(world, `!! ${what}`);
  world.violations.push(what);
}

/** The session may act as this user from now on; `only`: and as no other. */
export function endorse(world: World, { state }: Client, user: User, only = false): void {
  if (only) state.endorsed.clear();
  state.endorsed.set(user, tick(world));
}

/** The application begins a session, or asks for one. */
export function noteBegin(world: World, { state, session }: Client): void {
  state.isLoggedOut = false;
  state.actAt = tick(world);
  state.beganIn = session.snapshot().epoch;
}

/** A token as the trace names it. */
export function tokenName(world: World, text: string | undefined): string {
  if (text === undefined) return "no token";
  const token = world.service.find(text);
  return token ? `${token.family.user}${token.family.id}.${token.serial}` : text;
}

/** The token that the session holds, as the service knows it. */
export function heldBy(
  world: World,
  { session }: Client,
  of: SessionSnapshot = session.snapshot(),
): Issued | undefined {
  return world.service.named(of.fingerprint);
}
