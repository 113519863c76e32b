/** Why a caller gets no slot: too many of it wait, others kept it waiting for too long, or its signal aborted. */
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
  /** How many callers the queue knows. */
  size(): number;
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
  readonly waiting: Waiting[];
}

/** A job that waits. */
interface Waiting {
  start(): void;
  leave(reason: NoSlot): void;
}

/** Makes a queue. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { slots, slotsPerCaller, maxWaiting, maxWaitMs, refusal } = options;
  const callers = new Map<unknown, Caller>();
  /** Callers that wait and are below their limit, in the order of their turns. */
  const turns = new Set<Caller>();
  let free = slots;
  let waiting = 0;

  const hasTurn = (caller: Caller): boolean => caller.waiting.length > 0 && caller.running < slotsPerCaller;
  const take = (caller: Caller): void => {
    free -= 1;
    caller.running += 1;
  };
  const forgetIdle = (key: unknown, caller: Caller): void => {
    if (caller.waiting.length === 0) turns.delete(caller);
    if (caller.running === 0 && caller.waiting.length === 0) callers.delete(key);
  };
  const serve = (): void => {
    for (const caller of turns) {
      if (free === 0) return;
      turns.delete(caller);
      take(caller);
      waiting -= 1;
      caller.waiting.shift()?.start();
      // A set is iterated in the order of insertion, so the caller comes again after all others.
      if (hasTurn(caller)) turns.add(caller);
    }
  };
  const releaseOf = (key: unknown, caller: Caller): Release =>
    once(() => {
      free += 1;
      caller.running -= 1;
      if (hasTurn(caller)) turns.add(caller);
      forgetIdle(key, caller);
      serve();
    });
  const wait = (key: unknown, caller: Caller, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        stop();
        signal?.removeEventListener("abort", abort);
      };
      const start = (): void => {
        settle();
        resolve();
      };
      const job: Waiting = {
        start,
        leave: (reason) => {
          settle();
          caller.waiting.splice(caller.waiting.indexOf(job), 1);
          waiting -= 1;
          forgetIdle(key, caller);
          reject(refusal(reason));
        },
      };
      const abort = (): void => job.leave("aborted");
      // A caller that has slots is kept waiting by itself.
      const stop = repeatWhile(maxWaitMs, () => caller.running > 0 || job.leave("late"));
      signal?.addEventListener("abort", abort, { once: true });
      waiting += 1;
      caller.waiting.push(job);
      if (hasTurn(caller)) turns.add(caller);
    });

  return {
    acquire: (key, signal) => {
      if (signal?.aborted === true) throw refusal("aborted");
      const caller = callers.get(key) ?? { running: 0, waiting: [] };
      const isNext = free > 0 && caller.running < slotsPerCaller;
      if (!isNext && waiting >= maxWaiting && !makePlace(callers.values(), caller)) throw refusal("full");
      callers.set(key, caller);
      if (!isNext) return wait(key, caller, signal).then(() => releaseOf(key, caller));
      take(caller);
      return releaseOf(key, caller);
    },
    hasOthers: (key) => callers.size > (callers.has(key) ? 1 : 0),
    size: () => callers.size,
  };
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
