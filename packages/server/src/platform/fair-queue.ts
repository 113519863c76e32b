/** Why a caller gets no slot: too many wait, others kept it waiting for too long, or its signal aborted. */
export type NoSlot = "full" | "late" | "aborted";

/** Gives a slot back; calling it again does nothing. */
type Release = () => void;

/**
 * Shares slots between callers: each has a limit of its own, those of one caller are served in their order, and callers
 * that wait take turns. A caller is any value; the queue forgets it when nothing of it runs or waits.
 */
export interface FairQueue {
  /** Gives the caller a slot, now if one is free; throws or rejects with the `refusal` of the options. */
  acquire(caller: unknown, signal?: AbortSignal): Release | Promise<Release>;
  /** Whether anybody else has a slot or waits for one. */
  hasOthers(caller: unknown): boolean;
  /** Grows with each slot that anybody else gets, while the caller has one. */
  givenToOthers(caller: unknown): number;
  /** How many callers the queue knows. */
  readonly size: number;
}

/** Limits of a queue. */
interface FairQueueOptions {
  /** Slots of all callers together. */
  readonly slots: number;
  readonly slotsPerCaller: number;
  /** How many may wait, of all callers together. Beyond it, whoever has most in the queue loses the last one. */
  readonly maxWaiting: number;
  /** How long others may keep a caller waiting. */
  readonly maxWaitMs: number;
  readonly refusal: (reason: NoSlot) => Error;
}

interface Caller {
  running: number;
  /** Slots that it was given. */
  given: number;
  readonly waiting: Waiting[];
}

/** A job that waits. */
interface Waiting {
  start(): void;
  leave(reason: NoSlot): void;
}

/** Makes a queue. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  return new Queue(options);
}

class Queue implements FairQueue {
  readonly #options: FairQueueOptions;
  readonly #callers = new Map<unknown, Caller>();
  /** Callers that wait and are below their limit, in the order of their turns. */
  readonly #turns = new Set<Caller>();
  #free: number;
  #waiting = 0;
  #given = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#free = options.slots;
  }

  acquire(key: unknown, signal?: AbortSignal): Release | Promise<Release> {
    const { slotsPerCaller, maxWaiting, refusal } = this.#options;
    if (signal?.aborted === true) throw refusal("aborted");
    const caller = this.#callers.get(key) ?? { running: 0, given: 0, waiting: [] };
    const isNext = this.#free > 0 && caller.running < slotsPerCaller;
    if (!isNext && this.#waiting >= maxWaiting && !makePlace(this.#callers.values(), caller)) throw refusal("full");
    this.#callers.set(key, caller);
    if (!isNext) return this.#wait(key, caller, signal).then(() => this.#releaseOf(key, caller));
    this.#take(caller);
    return this.#releaseOf(key, caller);
  }

  hasOthers(key: unknown): boolean {
    return this.#callers.size > (this.#callers.has(key) ? 1 : 0);
  }

  givenToOthers(key: unknown): number {
    return this.#given - (this.#callers.get(key)?.given ?? 0);
  }

  get size(): number {
    return this.#callers.size;
  }

  #wait(key: unknown, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaitMs, refusal } = this.#options;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        stop();
        signal?.removeEventListener("abort", abort);
      };
      const job: Waiting = {
        start: () => {
          settle();
          resolve();
        },
        leave: (reason) => {
          settle();
          caller.waiting.splice(caller.waiting.indexOf(job), 1);
          this.#waiting -= 1;
          this.#forgetIdle(key, caller);
          reject(refusal(reason));
        },
      };
      const abort = (): void => job.leave("aborted");
      // A caller that has slots is kept waiting by itself.
      const stop = repeatWhile(maxWaitMs, () => caller.running > 0 || job.leave("late"));
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting += 1;
      caller.waiting.push(job);
      if (this.#hasTurn(caller)) this.#turns.add(caller);
    });
  }

  #releaseOf(key: unknown, caller: Caller): Release {
    return once(() => {
      this.#free += 1;
      caller.running -= 1;
      if (this.#hasTurn(caller)) this.#turns.add(caller);
      this.#forgetIdle(key, caller);
      this.#serve();
    });
  }

  #serve(): void {
    for (const caller of this.#turns) {
      if (this.#free === 0) return;
      this.#turns.delete(caller);
      this.#take(caller);
      this.#waiting -= 1;
      caller.waiting.shift()?.start();
      // A set is iterated in the order of insertion, so the caller comes again after all others.
      if (this.#hasTurn(caller)) this.#turns.add(caller);
    }
  }

  #take(caller: Caller): void {
    this.#free -= 1;
    this.#given += 1;
    caller.given += 1;
    caller.running += 1;
  }

  #hasTurn(caller: Caller): boolean {
    return caller.waiting.length > 0 && caller.running < this.#options.slotsPerCaller;
  }

  #forgetIdle(key: unknown, caller: Caller): void {
    if (caller.waiting.length === 0) this.#turns.delete(caller);
    if (caller.running === 0 && caller.waiting.length === 0) this.#callers.delete(key);
  }
}

/** Makes place in a full queue for a job of `caller`; false if nobody has more in it than that will have. */
function makePlace(callers: Iterable<Caller>, caller: Caller): boolean {
  let longest = caller;
  for (const each of callers) if (each.waiting.length > longest.waiting.length) longest = each;
  if (longest.waiting.length <= caller.waiting.length + 1) return false;
  longest.waiting.at(-1)?.leave("full");
  return true;
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** Calls the action every `ms` for as long as it returns true; the result stops that. */
function repeatWhile(ms: number, action: () => unknown): () => void {
  let timer = setTimeout(step, ms);
  function step(): void {
    if (action() === true) timer = setTimeout(step, ms);
  }
  return () => clearTimeout(timer);
}
