/** Loaded into every thread of the measured server (`node --import`): posts the thread's memory after a collection. */
import { BroadcastChannel, threadId } from "node:worker_threads";
import type { ThreadMemory } from "./messages.ts";

const channel = new BroadcastChannel("fleet-memory");
channel.addEventListener("message", async (event) => {
  if (!("data" in event) || event.data !== "measure") return;
  await collect();
  const { heapUsed, external } = process.memoryUsage();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this process only
  channel.postMessage({ threadId, heapUsed, external } satisfies ThreadMemory);
});
channel.unref();

/** Twice, because what a collection finds unreachable outside of the heap is freed after it. */
async function collect(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
