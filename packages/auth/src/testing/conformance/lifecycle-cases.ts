import type { TokenStore } from "../../store/token-store.ts";
import { check, rejectsAs, same } from "./assertions.ts";
import { patient, sampleRecord, type CaseContext } from "./case-context.ts";

/** Hints may take a moment, or begin late while a subscription is being made; they must come in the end. */
const hintTries = 100;
const hintWaitMs = 100;

/** What hints and the end of a handle must do. */
export const lifecycleCases = {
  "S14 a hint comes after a foreign commit, until it is stopped": async ({ open, subject }: CaseContext) => {
    const [watching, writing] = [await open(), await open()];
    if (watching.watch === undefined || subject.handles === "single") return;
    let hints = 0;
    let wake = (): void => undefined;
    const stop = watching.watch(() => {
      hints++;
      wake();
    });
    for (let rev = 0; rev < hintTries && hints === 0; rev++) {
      const hinted = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await writing.commit(rev, sampleRecord(rev + 1));
      const timer = new AbortController();
      await Promise.race([hinted, after(hintWaitMs, timer.signal)]);
      timer.abort();
    }
    check(hints > 0, `no hint after ${hintTries} commits`);
    stop();
    stop();
  },

  "S15 close can be called twice and ends only its own handle": async ({ open, subject }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    if (one.close === undefined) return;
    await one.commit(0, sampleRecord(1));
    await one.close();
    await one.close();
    if (subject.handles !== "single") same(await two.read(), sampleRecord(1), "read by a handle that is still open");
  },

  "S16 a closed handle refuses everything with store_closed": async ({ open }: CaseContext) => {
    const store = await open();
    if (store.close === undefined) return;
    await store.commit(0, sampleRecord(1));
    await store.close();
    let ran = false;
    const work = async (): Promise<void> => {
      ran = true;
    };
    await rejectsAs("store_closed", store.read(), "read");
    await rejectsAs("store_closed", store.commit(1, sampleRecord(2)), "commit");
    await rejectsAs("store_closed", store.withLock("login", patient, work), "withLock");
    check(!ran, "no work under the lock of a closed store");
  },

  "S17 a waiter for the lock is let go when its handle is closed": async ({ open, subject }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    if (two.close === undefined || subject.handles === "single") return;
    await one.withLock("login", patient, async () => {
      const waiter = rejectsAs("store_closed", two.withLock("login", patient, never), "the waiter");
      await two.close?.();
      await waiter;
    });
  },
} satisfies Record<string, (context: CaseContext) => Promise<void>>;

const never: Parameters<TokenStore["withLock"]>[2] = () => Promise.reject(new Error("ran under a foreign lock"));

function after(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}
