/**
 * Iterates 100,000 units of the reference server while others are inserted and deleted all the time:
 * `node --expose-gc src/heavy/iterate-100k.ts [units]`. Ends with status 1 when a complete iteration gives a unit twice, misses
 * one that was there all the time, or needs more memory the longer it goes.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import { paginate } from "@fleet-api/client/paginate";
import { demoLogins } from "@fleet-api/server";
import type { Ask, Tell } from "./churning-server.ts";

const count = Number(process.argv[2] ?? 100_000);
const iterations = [
  { title: "quiet, prefetch 0", prefetch: 0, complete: false, churn: false },
  { title: "quiet, prefetch 4", prefetch: 4, complete: false, churn: false },
  { title: "churn, prefetch 4", prefetch: 4, complete: false, churn: true },
  { title: "churn, complete, prefetch 4", prefetch: 4, complete: true, churn: true },
] as const;

const child = fork(fileURLToPath(new URL("churning-server.ts", import.meta.url)), [String(count)]);
const ready = await heard();
if (ready.tell !== "ready") throw new Error("the server did not say where it listens");
console.log(`${ready.total} units`);

let requests = 0;
const { username = "", password = "" } = demoLogins[0] ?? {};
await using auth = createAuth({ baseUrl: ready.baseUrl, credentials: async () => ({ username, password }) });
const bound = auth.bind();
const fleet = createFleetClient({
  baseUrl: ready.baseUrl,
  ...bound,
  fetch(request, init) {
    requests++;
    return bound.fetch(request, init);
  },
});

let failed = false;
for (const each of iterations) {
  const row = await run(fleet, each);
  console.log(JSON.stringify(row));
  failed ||= each.complete && (row.twice > 0 || row.missing > 0 || row.heapGrowthMB > 2);
}
child.send("end" satisfies Ask);
await once(child, "exit");
process.exitCode = failed ? 1 : 0;

async function run(client: FleetClient, { title, prefetch, complete, churn }: (typeof iterations)[number]) {
  await question(churn ? "churn" : "rest");
  requests = 0;
  // One bit per id, made before the iteration: what is counted must not grow with it.
  const seen = new Uint8Array(2 * count + 2_000_000);
  const heap: number[] = [];
  let [items, twice, pages] = [0, 0, 0];
  let highest = 0;
  const start = performance.now();
  const call = client.units.listing({ query: { per_page: 200 } });
  for await (const page of complete ? paginate(call, { prefetch, complete }).pages() : call.pages({ prefetch })) {
    for (const { id } of page.data) {
      items++;
      if (seen[id]) twice++;
      seen[id] = 1;
      highest = Math.max(highest, id);
    }
    if (++pages % Math.ceil(count / 2000) === 0) heap.push(heapMB());
  }
  const seconds = (performance.now() - start) / 1000;
  const lived = churn ? await question("lived") : undefined;
  const ids = lived?.tell === "lived" ? lived.ids : [];
  return {
    title,
    items,
    twice,
    missing: ids.filter((id) => !seen[id]).length,
    ...(lived?.tell === "lived" && { lived: ids.length, inserted: lived.inserted, deleted: lived.deleted }),
    requests,
    seconds: Number(seconds.toFixed(1)),
    itemsPerSecond: Math.round(items / seconds),
    heapMinMB: Math.min(...heap),
    heapMaxMB: Math.max(...heap),
    // From the first to the last of ten points.
    heapGrowthMB: Number(((heap.at(-1) ?? 0) - (heap[0] ?? 0)).toFixed(1)),
  };
}

function heapMB(): number {
  globalThis.gc?.();
  return Number((process.memoryUsage().heapUsed / 2 ** 20).toFixed(1));
}

async function question(ask: Ask): Promise<Tell> {
  const reply = heard();
  child.send(ask);
  return reply;
}

async function heard(): Promise<Tell> {
  const [message]: Tell[] = await once(child, "message");
  if (!message) throw new Error("the server ended");
  return message;
}
