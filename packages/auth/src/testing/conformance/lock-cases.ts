import { check, rejection, same } from "./assertions.ts";
import { patient, sampleRecord, type CaseContext } from "./case-context.ts";

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** What the lock must do. */
export const lockCases = {
  "S9 one at a time runs under one name, whichever handle it uses": async ({ open }: CaseContext) => {
    let inside = 0;
    let most = 0;
    let turns = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      // Gives everybody else the chance to come in.
      const store = await open();
      await store.read();
      inside--;
      turns++;
    };
    await Promise.all(Array.from({ length: 6 }, async () => (await open()).withLock("login", patient, work)));
    same({ most, turns }, { most: 1, turns: 6 }, "work under the lock");
  },

  "S10 names do not exclude each other, and commits need no lock": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const result = await one.withLock("a", patient, () =>
      two.withLock("b/../ :*", patient, async () => {
        check(await two.commit(0, sampleRecord(1)), "commit by another handle while the lock is held");
        check(await one.commit(1, sampleRecord(2)), "commit by the holder");
        return "result";
      }),
    );
    same(result, "result", "what the work resolved to");
  },

  "S11 a waiter whose signal is aborted gives up with its reason, without running": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const entered = gate();
    const leave = gate();
    const holder = one.withLock("login", patient, async () => {
      entered.open();
      await leave.opened;
    });
    await entered.opened;
    const controller = new AbortController();
    let ran = false;
    const waiter = two.withLock("login", { ...patient, signal: controller.signal }, async () => {
      ran = true;
    });
    const reason = new Error("gave up");
    const refused = rejection(waiter, "the waiter");
    controller.abort(reason);
    check((await refused) === reason, "the waiter rejects with the reason of its signal");
    leave.open();
    await holder;
    await two.withLock("login", patient, async () => undefined);
    check(!ran, "work that was given up must not run");
  },

  "S12 a signal that is aborted already: no work": async ({ open }: CaseContext) => {
    const store = await open();
    const reason = new Error("too late");
    let ran = false;
    const waiter = store.withLock("login", { ...patient, signal: AbortSignal.abort(reason) }, async () => {
      ran = true;
    });
    check((await rejection(waiter, "the waiter")) === reason, "rejects with the reason of the signal");
    check(!ran, "the work must not run");
  },

  "S13 work that fails passes its error on and gives the lock back": async ({ open }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    const failure = new Error("work failed");
    const failed = await rejection(
      one.withLock("login", patient, async () => {
        throw failure;
      }),
      "failing work",
    );
    check(failed === failure, "the very error of the work");
    const thrown = await rejection(
      two.withLock("login", patient, () => {
        throw failure;
      }),
      "work that throws at once",
    );
    check(thrown === failure, "the very error that was thrown");
    same(await one.withLock("login", patient, async () => 7), 7, "the next holder");
  },
};
