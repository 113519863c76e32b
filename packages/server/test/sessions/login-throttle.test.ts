import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/platform/index.ts";
import { addressBlock } from "../../src/sessions/login-throttle.ts";
import type { LoginThrottle } from "../../src/sessions/index.ts";
import { createLoginThrottle } from "../../src/sessions/index.ts";
import { countCalls, mapIterator } from "../kernel/support/count-calls.ts";

const fail = async (): Promise<null> => null;
const succeed = async (): Promise<string> => "user";

function throttled(): { clock: ReturnType<typeof manualClock>; throttle: LoginThrottle } {
  const clock = manualClock(new Date(0));
  return { clock, throttle: createLoginThrottle({ clock }) };
}

async function failures(throttle: LoginThrottle, count: number, username = "user"): Promise<void> {
  for (let n = 0; n < count; n += 1) await throttle.guard({ ip: "192.0.2.1", username }, fail);
}

describe("the login throttle", () => {
  it("refuses after 10 failures of an address and username, until the first is a minute old", async () => {
    const { clock, throttle } = throttled();
    await failures(throttle, 1);
    clock.advance(10_500);
    await failures(throttle, 9, "USER");
    let asked = false;
    const attempt = throttle.guard({ ip: "192.0.2.1", username: "user" }, async () => {
      asked = true;
      return "user";
    });
    await expect(attempt).rejects.toMatchObject({
      code: "too_many_requests",
      extra: { retry_after_s: 50 },
    });
    expect(asked).toBe(false);
    clock.advance(49_500);
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).resolves.toBe("user");
  });

  it("leaves other users and other addresses alone", async () => {
    const { throttle } = throttled();
    await failures(throttle, 10);
    await expect(throttle.guard({ ip: "192.0.2.1", username: "b" }, succeed)).resolves.toBe("user");
    await expect(throttle.guard({ ip: "192.0.2.2", username: "user" }, succeed)).resolves.toBe("user");
  });

  it("is cleared by a success", async () => {
    const { throttle } = throttled();
    await failures(throttle, 9);
    await throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed);
    await failures(throttle, 9);
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).resolves.toBe("user");
  });

  it("refuses an address after 60 failures over many usernames", async () => {
    const { throttle } = throttled();
    for (let n = 0; n < 60; n += 1) await failures(throttle, 1, `user${n}`);
    const attempt = throttle.guard({ ip: "192.0.2.1", username: "new" }, succeed);
    await expect(attempt).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("lets exactly 10 of many parallel guesses through", async () => {
    const { throttle } = throttled();
    let checked = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        throttle.guard({ ip: "192.0.2.1", username: "user" }, async () => {
          checked += 1;
          await new Promise((resolve) => setImmediate(resolve));
          return null;
        }),
      ),
    );
    expect(checked).toBe(10);
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(40);
  });

  it("lets all of many parallel logins with the right password through", async () => {
    const { throttle } = throttled();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)),
    );
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => "user"));
  });

  it("does not count a check that broke", async () => {
    const { throttle } = throttled();
    const broken = (): Promise<null> => Promise.reject(new Error("overloaded"));
    for (let n = 0; n < 20; n += 1) {
      const attempt = throttle.guard({ ip: "192.0.2.1", username: "user" }, broken);
      await expect(attempt).rejects.toThrow("overloaded");
    }
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).resolves.toBe("user");
  });
});

describe("an account that strangers guess at", () => {
  const guess = (throttle: LoginThrottle, n: number, username = "user"): Promise<unknown> =>
    throttle.guard({ ip: `198.51.100.${n % 250}`, username }, fail).catch((error: unknown) => error);

  it("gets 30 guesses in 15 minutes, from however many addresses", async () => {
    const { clock, throttle } = throttled();
    let checked = 0;
    const count = async (): Promise<null> => {
      checked += 1;
      return null;
    };
    for (let n = 0; n < 270; n += 1) {
      await throttle.guard({ ip: `198.51.100.${n % 30}`, username: n % 2 ? "user" : "USER" }, count).catch(() => null);
    }
    expect(checked).toBe(30);
    clock.advance(15 * 60_000);
    await throttle.guard({ ip: "198.51.100.1", username: "user" }, count);
    expect(checked).toBe(31);
  });

  it("still lets its user in from a known device, which has a limit of its own", async () => {
    const { throttle } = throttled();
    for (let n = 0; n < 40; n += 1) await guess(throttle, n);
    const from = { ip: "192.0.2.1", username: "user", userAgent: "browser" };
    await expect(throttle.guard(from, succeed)).rejects.toThrow("Too many");
    const known = async (): Promise<boolean> => true;
    await expect(throttle.guard(from, succeed, known)).resolves.toBe("user");
    for (let n = 0; n < 10; n += 1) await expect(throttle.guard(from, fail, known)).rejects.toThrow("Too many");
    await expect(throttle.guard(from, succeed, known)).rejects.toThrow("Too many");
  });

  it("still lets its user in from a known device at the address of whoever guesses", async () => {
    const { throttle } = throttled();
    const isStranger = async (): Promise<boolean> => false;
    for (let n = 0; n < 500; n += 1) {
      const from = { ip: "192.0.2.1", username: n % 2 ? "user" : `user${n}`, userAgent: `guesser ${n}` };
      await throttle.guard(from, fail, isStranger).catch(() => null);
    }
    const from = { ip: "192.0.2.1", username: "user", userAgent: "browser" };
    await expect(throttle.guard(from, succeed, isStranger)).rejects.toThrow("Too many");
    await expect(throttle.guard(from, succeed, async () => true)).resolves.toBe("user");
  });

  it("gives one answer to a wrong password, from a known device and from any other", async () => {
    const { throttle } = throttled();
    for (let n = 0; n < 60; n += 1) await failures(throttle, 1, `user${n}`);
    const from = { ip: "192.0.2.1", username: "user", userAgent: "browser" };
    const answers = await Promise.all(
      [true, false].map((isKnown) => throttle.guard(from, fail, async () => isKnown).catch((error: unknown) => error)),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ code: "too_many_requests" });
  });

  it("is not counted anew when the machine's clock is set", async () => {
    const { clock, throttle } = throttled();
    for (let n = 0; n < 30; n += 1) await guess(throttle, n);
    clock.set(new Date("2030-01-01T00:00:00Z"));
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).rejects.toThrow("Too many");
  });
});

describe("the memory of the throttle", () => {
  it("costs the same for every attempt, also when it is full and ends one entry at a time", async () => {
    const { clock, throttle } = throttled();
    let addresses = 0;
    const attempts = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1, addresses += 1) {
        const ip = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
        await throttle.guard({ ip, username: `user${addresses}` }, fail);
        // 10,000 entries of each kind: the first ends when there is no room left.
        clock.advance(6);
      }
    };
    await attempts(10_000);
    const steps = await countCalls(mapIterator, "next", () => attempts(100));
    expect(steps).toBeLessThan(1000);
  });

  it("keeps what it knows of others when a refused address tries one name after the other", async () => {
    const { throttle } = throttled();
    await failures(throttle, 10);
    for (let n = 0; n < 60; n += 1) await throttle.guard({ ip: "198.51.100.1", username: `n${n}` }, fail);
    for (let n = 0; n < 25_000; n += 1) {
      await throttle.guard({ ip: "198.51.100.1", username: `name-${n}` }, fail).catch(() => null);
    }
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).rejects.toThrow("Too many");
  });

  it("forgets those that were used longest ago first", async () => {
    const { throttle } = throttled();
    await failures(throttle, 10);
    for (let n = 0; n < 9000; n += 1) {
      await throttle.guard({ ip: `10.0.${n >> 8}.${n & 255}`, username: `other${n}` }, fail);
    }
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).rejects.toThrow("Too many");
    for (let n = 0; n < 9000; n += 1) {
      await throttle.guard({ ip: `10.1.${n >> 8}.${n & 255}`, username: `other${n}` }, fail);
    }
    await expect(throttle.guard({ ip: "192.0.2.1", username: "user" }, succeed)).rejects.toThrow("Too many");
  });
});

describe("the block of an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:FFFF:192.0.2.1", "192.0.2.1"],
    ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("of %s is %s", (ip, block) => {
    expect(addressBlock(ip)).toBe(block);
  });
});
