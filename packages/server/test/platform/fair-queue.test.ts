import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FairQueue } from "../../src/platform/fair-queue.ts";
import { createFairQueue } from "../../src/platform/fair-queue.ts";

const limits = { slots: 3, slotsPerCaller: 2, maxWaiting: 6, maxWaitMs: 60_000 };

/** What happens to a queue: a caller asks, one of the jobs under way ends, or one that waits is aborted. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("ask" as const), caller: fc.constantFrom("a", "b", "c", "d") }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("end" as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("abort" as const), at: fc.nat(20) }) },
);

interface Job {
  readonly id: number;
  readonly caller: string;
}

/** The rules of the queue, written for reading: one list of all who wait, and who had a turn when. */
class Model {
  running: Job[] = [];
  waiting: Job[] = [];
  refused: number[] = [];
  /** All of whom something runs or waits, in the order in which they came. */
  #callers: string[] = [];
  /** Callers that wait below their limit, in the order of their turns. */
  #turns: string[] = [];

  ask(job: Job): void {
    if (!this.#callers.includes(job.caller)) this.#callers.push(job.caller);
    const isFree = this.running.length < limits.slots && this.#runningOf(job.caller) < limits.slotsPerCaller;
    if (isFree) this.running.push(job);
    else this.waiting.push(job);
    if (this.waiting.length > limits.maxWaiting) this.#refuse(job);
    this.#settle();
  }

  end(job: Job): void {
    this.running = this.running.filter((each) => each !== job);
    this.#settle();
  }

  abort(job: Job): void {
    this.waiting = this.waiting.filter((each) => each !== job);
    this.#settle();
  }

  /** The last job of who has most in the queue, and of nobody else before the newcomer's. */
  #refuse(newcomer: Job): void {
    const of = (caller: string) => this.waiting.filter((job) => job.caller === caller);
    const most = Math.max(...this.waiting.map(({ caller }) => of(caller).length));
    const longest = this.#callers.find((caller) => of(caller).length === most) ?? "";
    const last = of(newcomer.caller).length === most ? newcomer : of(longest).at(-1);
    if (last === undefined) throw new Error("Somebody waits.");
    this.waiting = this.waiting.filter((job) => job !== last);
    this.refused.push(last.id);
  }

  #runningOf(caller: string): number {
    return this.running.filter((job) => job.caller === caller).length;
  }

  #settle(): void {
    const active = new Set([...this.running, ...this.waiting].map(({ caller }) => caller));
    this.#callers = this.#callers.filter((caller) => active.has(caller));
    for (;;) {
      const able = new Set(
        this.waiting.map(({ caller }) => caller).filter((caller) => this.#runningOf(caller) < limits.slotsPerCaller),
      );
      this.#turns = this.#turns.filter((caller) => able.has(caller));
      for (const caller of able) if (!this.#turns.includes(caller)) this.#turns.push(caller);
      if (this.running.length >= limits.slots) return;
      const next = this.waiting.find(({ caller }) => caller === this.#turns[0]);
      if (next === undefined) return;
      this.#turns.shift();
      this.waiting = this.waiting.filter((job) => job !== next);
      this.running.push(next);
    }
  }
}

/** A queue whose jobs the test ends. */
function driveQueue() {
  const queue: FairQueue = createFairQueue({ ...limits, refusal: (reason) => new Error(reason) });
  const running = new Map<number, () => void>();
  const refused = new Map<number, string>();
  const aborts = new Map<number, AbortController>();
  const ask = async ({ id, caller }: Job): Promise<void> => {
    const controller = new AbortController();
    aborts.set(id, controller);
    try {
      running.set(id, await queue.acquire(caller, controller.signal));
    } catch (error) {
      refused.set(id, Error.prototype.toString.call(error));
    }
  };
  const end = (id: number): void => {
    running.get(id)?.();
    running.delete(id);
  };
  return { queue, running, refused, ask, end, abort: (id: number) => aborts.get(id)?.abort() };
}

/** Lets promises settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a fair queue", () => {
  it("does what its rules say, whatever arrives, ends and aborts", async () => {
    const seen = { refused: 0, aborted: 0, waited: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const model = new Model();
        const real = driveQueue();
        for (const [id, event] of steps.entries()) {
          if (event.kind === "ask") {
            const job = { id, caller: event.caller };
            model.ask(job);
            void real.ask(job);
          } else {
            const jobs = event.kind === "end" ? model.running : model.waiting;
            const job = jobs[event.at % Math.max(1, jobs.length)];
            if (job === undefined) continue;
            model[event.kind](job);
            real[event.kind](job.id);
            if (event.kind === "abort") seen.aborted += 1;
          }
          await settle();
          seen.waited += model.waiting.length;
          expect([...real.running.keys()].toSorted()).toEqual(model.running.map((job) => job.id).toSorted());
          const full = [...real.refused].filter(([, error]) => error === "Error: full").map(([each]) => each);
          expect(full).toEqual(model.refused);
          expect(real.queue.size).toBe(new Set([...model.running, ...model.waiting].map(({ caller }) => caller)).size);
        }
        seen.refused += model.refused.length;
        while (model.running.length > 0) {
          for (const { id } of model.running.splice(0)) real.end(id);
          await settle();
          model.running = [...real.running.keys()].map((id) => ({ id, caller: "" }));
        }
        expect(real.queue.size).toBe(0);
      }),
      { numRuns: 300 },
    );
    // Otherwise nothing was tried.
    expect(Math.min(seen.refused, seen.aborted, seen.waited)).toBeGreaterThan(50);
  });

  it("serves a newcomer after one job of each caller that waits, however many jobs those have", async () => {
    const { running, ask, end } = driveQueue();
    const names = ["a", "a", "b", "a", "a", "b", "b", "c"];
    for (const [id, caller] of names.entries()) void ask({ id, caller });
    await settle();
    const order: string[] = [];
    while (running.size > 0) {
      const [oldest = -1] = running.keys();
      order.push(names[oldest] ?? "");
      end(oldest);
      await settle();
    }
    expect(order.join("")).toBe("aabbcaba");
  });

  it("refuses the last of whoever has most in a full queue, and so lets others in", async () => {
    const { running, refused, ask } = driveQueue();
    for (let id = 0; id < 8; id += 1) void ask({ id, caller: "a" });
    void ask({ id: 8, caller: "b" });
    await settle();
    for (let id = 9; id < 12; id += 1) void ask({ id, caller: "b" });
    await settle();
    expect([...running.keys()]).toEqual([0, 1, 8]);
    // Three of each wait now; one more of either is too many.
    expect([...refused.keys()]).toEqual([7, 6, 5]);
    void ask({ id: 12, caller: "b" });
    void ask({ id: 13, caller: "a" });
    await settle();
    expect([...refused.keys()]).toEqual([7, 6, 5, 12, 13]);
  });

  it("begins at once when a slot is free", () => {
    const queue = createFairQueue({ ...limits, refusal: (reason) => new Error(reason) });
    expect(queue.acquire("a")).toBeTypeOf("function");
  });

  it("gives a slot back once, however often it is released", () => {
    const queue = createFairQueue({ ...limits, slots: 1, refusal: (reason) => new Error(reason) });
    const release = queue.acquire("a");
    if (release instanceof Promise) throw new Error("A slot is free.");
    release();
    release();
    expect(queue.acquire("a")).toBeTypeOf("function");
    expect(queue.acquire("b")).toBeInstanceOf(Promise);
  });

  it("refuses what waits for too long, and gives its place to others", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = createFairQueue({ ...limits, slots: 1, maxWaiting: 1, refusal: (reason) => new Error(reason) });
    await queue.acquire("a");
    const late = queue.acquire("b");
    expect(() => queue.acquire("c")).toThrow("full");
    vi.advanceTimersByTime(limits.maxWaitMs);
    await expect(late).rejects.toThrow("late");
    expect(queue.acquire("c")).toBeInstanceOf(Promise);
    expect(queue.hasOthers("a")).toBe(true);
  });

  it("keeps what waits for jobs of its own caller, however long", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const queue = createFairQueue({ ...limits, slots: 1, refusal: (reason) => new Error(reason) });
    const release = await queue.acquire("a");
    const own = queue.acquire("a");
    vi.advanceTimersByTime(10 * limits.maxWaitMs);
    release();
    expect(await own).toBeTypeOf("function");
  });
});
