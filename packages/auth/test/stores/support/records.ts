import { expect } from "vitest";
import type { SessionRecord } from "../../../src/index.ts";
import { settle } from "../../support/deferred.ts";

/** A record of one session. */
export function record(rev: number, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    v: 1,
    serviceId: "https://fleet.example.com/api/v1",
    sid: "s",
    rev,
    token: `T${rev}`,
    user: "0badcafe",
    since: 0,
    ...changes,
  };
}

/** Lock options of a test that has no hurry. */
export const wait = { timeoutMs: 60_000, signal: new AbortController().signal };

/** A token that tells its order. */
export const ordered = (serial: number): string => `f1.${serial}.x`;

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
