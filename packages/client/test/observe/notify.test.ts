import { describe, expect, it, vi } from "vitest";
import { notify } from "../../src/call/notify.ts";
import { rejects, unhandledIn } from "./unhandled.ts";

describe("notify", () => {
  it("calls the observer at once", () => {
    const observer = vi.fn();
    notify(observer);
    expect(observer).toHaveBeenCalledTimes(1);
  });

  it("drops what it throws", () => {
    const observer = (): never => {
      throw new Error("observer");
    };
    expect(() => notify(observer)).not.toThrow();
  });

  it("drops what it rejects with, also if that is no Promise of ours", async () => {
    const thenable = new Proxy({}, { get: () => (_ok: unknown, no: (reason: unknown) => void) => no("no") });
    expect(await unhandledIn(() => [rejects, () => thenable].forEach(notify))).toEqual([]);
  });

  it("drops what the answer itself throws when it is looked at", async () => {
    const answer = new Proxy(
      {},
      {
        get: () => {
          throw new Error("getter");
        },
      },
    );
    expect(await unhandledIn(() => notify(() => answer))).toEqual([]);
  });
});
