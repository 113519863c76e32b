import { describe, expect, test } from "vitest";
import { memoryStore, type TokenSession } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { codeOf } from "./support/code-of.ts";
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

  test.each(["read", "commit"] as const)("a store whose %s hangs is store_unavailable", async (on) => {
    const plan: PlannedFault[] = [{ on, fault: { kind: "hang" } }];
    const { session, time } = world(faultyStore(memoryStore(), plan));
    if (on === "commit") session.adopt("T0");
    const done = codeOf(on === "read" ? session.ready() : session.flush());
    await settle();
    await time.advance(timeoutMs);
    expect(await done).toBe("store_unavailable");
  });
});
