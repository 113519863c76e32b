import type { WorkQueue } from "./work-queue.ts";
import { createWorkQueue } from "./work-queue.ts";

/** A queue for each key, which exists while one of its jobs runs or waits. */
export interface QueuePerKey<Key> {
  /** Runs `job` when its key has a free slot; rejects at once when the queue of the key is full. */
  run<T>(key: Key, job: () => Promise<T>): Promise<T>;
}

/** Makes the queues; the options hold for each of them. */
export function createQueuePerKey<Key>(options: Parameters<typeof createWorkQueue>[0]): QueuePerKey<Key> {
  const queues = new Map<Key, { readonly queue: WorkQueue; jobs: number }>();
  return {
    run: async (key, job) => {
      const entry = queues.get(key) ?? { queue: createWorkQueue(options), jobs: 0 };
      queues.set(key, entry);
      entry.jobs += 1;
      try {
        return await entry.queue.run(job);
      } finally {
        entry.jobs -= 1;
        if (entry.jobs === 0) queues.delete(key);
      }
    },
  };
}
