import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { type Effort, type Section, table } from "../report.ts";
import { type Child, databaseUrl, demoToken, startChild } from "./child.ts";
import { measurePair, type PairLoad, type ServerCase, type ServerResult } from "./measure-pair.ts";

const LOADS: Readonly<Record<Effort, PairLoad>> = {
  full: { connections: 16, seconds: 0.8, requests: 12_000, rounds: 7 },
  quick: { connections: 2, seconds: 0.1, requests: 10, rounds: 1 },
};

/** What a request costs our server, beside a bare one that sends the same bytes. */
export const serverSection: Section = {
  name: "server",
  doing: "the server under load on loopback",
  async run(effort) {
    const raw = await startChild("raw-child.ts");
    try {
      const results = await measure(raw, "our server on PGlite", LOADS[effort]);
      const reason = whyNoPostgres();
      if (reason !== undefined) return [report(results, [`skipped: ${reason}`])];
      const postgres = await startPostgres();
      try {
        results.push(
          ...(await measure(raw, "our server on PostgreSQL", LOADS[effort], {
            DATABASE_URL: databaseUrl(postgres.address),
          })),
        );
      } finally {
        await postgres.stop();
      }
      return [report(results, [])];
    } finally {
      await raw.close();
    }
  },
};

async function measure(
  raw: Child,
  title: string,
  load: PairLoad,
  environment: Record<string, string> = {},
): Promise<ServerResult[]> {
  const child = await startChild("fleet-child.ts", environment);
  try {
    const results: ServerResult[] = [];
    for (const each of await cases(child.baseUrl))
      results.push(...(await measurePair(raw, { ...child, title }, each, load)));
    return results;
  } finally {
    await child.close();
  }
}

async function cases(baseUrl: string): Promise<ServerCase[]> {
  const authorization = await demoToken(baseUrl);
  return [
    { title: "units listing, 50 units", target: "/units/listing?page=1&per_page=50", authorization },
    { title: "permission check", target: "/auth/permission/units/action/view", authorization },
    { title: "ping (public, empty queries shared)", target: "/tests/ping", authorization: undefined },
  ];
}

function report(results: readonly ServerResult[], notes: readonly string[]) {
  return table<ServerResult>(
    "Server: 16 connections, the same bytes from both",
    [
      { title: "request", text: (row) => row.case, left: true },
      { title: "body B", text: (row) => String(row.bodyBytes) },
      { title: "server", text: ({ server }) => server, left: true },
      { title: "CPU µs/req", text: ({ micros }) => micros.toFixed(1) },
      { title: "main thread µs", text: ({ mainMicros }) => mainMicros.toFixed(1) },
      { title: "backend µs", text: ({ backendMicros }) => backendMicros.toFixed(1) },
      { title: "raw / CPU", text: ({ cpuRatio }) => (1 / cpuRatio).toFixed(3) },
      { title: "with backend", text: ({ wholeRatio }) => (1 / wholeRatio).toFixed(3) },
      { title: "req/s", text: ({ requestsPerSecond }) => requestsPerSecond.toFixed(0) },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(2) },
      { title: "p99 ms", text: ({ p99 }) => p99.toFixed(2) },
    ],
    results,
    [
      "included: token hashed and looked up, scope and permissions loaded, query validated, page read as JSON text by the database",
      "PGlite runs in a worker thread of the server process: its CPU counts, and it answers one message at a time",
      "PostgreSQL runs in processes of its own: backend µs is theirs; on it every request looks its session up",
      "not included: TLS, request log, token rotation, other clients; req/s and latencies depend on what else the machine does",
      ...notes,
    ],
  );
}
