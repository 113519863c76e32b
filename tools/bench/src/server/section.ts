import type { Section } from "../report/section.ts";
import { table } from "../report/table.ts";
import { startChild } from "./child.ts";
import { demoToken } from "./demo-token.ts";
import { measurePair, type ServerCase, type ServerResult } from "./measure-pair.ts";

/** What a request costs our server, beside a bare one that sends the same bytes. */
export const serverSection: Section = {
  name: "server",
  doing: "the server under load on loopback",
  async run() {
    const [raw, ours] = await Promise.all([startChild("raw-child.ts"), startChild("fleet-child.ts")]);
    try {
      const results: ServerResult[] = [];
      for (const each of await cases(ours.baseUrl)) results.push(...(await measurePair(raw, ours, each)));
      return [report(results)];
    } finally {
      await Promise.all([raw.close(), ours.close()]);
    }
  },
};

async function cases(baseUrl: string): Promise<ServerCase[]> {
  const authorization = await demoToken(baseUrl);
  return [
    { title: "units listing, 50 units", target: "/units/listing?page=1&per_page=50", authorization },
    { title: "permission check", target: "/auth/permission/units/action/view", authorization },
    { title: "ping (public, one empty query)", target: "/tests/ping", authorization: undefined },
  ];
}

function report(results: readonly ServerResult[]) {
  return table<ServerResult>(
    "Server: 16 connections, the same bytes from both",
    [
      { title: "request", text: (row) => row.case, left: true },
      { title: "body B", text: (row) => String(row.bodyBytes) },
      { title: "server", text: ({ server }) => server, left: true },
      { title: "CPU µs/req", text: ({ micros }) => micros.toFixed(1) },
      { title: "main thread µs", text: ({ mainMicros }) => mainMicros.toFixed(1) },
      { title: "CPU x raw", text: ({ cpuRatio }) => cpuRatio.toFixed(1) },
      { title: "raw / CPU", text: ({ cpuRatio }) => (1 / cpuRatio).toFixed(3) },
      { title: "req/s", text: ({ requestsPerSecond }) => requestsPerSecond.toFixed(0) },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(2) },
      { title: "p99 ms", text: ({ p99 }) => p99.toFixed(2) },
    ],
    results,
    [
      "included: token hashed and looked up, scope and permissions loaded, query validated, page read as JSON text by the database",
      "the database is PGlite in a worker thread of the server process: its CPU counts, and it answers one query at a time",
      "not included: TLS, request log, token rotation, other clients; req/s and latencies depend on what else the machine does",
    ],
  );
}
