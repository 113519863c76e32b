import { describe, expect, it } from "vitest";
import { retry } from "../../src/retry/index.ts";
import { Budget } from "../../src/retry/retry.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { broken, callOf, failure, service, success } from "./scenario.ts";

describe("the budget", () => {
  it("holds 10 retries at first", () => {
    const budget = new Budget();
    const taken = Array.from({ length: 12 }, () => budget.take());
    expect(taken).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
  });

  it("earns one retry by ten successes at the first try, exactly", () => {
    const budget = new Budget();
    while (budget.take());
    for (let calls = 0; calls < 9; calls += 1) budget.earn();
    expect(budget.take()).toBe(false);
    budget.earn();
    expect([budget.take(), budget.take()]).toEqual([true, false]);
  });

  it("never holds more than its capacity", () => {
    const budget = new Budget({ capacity: 2, ratio: 1 });
    for (let calls = 0; calls < 100; calls += 1) budget.earn();
    budget.giveBack();
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
  });

  it("of 0 allows none", () => {
    expect(new Budget({ capacity: 0 }).take()).toBe(false);
  });

  it("of false has no end", () => {
    const budget = new Budget(false);
    for (let calls = 0; calls < 1000; calls += 1) {
      budget.earn();
      expect(budget.take()).toBe(true);
    }
  });

  it("is earned by no success that needed a retry", async () => {
    const platform = fakePlatform();
    const middleware = retry({ budget: { capacity: 1, ratio: 1 } });
    const healed = service(platform, failure(503), success());
    await platform.finish(middleware(callOf({ platform }), healed.next));
    const failing = service(platform, failure(503));
    await platform.finish(middleware(callOf({ platform }), failing.next));
    expect([healed.asked.length, failing.asked.length]).toEqual([2, 1]);
  });

  it("is earned by a 304 at the first try: a middleware outside makes a success of it", async () => {
    const platform = fakePlatform();
    const middleware = retry({ budget: { capacity: 1, ratio: 1 } });
    const results = [failure(503), success(), broken("unexpected", 304), failure(503)];
    const asked: number[] = [];
    for (const given of [results.slice(0, 2), results.slice(2, 3), results.slice(3)]) {
      const each = service(platform, ...given);
      await platform.finish(middleware(callOf({ platform }), each.next));
      asked.push(each.asked.length);
    }
    expect(asked).toEqual([2, 1, 2]);
  });

  it("belongs to one instance", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    for (const middleware of [retry({ budget: { capacity: 1 } }), retry({ budget: { capacity: 1 } })])
      await platform.finish(middleware(callOf({ platform }), failing.next));
    expect(failing.asked).toHaveLength(4);
  });
});

describe("a storm of 1,000 calls against a failing service", () => {
  it("at once makes 10 retries", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    const middleware = retry();
    const calls = Array.from({ length: 1000 }, () => middleware(callOf({ platform }), failing.next));
    const results = await platform.finish(Promise.all(calls));
    expect(failing.asked).toHaveLength(1010);
    expect(results.every(({ status }) => status === 503)).toBe(true);
  });

  it("one after another makes 10 retries, and those that get none do not wait", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    const middleware = retry();
    for (let call = 0; call < 20; call += 1) await platform.finish(middleware(callOf({ platform }), failing.next));
    const waited = platform.waits.length;
    for (let call = 20; call < 1000; call += 1) await middleware(callOf({ platform }), failing.next);
    expect(failing.asked).toHaveLength(1010);
    expect([waited, platform.waits.length]).toEqual([10, 10]);
  });
});
