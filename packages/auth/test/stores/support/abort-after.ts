import { expect } from "vitest";
import { settle } from "../../support/deferred.ts";

/** Aborts a call that takes a lock after so many turns: either its work ran, before the abort, or the call rejects. */
export async function abortAfter(
  turns: number,
  lock: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  let ran = false;
  const outcome = lock(controller.signal, async () => {
    ran = true;
    if (controller.signal.aborted) throw new Error("began after the abort");
  }).then(
    () => true,
    () => false,
  );
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  controller.abort(new Error("gave up"));
  expect(await outcome).toBe(ran);
  await settle();
}
