import type { TokenStore } from "../../store/token-store.ts";
import { type CaseContext, check, deferred, longWait, rejection, same, sampleRecord } from "./case-context.ts";

/** What the lock must do. */
export const lockCases = {
  "S9 one at a time runs under one name, whichever handle it uses": async ({ open }: CaseContext) => {
    let inside = 0;
    let most = 0;
    let turns = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      // Gives all others the chance to enter.
      const store = await open();
      await store.read();
      inside--;
      turns++;
    };
    await Promise.all(Array.from({ length: 6 }, async () => (await open()).withLock("login", longWait, work)));
    same({ most, turns }, { most: 1, turns: 6 }, "work under the lock");
  },

  "S10 names do not exclude each other, and commits need no lock": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const result = await one.withLock("login", longWait, () =>
      two.withLock("b/../ :*", longWait, () =>
        one.withLock("LOGIN", longWait, () =>
          two.withLock(`login ${"long".repeat(100)}`, longWait, async () => {
            check(await two.commit(0, sampleRecord(1)), "commit by another handle while the lock is held");
            check(await one.commit(1, sampleRecord(2)), "commit by the holder");
            return "result";
          }),
        ),
      ),
    );
    same(result, "result", "what the work resolved to");
  },

  "S11 a waiter whose signal is aborted rejects with its reason, without running": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const release = await hold(one);
    const controller = new AbortController();
    let ran = false;
    const waiter = two.withLock("login", { ...longWait, signal: controller.signal }, async () => {
      ran = true;
    });
    const reason = new Error("gave up");
    const refused = rejection(waiter, "the waiter");
    controller.abort(reason);
    check((await refused) === reason, "the waiter rejects with the reason of its signal");
    await release();
    await two.withLock("login", longWait, async () => undefined);
    check(!ran, "the work of a waiter that gave up must not run");
  },

  "S12 with a signal that is aborted already no work runs": async ({ open }: CaseContext) => {
    const store = await open();
    const reason = new Error("too late");
    let ran = false;
    const waiter = store.withLock("login", { ...longWait, signal: AbortSignal.abort(reason) }, async () => {
      ran = true;
    });
    check((await rejection(waiter, "the waiter")) === reason, "rejects with the reason of the signal");
    check(!ran, "the work must not run");
  },

  "S13 an error of the work is passed on, and the lock is released": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const failure = new Error("work failed");
    const failed = await rejection(
      one.withLock("login", longWait, async () => {
        throw failure;
      }),
      "failing work",
    );
    check(failed === failure, "the same error object");
    const thrown = await rejection(
      two.withLock("login", longWait, () => {
        throw failure;
      }),
      "work that throws at once",
    );
    check(thrown === failure, "the same error object, thrown at once");
    same(await one.withLock("login", longWait, async () => 7), 7, "the next holder");
  },

  "S20 waiters that give up leave the lock to those who wait on": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const release = await hold(one);
    const controllers = Array.from({ length: 5 }, () => new AbortController());
    const giveUp = controllers.map(({ signal }, index) =>
      rejection(
        (index % 2 ? one : two).withLock("login", { ...longWait, signal }, async () => undefined),
        `waiter ${index}`,
      ),
    );
    const patient = [one, two].map((store) => store.withLock("login", longWait, async () => "ran"));
    for (const controller of controllers) controller.abort(new Error("gave up"));
    await Promise.all(giveUp);
    await release();
    same(await Promise.all(patient), ["ran", "ran"], "waiters that did not give up");
  },

  "S21 an abort in the moment in which the lock is given: the work runs, or the call rejects": async ({
    open,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    // Some stores give the lock within microtasks, others after turns of the event loop.
    const delays = [...Array.from({ length: 10 }, () => microtask), ...Array.from({ length: 10 }, () => turn)];
    for (const [index, pass] of delays.entries()) {
      const controller = new AbortController();
      const reason = new Error("gave up");
      let ran = false;
      const holder = one.withLock("login", longWait, turn);
      const waiter = two.withLock("login", { ...longWait, signal: controller.signal }, async () => {
        ran = true;
        check(!controller.signal.aborted, "work began after its signal was aborted");
      });
      const outcome = waiter.then(
        () => "ran",
        (error: unknown) => (error === reason ? "rejected" : String(error)),
      );
      await holder;
      for (let times = 0; times < index % 10; times++) await pass();
      controller.abort(reason);
      same(await outcome, ran ? "ran" : "rejected", "the outcome of the call, against what happened");
      same(await one.withLock("login", longWait, async () => "free"), "free", "the lock afterwards");
    }
  },
};

const microtask = (): Promise<void> => Promise.resolve();

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Takes the lock; resolves to the way to release it. */
async function hold(store: TokenStore): Promise<() => Promise<void>> {
  const [entered, leave] = [deferred(), deferred()];
  const holder = store.withLock("login", longWait, async () => {
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  return () => {
    leave.resolve();
    return holder;
  };
}
