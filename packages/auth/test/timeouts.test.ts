import { describe, expect, test } from "vitest";
import { memoryStore, type TokenSession } from "../src/index.ts";
import { orAborted } from "../src/time-limit.ts";
import { settle } from "./support/deferred.ts";
import { credentials, setUp } from "./support/fake-service.ts";

const timeoutMs = 15_000;

/** A session whose requests never end; the signals that they were sent with. */
function world(store = memoryStore()) {
  const signals: (AbortSignal | null | undefined)[] = [];
  const { session, time } = setUp(() => new Response(), {
    store,
    fetch(_input, init) {
      signals.push(init?.signal);
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    },
  });
  return { session, time, signals };
}

describe("work that takes too long has a code of its own", () => {
  test.each<[string, string, (session: TokenSession) => Promise<unknown>]>([
    ["a login", "login_timeout", (session) => session.login(credentials).catch((error: unknown) => error)],
    ["a reconcile", "timeout", (session) => session.refresh()],
    ["a logout", "timeout", (session) => session.logout()],
  ])("the signal of %s is aborted with %s", async (_name, code, act) => {
    const { session, time, signals } = world();
    session.adopt("T0");
    const done = act(session);
    await settle();
    await time.advance(timeoutMs);
    await done;
    expect(signals.at(-1)?.reason).toMatchObject({
      code,
      message: expect.stringContaining("took longer than 15000 ms (timeoutMs)"),
    });
  });
});

describe("orAborted", () => {
  test("settles as the shared promise, or with the reason of the signal, whichever comes first", async () => {
    const { signal } = new AbortController();
    expect(await orAborted(Promise.resolve(1), undefined)).toBe(1);
    expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(orAborted(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
    const late = new AbortController();
    const waiting = orAborted(new Promise(() => undefined), late.signal);
    late.abort(new Error("gave up"));
    await expect(waiting).rejects.toThrow("gave up");
    await expect(orAborted(Promise.resolve(1), late.signal)).rejects.toThrow("gave up");
  });

  test("a shared promise that rejects after the abort is no unhandled rejection", async () => {
    let fail = (_error: Error): void => undefined;
    const shared = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    await expect(orAborted(shared, AbortSignal.abort(new Error("gave up")))).rejects.toThrow("gave up");
    fail(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
