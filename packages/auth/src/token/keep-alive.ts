import type { SessionContext } from "../context.ts";
import type { WakeSource } from "../options/auth-options.ts";
import type { KeepAliveSettings } from "../options/settings.ts";
import type { StoreSync } from "../store/store-sync.ts";
import { createController, createTimer, withTimeout } from "../time-limit.ts";
import type { Reconciler } from "./reconcile.ts";

const hour = 3_600_000;
const pageEvents = ["visibilitychange", "pageshow", "online", "pagehide"];

/**
 * Keeps the token of an idle session alive: when no response has shown for a while that it is current,
 * reconciles, since a superseded token is refused after 7 days. Of the sessions that share a store one reconciles, and the
 * others read the result from the store. A refused token is left to the next call. Ends when the session is
 * disposed.
 */
export function startKeepAlive(
  context: SessionContext,
  reconciler: Reconciler,
  sync: StoreSync | undefined,
  options: KeepAliveSettings,
): void {
  const due = createDueTime(context, reconciler, options);
  watchOver(context, sync, options.wakes, due, (signal) => confirm(context, reconciler, sync, due, signal));
}

/** When to reconcile next. */
interface DueTime {
  /** Milliseconds until the token has gone unconfirmed for its share of the period. */
  left(): number;
  /** The reconcile failed: not before a tenth of the period has passed, unless the page or the network comes back. */
  postpone(): void;
  /** The same token was refused: not again. */
  giveUp(): void;
  /** The page or the network came back. */
  hurry(): void;
}

function createDueTime(
  { state, platform }: SessionContext,
  reconciler: Reconciler,
  { everyMs, jitter }: KeepAliveSettings,
): DueTime {
  let seen = { steady: platform.steady(), wall: platform.now() };
  let confirmedAt: number | undefined;
  let period = everyMs;
  let slept = 0;
  let notBefore = 0;
  let refused: string | undefined;

  return {
    left() {
      const here = { steady: platform.steady(), wall: platform.now() };
      const { confirmedAt: lastConfirmed } = state.held;
      const token = state.usableToken;
      // A steady clock may stand still while the machine sleeps; then the other one gains on it. A clock that is set
      // forward looks the same, and costs one reconcile. One that is set back proves nothing.
      slept += Math.max(0, here.wall - seen.wall - (here.steady - seen.steady));
      seen = here;
      if (lastConfirmed !== confirmedAt) {
        confirmedAt = lastConfirmed;
        period = everyMs * (1 - jitter * platform.random());
        slept = notBefore = 0;
      }
      if (token === undefined || token === refused) return Infinity;
      const wait = Math.max(notBefore, reconciler.backoffUntil) - here.steady;
      return Math.max(wait, period - slept - (here.steady - lastConfirmed));
    },
    postpone() {
      notBefore = platform.steady() + (everyMs / 10) * (1 - jitter * platform.random());
    },
    giveUp() {
      refused = state.usableToken;
    },
    hurry() {
      notBefore = 0;
    },
  };
}

/** Looks at least once an hour, and when the page comes back, whether it is time; ends with the session. */
function watchOver(
  { platform, closed, limits }: SessionContext,
  sync: StoreSync | undefined,
  wakes: WakeSource,
  due: DueTime,
  act: (signal: AbortSignal) => Promise<void>,
): void {
  const timer = createTimer(platform);
  let busy = false;

  let controller = createController();

  const look = async (): Promise<void> => {
    if (busy) return;
    timer.stop();
    if (due.left() <= 0) {
      busy = true;
      controller = createController();
      await withTimeout(limits, act, controller).catch(() => due.postpone());
      busy = false;
    }
    if (closed.aborted) return;
    timer.start(Math.min(hour, Math.max(1, due.left())), () => void look());
  };
  const woken = async (): Promise<void> => {
    due.hurry();
    // Hints may have been missed meanwhile.
    await sync?.pull().catch(() => undefined);
    if (!closed.aborted) await look();
  };
  const wake = (event?: Event): void => {
    // An open database, or a lock, keeps browsers from holding a page that is left for "back".
    if (event?.type === "pagehide") controller.abort();
    else if (!isHidden(event?.target)) void woken();
  };
  const stop = (): void => {
    timer.stop();
    for (const type of pageEvents) wakes.removeEventListener?.(type, wake);
  };
  for (const type of pageEvents) wakes.addEventListener?.(type, wake);
  closed.addEventListener("abort", stop);
  void look();
}

/** Whether an event says that the page was hidden: its target is the document. */
function isHidden(target: unknown): boolean {
  const { visibilityState }: { visibilityState?: unknown } = Object(target);
  return visibilityState === "hidden";
}

/** One reconcile for all sessions that share the store: the second one finds the result of the first. */
async function confirm(
  { state }: SessionContext,
  reconciler: Reconciler,
  sync: StoreSync | undefined,
  due: DueTime,
  signal: AbortSignal,
): Promise<void> {
  const work = async (): Promise<void> => {
    await sync?.pull().catch(() => undefined);
    if (due.left() > 0) return;
    const { confirmedAt } = state.held;
    const result = await reconciler.reconcile();
    if (result === "refused") due.giveUp();
    else if (state.held.confirmedAt === confirmedAt) due.postpone();
    else {
      sync?.save();
      await sync?.flush();
    }
  };
  await (sync?.locked("keep-alive", signal, work) ?? work());
}
