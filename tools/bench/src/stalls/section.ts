import { quantile } from "../measure/statistics.ts";
import type { Section } from "../report/section.ts";
import { table } from "../report/table.ts";
import { startChild, type Child } from "../server/child.ts";
import { demoToken } from "../server/demo-token.ts";
import { attacks, csvAttack } from "./attack.ts";
import { measureAttack, measurePing, type StallResult } from "./measure-attack.ts";

/** What expensive requests cost the server, and how they delay other clients. */
export const stallsSection: Section = {
  name: "stalls",
  doing: "the server under requests that are made to stall it",
  async run() {
    const servers: { readonly name: string; readonly child: Child }[] = [];
    try {
      servers.push({ name: "our server", child: await startChild("fleet-child.ts") });
      servers.push({ name: "plain Fastify", child: await startChild("../stalls/fastify-child.ts") });
      servers.push({ name: "raw node:http", child: await startChild("../stalls/reading-child.ts") });
      const csv = csvAttack(await demoToken(servers[0]?.child.baseUrl ?? ""));
      const results: StallResult[] = [];
      for (const { name, child } of servers) results.push(await calm(name, child));
      for (const attack of [...attacks, csv]) {
        for (const { name, child } of servers) results.push(await measureAttack(name, child, attack));
      }
      return [report(results)];
    } finally {
      await Promise.all(servers.map(({ child }) => child.close()));
    }
  },
};

/** The ping without an attack, after a warm-up. */
async function calm(server: string, child: Child): Promise<StallResult> {
  const port = Number(new URL(child.baseUrl).port);
  await measurePing(port);
  const before = await child.cpu();
  const latencies = await measurePing(port);
  const cpuMs = ((await child.cpu()).main - before.main) / 1000 / latencies.length;
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  return { attack: "none: the ping alone", server, bytes: 0, status: 200, cpuMs, p50, p99 };
}

function report(results: readonly StallResult[]) {
  return table<StallResult>(
    "Stalls: expensive requests, and the ping of another client while four clients send them",
    [
      { title: "attack", text: (row) => row.attack, left: true },
      { title: "bytes", text: (row) => String(row.bytes) },
      { title: "server", text: ({ server }) => server, left: true },
      { title: "status", text: ({ status }) => String(status ?? "-") },
      { title: "CPU ms/req", text: ({ cpuMs }) => cpuMs.toFixed(3) },
      { title: "ping p50 ms", text: ({ p50 }) => p50.toFixed(2) },
      { title: "ping p99 ms", text: ({ p99 }) => p99.toFixed(2) },
    ],
    results,
    [
      "CPU time of the main thread, which runs the JavaScript of all requests: while it works, every other request waits",
      "plain Fastify parses and validates the login with its defaults and knows no other operation; raw node:http reads bodies and answers",
      "four clients send as fast as they are answered, so a server that refuses at once gets many more requests than a slow one",
      "the ping of our server asks the database; those of the others do nothing",
    ],
  );
}
