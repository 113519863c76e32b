import type { Core, Part } from "./core.ts";
import { AuthError } from "./errors.ts";
import { chance, now, steadyTime } from "./platform.ts";
import { ask } from "./reconcile.ts";
import { within } from "./within.ts";

/** Where a browser tells that a page or the network came back. `globalThis` of a page is one. */
export interface WakeSource {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** Options of {@link keepAlive}. */
export interface KeepAliveOptions {
  /** Longest time that a token goes unconfirmed, in milliseconds: at most 3 days, well below the 7 that it lives. Default 24 h. */
  readonly everyMs?: number;
  /** Share of `everyMs` that is random, from 0 to 1, so that clients which start together do not ask together. Default 0.5. */
  readonly jitter?: number;
  /** Tells when the page was away: `visibilitychange`, `pageshow`, `online`. Default: `globalThis`, where it does. */
  readonly wakes?: WakeSource;
}

/** What `createAuth` takes as `keepAlive`, and `createSession` among its parts: starts with the session and ends with it. */
export type KeepAlive = Part;

const hour = 3_600_000;
const day = 24 * hour;
const wakeEvents = ["visibilitychange", "pageshow", "online"];

/**
 * Keeps the token of an idle session alive: when nothing has shown for a while that it is current, asks
 * `GET /auth/token`, since a superseded token is refused after 7 days. Sessions that share a store share the question:
 * one asks, the others take its answer from the store. A refused token is left to the next call. Throws `invalid_option`.
 *
 * @example
 * createAuth({ baseUrl, credentials, keepAlive: keepAlive({ everyMs: 12 * 3_600_000 }) });
 */
export function keepAlive({ everyMs = day, jitter = 0.5, wakes = globalThis }: KeepAliveOptions = {}): KeepAlive {
  if (!(everyMs > 0 && everyMs <= 3 * day && jitter >= 0 && jitter <= 1)) {
    throw new AuthError("invalid_option", "keepAlive: everyMs must be above 0 and at most 3 days, jitter from 0 to 1");
  }
  return (core) => {
    const due = createDueTime(core, everyMs, jitter);
    watchOver(core, wakes, due, (signal) => confirm(core, due, signal));
  };
}

/** When to ask next. */
interface DueTime {
  /** Milliseconds until the token has gone unconfirmed for its share of the period. */
  left(): number;
  /** Nothing came of asking: not before a tenth of the period has passed, unless something woke us. */
  postpone(): void;
  /** The same token was refused: not again. */
  giveUp(): void;
  /** Something woke us. */
  hurry(): void;
}

function createDueTime(core: Core, everyMs: number, jitter: number): DueTime {
  let seen = { steady: steadyTime(core), wall: now(core) };
  let confirmedAt: number | undefined;
  let period = everyMs;
  let slept = 0;
  let notBefore = 0;
  let refused: string | undefined;

  return {
    left() {
      const here = { steady: steadyTime(core), wall: now(core) };
      // A steady clock may stand still while the machine sleeps; then the other one gains on it. A clock that is set
      // forward looks the same, and costs one question. One that is set back proves nothing.
      slept += Math.max(0, here.wall - seen.wall - (here.steady - seen.steady));
      seen = here;
      if (core.confirmedAt !== confirmedAt) {
        confirmedAt = core.confirmedAt;
        period = everyMs * (1 - jitter * chance(core));
        slept = notBefore = 0;
      }
      if (!core.token || core.token === refused) return Infinity;
      const pause = Math.max(notBefore, core.askPause.until) - here.steady;
      return Math.max(pause, period - slept - (here.steady - core.confirmedAt));
    },
    postpone() {
      notBefore = steadyTime(core) + (everyMs / 10) * (1 - jitter * chance(core));
    },
    giveUp() {
      refused = core.token;
    },
    hurry() {
      notBefore = 0;
    },
  };
}

/** Looks at least once an hour, and when the page comes back, whether it is time; ends with the session. */
function watchOver(core: Core, wakes: WakeSource, due: DueTime, act: (signal: AbortSignal) => Promise<void>): void {
  const { timers = globalThis } = core;
  const { signal } = core.closing;
  let timer: unknown;
  let busy = false;

  const look = async (): Promise<void> => {
    if (busy) return;
    timers.clearTimeout(timer);
    if (due.left() <= 0) {
      busy = true;
      await within(core, act).catch(() => due.postpone());
      busy = false;
    }
    if (signal.aborted) return;
    timer = timers.setTimeout(() => void look(), Math.min(hour, Math.max(1, due.left())));
    letExit(timer);
  };
  const woken = async (): Promise<void> => {
    due.hurry();
    // Hints may have been missed meanwhile.
    await core.keeper?.pull();
    if (!signal.aborted) await look();
  };
  const wake = (): void => void woken();
  const stop = (): void => {
    timers.clearTimeout(timer);
    for (const type of wakeEvents) wakes.removeEventListener?.(type, wake);
  };
  for (const type of wakeEvents) wakes.addEventListener?.(type, wake);
  signal.addEventListener("abort", stop);
  void look();
}

/** One question for all who share the store: whoever comes second finds the answer of the first. */
async function confirm(core: Core, due: DueTime, signal: AbortSignal): Promise<void> {
  const { keeper } = core;
  const work = async (): Promise<void> => {
    await keeper?.pull();
    if (due.left() > 0) return;
    const before = core.confirmedAt;
    const answer = await ask(core);
    if (answer?.status === 401) due.giveUp();
    else if (core.confirmedAt === before) due.postpone();
    else {
      keeper?.save();
      await keeper?.flush();
    }
  };
  await (keeper?.locked(signal, work, "keep-alive") ?? work());
}

/** A timer must not keep a program running that has nothing else to do. Only Node's and Bun's can be told so. */
function letExit(timer: unknown): void {
  if (typeof timer === "object" && timer && "unref" in timer && typeof timer.unref === "function") timer.unref();
}
