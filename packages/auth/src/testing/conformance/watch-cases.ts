import type { TokenStore } from "../../store/token-store.ts";
import { type CaseContext, check, same, sampleRecord } from "./case-context.ts";

/** Hints may take a moment, or begin late while a subscription is being made; they must come in the end. */
const hintTries = 100;
const hintWaitMs = 100;

/** What hints must do. */
export const watchCases = {
  "S14 a commit of another handle causes a hint, until the watch is stopped": async (context: CaseContext) => {
    const { open, subject } = context;
    const [watching, writing] = [await open(), await open()];
    if (watching.watch === undefined || subject.handles === "single") return;
    const hints = counter();
    const stop = watching.watch(hints.count);
    check(await commitUntil(writing, () => hints.total() > 0, hints), `no hint after ${hintTries} commits`);
    stop();
    stop();
  },

  "S22 a listener that throws or rejects disturbs neither the commit nor the other listeners": async ({
    open,
    subject,
  }: CaseContext) => {
    const [watching, writing] = [await open(), await open()];
    if (watching.watch === undefined || subject.handles === "single") return;
    const hints = counter();
    const stops = [
      watching.watch(() => {
        throw new Error("thrown by a listener");
      }),
      watching.watch(async () => {
        throw new Error("rejected by a listener");
      }),
      watching.watch(hints.count),
    ];
    check(await commitUntil(writing, () => hints.total() > 0, hints), "the third listener hears of the commit");
    const rev = (await watching.read())?.rev ?? 0;
    check(await watching.commit(rev, sampleRecord(rev + 1)), "commit by the handle that has the listeners");
    for (const stop of stops) stop();
  },

  "S23 a function that watches twice is called until it is stopped twice": async ({ open, subject }: CaseContext) => {
    const [watching, writing] = [await open(), await open()];
    if (watching.watch === undefined || subject.handles === "single") return;
    const hints = counter();
    const [stopOne, stopTwo] = [watching.watch(hints.count), watching.watch(hints.count)];
    check(await commitUntil(writing, () => hints.total() > 0, hints), `no hint after ${hintTries} commits`);
    stopOne();
    stopOne();
    const before = hints.total();
    check(await commitUntil(writing, () => hints.total() > before, hints), "no hint after one of two was stopped");
    stopTwo();
  },
} satisfies Record<string, (context: CaseContext) => Promise<void>>;

interface Counter {
  readonly count: () => void;
  readonly total: () => number;
  /** Resolves at the next call of `count`. */
  readonly next: () => Promise<void>;
}

function counter(): Counter {
  let total = 0;
  let wake = (): void => undefined;
  return {
    count() {
      total++;
      wake();
    },
    total: () => total,
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
}

/** Commits again and again until `done`; `false` if that never happened. */
async function commitUntil(store: TokenStore, done: () => boolean, hints: Counter): Promise<boolean> {
  for (let tries = 0; tries < hintTries && !done(); tries++) {
    const hinted = hints.next();
    const rev = (await store.read())?.rev ?? 0;
    same(await store.commit(rev, sampleRecord(rev + 1)), true, "commit with listeners");
    const timer = new AbortController();
    if (!done()) await Promise.race([hinted, after(hintWaitMs, timer.signal)]);
    timer.abort();
  }
  return done();
}

function after(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
