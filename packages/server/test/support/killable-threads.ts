/**
 * Loaded into every thread of a program (`node --import`): SIGUSR2 ends all threads but the main one, as running out of
 * memory would. Each thread prints a line when it begins.
 */
import { BroadcastChannel, isMainThread } from "node:worker_threads";

const channel = new BroadcastChannel("fleet-killable-threads");
if (isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this process only
  process.on("SIGUSR2", () => channel.postMessage("end"));
} else {
  process.stdout.write("thread begins\n");
  channel.addEventListener("message", () => process.exit(3));
}
channel.unref();
