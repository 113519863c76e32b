import { createDeadline, type Deadline } from "./deadline.ts";
import { createEmitter, type Emitter } from "./events.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { createLadder, type Ladder } from "./ladder.ts";
import { createLogin } from "./login.ts";
import type { Settings } from "./options.ts";
import { createReconciler, type Reconciler } from "./reconciler.ts";
import { createRenewal, type Renewal } from "./renewal.ts";
import { TokenState } from "./token-state.ts";
import { createTraffic, type Traffic } from "./traffic.ts";

/** The parts of one session, wired together. Nothing is shared between two sessions. */
export interface Core {
  readonly settings: Settings;
  readonly events: Emitter;
  readonly state: TokenState;
  readonly keeper: Keeper;
  readonly traffic: Traffic;
  readonly reconciler: Reconciler;
  readonly renewal: Renewal;
  readonly ladder: Ladder;
  /** Bounds background work; ends it when the session is closed. */
  readonly deadline: Deadline;
  /** Aborted when the session is disposed. */
  readonly closing: AbortController;
}

/** Wires the parts of one session. */
export function createCore(settings: Settings): Core {
  const events = createEmitter();
  const { emit } = events;
  const closing = new AbortController();
  const changed = (): void => keeper.save();
  const state = new TokenState({ compare: settings.compare, emit, now: settings.clock.now, changed });
  const keeper: Keeper = createKeeper(settings.store, state, emit);
  const deadline = createDeadline(settings.timers, settings.loginTimeoutMs, closing.signal);
  const traffic: Traffic = createTraffic(settings.scope, state, emit, () => reconciler.consider());
  const reconciler: Reconciler = createReconciler(settings, state, traffic, deadline);
  const login = createLogin(settings, emit);
  const renewal = createRenewal({ settings, state, keeper, login, deadline, emit });
  const ladder = createLadder(traffic, renewal, emit);

  return { settings, events, state, keeper, traffic, reconciler, renewal, ladder, deadline, closing };
}
