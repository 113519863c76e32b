/** Loaded into every thread of the measured server (`node --import`): tells the thread's memory after a collection. */
import { BroadcastChannel, threadId } from "node:worker_threads";
import type { ThreadMemory } from "./messages.ts";

const channel = new BroadcastChannel("fleet-memory");
channel.addEventListener("message", (event) => {
  if (!("data" in event) || event.data !== "measure") return;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this process only
  channel.postMessage({ threadId, heapUsed, external } satisfies ThreadMemory);
});
channel.unref();
