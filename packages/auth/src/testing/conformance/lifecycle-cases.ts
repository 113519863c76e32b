import type { TokenStore } from "../../store/token-store.ts";
import { type CaseContext, check, deferred, longWait, rejectsAs, same, sampleRecord } from "./case-context.ts";

/** What the end of a handle must do. */
export const lifecycleCases = {
  "S15 close can be called twice, also at once, and ends only its own handle": async ({
    open,
    subject,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    if (one.close === undefined) return;
    await one.commit(0, sampleRecord(1));
    await Promise.all([one.close(), one.close()]);
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
    await rejectsAs("store_closed", store.withLock("login", longWait, work), "withLock");
    check(!ran, "no work under the lock of a closed store");
    const watching = (async () => store.watch?.(() => undefined))();
    if (store.watch !== undefined) await rejectsAs("store_closed", watching, "watch");
  },

  "S17 a waiter for the lock rejects with store_closed when its handle is closed": async ({
    open,
    subject,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    if (two.close === undefined || subject.handles === "single") return;
    await one.withLock("login", longWait, async () => {
      const waiter = rejectsAs("store_closed", two.withLock("login", longWait, never), "the waiter");
      await two.close?.();
      await waiter;
    });
  },

  "S24 a handle that is closed while its work runs releases the lock when the work ends": async ({
    open,
    subject,
  }: CaseContext) => {
    const [one, two] = [await open(), await open()];
    if (one.close === undefined || subject.handles === "single") return;
    const [entered, leave] = [deferred(), deferred()];
    const holder = one.withLock("login", longWait, async () => {
      entered.resolve();
      await leave.promise;
      return "done";
    });
    await entered.promise;
    await one.close();
    leave.resolve();
    same(await holder, "done", "what the work resolved to");
    same(await two.withLock("login", longWait, async () => "free"), "free", "the lock afterwards");
  },

  "S25 close during a commit: the commit settles, and nothing is written after close": async ({
    open,
    subject,
  }: CaseContext) => {
    const reader = await open();
    if (reader.close === undefined || subject.handles === "single") return;
    for (let round = 0; round < 5; round++) {
      const rev = (await reader.read())?.rev ?? 0;
      const store = await open();
      const commit = store.commit(rev, sampleRecord(rev + 1)).then(
        (done) => done,
        () => undefined,
      );
      for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setTimeout(resolve));
      await store.close?.();
      const atClose = await reader.read();
      const done = await commit;
      same(await reader.read(), atClose, "the record after close, when the commit has settled");
      if (done !== undefined) same(atClose?.rev, done ? rev + 1 : rev, "the record, against what commit resolved to");
    }
  },
} satisfies Record<string, (context: CaseContext) => Promise<void>>;

const never: Parameters<TokenStore["withLock"]>[2] = () => Promise.reject(new Error("ran while another held the lock"));
