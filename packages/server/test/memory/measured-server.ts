/** Child process of the memory gate: the reference server in a data directory, with passwords that cost `real` or `cheap`, on a clock
 * that is `fast` or `real`. */
import { BroadcastChannel, threadId } from "node:worker_threads";
import type { Clock } from "../../src/index.ts";
import { startServer } from "../../src/index.ts";
import { systemClock, systemRandom } from "../../src/platform/index.ts";
import { argon2Passwords, nodeCrypto } from "../../src/platform/node.ts";
import { createOneTimeTokens } from "../../src/sessions/index.ts";
import type { MemorySample, Question, Reply, ThreadMemory } from "./messages.ts";

const THREADS = 2;
const STEP_MS = 1000;
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

// Every look at the clock moves it on, so that tokens rotate and expire, throttles forget, and tables stay small:
// what grows with the number of requests is then a leak, and not data.
let present = Date.parse("2026-03-01T12:00:00.000Z");
let passed = 0;
const fastClock: Clock = {
  now: () => new Date((present += STEP_MS)),
  // Longer than any window in which attempts are counted.
  monotonic: () => (passed += 20 * 60_000),
};
const [, , directory = "", hashing, pace] = process.argv;
// On the fast one, a stream would end as soon as it begins.
const clock = pace === "real" ? systemClock : fastClock;

const leaked: Uint8Array[] = [];
let leakedPerMessage = 0;

const server = await startServer({
  settings: {
    data: directory,
    port: 0,
    demo: true,
    log_level: "silent",
    rotate_after_ms: 180_000,
    superseded_ttl_ms: 3_600_000,
  },
  clock,
  // A short run would spend nearly all of its time in hashing.
  ...(hashing === "cheap" && { passwords: argon2Passwords({ cost: cheap }) }),
  onMessage: ({ recipient, payload }) => {
    if (leakedPerMessage > 0) leaked.push(new Uint8Array(leakedPerMessage));
    post({ reply: "mail", recipient, token: payload.token });
  },
});

const channel = new BroadcastChannel("fleet-memory");
let threads: ThreadMemory[] = [];
let complete = (): void => {};
channel.addEventListener("message", (event) => {
  if (event instanceof MessageEvent) threads.push(event.data);
  if (threads.length === THREADS) complete();
});
channel.unref();

process.on("message", async (message: Question) => post(await answer(message)));
process.once("disconnect", () => process.exit());
post({ reply: "ready", baseUrl: server.baseUrl });

async function answer(message: Question): Promise<Reply> {
  if (message.question === "sample") return { reply: "sample", sample: await takeSample() };
  if (message.question === "invite") return { reply: "invited", tokens: await invite(message.count) };
  leakedPerMessage = message.bytesPerMessage;
  return { reply: "leaking" };
}

async function takeSample(): Promise<MemorySample> {
  await removeData();
  const all = new Promise<void>((resolve) => {
    complete = resolve;
  });
  threads = [];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this process only
  channel.postMessage("measure");
  await all;
  const reachable = (some: readonly ThreadMemory[]): number =>
    some.reduce((sum, { heapUsed, external }) => sum + heapUsed + external, 0);
  const main = threads.filter((thread) => thread.threadId === threadId);
  return { rss: process.memoryUsage.rss(), live: reachable(threads), main: reachable(main) };
}

/** Removes what requests leave in the database, and what its updates leave in its files: data is no leak. */
async function removeData(): Promise<void> {
  await server.db.query("delete from outbox");
  await server.db.query("delete from one_time_tokens where used_at is not null");
  await server.db.query("delete from users where username like 'new.user%'");
  for (const table of ["outbox", "one_time_tokens", "user_clients", "users", "session_tokens", "sessions"]) {
    await server.db.query(`vacuum ${table}`);
  }
}

/** Tokens of people who may register; nobody invites through the contract yet. */
async function invite(count: number): Promise<string[]> {
  const { db } = server;
  const random = systemRandom;
  const oneTime = createOneTimeTokens({ clock, random, crypto: nodeCrypto(random) });
  const [waiting] = await db.query<{ payload: Record<string, unknown> }>(
    "select payload from one_time_tokens where purpose = 'registration' limit 1",
  );
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `newcomer-${random.bytes(8).join("-")}@example.com`;
    const { issued, query } = oneTime.issue("registration", { email }, { ...waiting?.payload, email });
    await db.query(query.sql, query.params);
    tokens.push(issued.token);
  }
  return tokens;
}

function post(message: Reply): void {
  process.send?.(message);
}
