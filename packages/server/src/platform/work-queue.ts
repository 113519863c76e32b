/** Runs jobs with bounded parallelism and a bounded queue. */
interface WorkQueue {
  /** Runs `job` when a slot is free; rejects at once when the queue is full. */
  run<T>(job: () => Promise<T>): Promise<T>;
}

/** Makes a queue: at most `parallel` jobs run, at most `maxWaiting` wait, others get `refusal`. */
export function createWorkQueue(options: {
  readonly parallel: number;
  readonly maxWaiting: number;
  readonly refusal: () => Error;
}): WorkQueue {
  const { parallel, maxWaiting, refusal } = options;
  const waiting: (() => void)[] = [];
  let running = 0;

  const release = (): void => {
    const next = waiting.shift();
    // The slot passes on to the next in line, so that no newcomer can take it between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (job) => {
      if (running >= parallel) {
        if (waiting.length >= maxWaiting) throw refusal();
        await new Promise<void>((go) => waiting.push(go));
      } else {
        running += 1;
      }
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}
