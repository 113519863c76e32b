/** Time that passes only when somebody runs it. */
export interface VirtualTime {
  /** Virtual milliseconds since the start. */
  now(): number;
  /** Runs `run` after `delay` virtual milliseconds; at equal times in the order of calling. */
  at(delay: number, run: () => void): void;
  /**
   * Runs everything that is due, in order, until nothing is left. After each step all promises that it settled
   * have run their course before the next step begins.
   */
  run(): Promise<void>;
}

/** How many turns of the event loop one step gets: enough for the streams inside `Request` and `Response`. */
const turnsPerStep = 4;

/** Makes a virtual clock with a queue. Works wherever `MessageChannel` does: Node, browsers, Deno, Bun, workers. */
export function virtualTime(): VirtualTime {
  const queue: { readonly time: number; readonly order: number; readonly run: () => void }[] = [];
  let now = 0;
  let order = 0;

  const takeNext = (): (typeof queue)[number] | undefined => {
    let first = 0;
    for (const [index, { time, order: rank }] of queue.entries()) {
      const best = queue[first];
      if (best === undefined || time < best.time || (time === best.time && rank < best.order)) first = index;
    }
    return queue.splice(first, 1)[0];
  };

  return {
    now: () => now,
    at: (delay, run) => void queue.push({ time: now + delay, order: order++, run }),
    async run() {
      const turns = openTurns();
      try {
        await turns.pass();
        for (let next = takeNext(); next !== undefined; next = takeNext()) {
          now = next.time;
          next.run();
          await turns.pass();
        }
      } finally {
        turns.close();
      }
    },
  };
}

/** Turns of the event loop through a message channel: faster than timers, and not throttled. */
function openTurns(): { pass(): Promise<void>; close(): void } {
  const { port1, port2 } = new MessageChannel();
  let wake = (): void => undefined;
  port1.addEventListener("message", () => wake());
  port1.start();
  return {
    async pass() {
      for (let turn = 0; turn < turnsPerStep; turn++) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          port2.postMessage(undefined);
        });
      }
    },
    close: () => port1.close(),
  };
}

/** A repeatable source of numbers from 0 to below 1, for tests that print their seed. Not for secrets. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 0x1_0000_0000;
  };
}
