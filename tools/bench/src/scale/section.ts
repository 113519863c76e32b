import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { type Effort, type Section, table } from "../report.ts";
import { databaseUrl, demoToken, startChild } from "../server/child.ts";
import { measurePair, type PairLoad, type ServerResult } from "../server/measure-pair.ts";

/** How large the fleet is (as many vehicles as units), with how many clients beside those of the demo, and how it is loaded. */
interface Scale extends PairLoad {
  readonly units: number;
  /** On PostgreSQL, and with the first number of clients alone. */
  readonly drivers: number;
  readonly assignments: number;
  readonly clients: readonly number[];
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: {
    units: 100_000,
    drivers: 20_000,
    assignments: 1_000_000,
    clients: [0, 10_000],
    connections: 4,
    seconds: 0.8,
    requests: 2000,
    rounds: 3,
  },
  quick: {
    units: 1000,
    drivers: 200,
    assignments: 1000,
    clients: [10],
    connections: 1,
    seconds: 0.1,
    requests: 5,
    rounds: 1,
  },
};

interface ScaleResult extends ServerResult {
  readonly database: string;
  readonly clients: number;
}

/** The lists of a fleet of 100,000 units and vehicles, of one caller who sees all of them. */
export const scaleSection: Section = {
  name: "scale",
  doing: "lists of 100,000 units and vehicles on loopback",
  async run(effort) {
    const scale = SCALES[effort];
    const results: ScaleResult[] = [];
    for (const clients of scale.clients) results.push(...(await measure("PGlite", clients, scale)));
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report(results, scale, [`skipped: ${reason}`])];
    for (const clients of scale.clients) {
      const postgres = await startPostgres();
      try {
        const environment = {
          DATABASE_URL: databaseUrl(postgres.address),
          ...(clients === scale.clients[0] && {
            BENCH_DRIVERS: String(scale.drivers),
            BENCH_ASSIGNMENTS: String(scale.assignments),
          }),
        };
        results.push(...(await measure("PostgreSQL", clients, scale, environment)));
      } finally {
        await postgres.stop();
      }
    }
    return [report(results, scale, [])];
  },
};

async function measure(
  database: string,
  clients: number,
  scale: Scale,
  environment: Record<string, string> = {},
): Promise<ScaleResult[]> {
  const grown = {
    BENCH_CLIENTS: String(clients),
    BENCH_UNITS: String(scale.units),
    BENCH_VEHICLES: String(scale.units),
    ...environment,
  };
  const child = await startChild("fleet-child.ts", grown);
  const raw = await startChild("raw-child.ts");
  try {
    const authorization = await demoToken(child.baseUrl);
    const results: ScaleResult[] = [];
    const withDrivers = "BENCH_DRIVERS" in environment ? driverCases : [];
    for (const { title, target } of [...cases, ...withDrivers]) {
      const pair = await measurePair(raw, { ...child, title: "ours" }, { title, target, authorization }, scale);
      results.push(
        ...pair.filter(({ server }) => server === "ours").map((one) => ({ ...one, database, clients: clients + 6 })),
      );
    }
    return results;
  } finally {
    await Promise.all([child.close(), raw.close()]);
  }
}

const cases = [
  { title: "listing, page 1", target: "/units/listing?per_page=50" },
  { title: "listing, page 1,000", target: "/units/listing?per_page=50&page=1000" },
  { title: "listing, newest first", target: "/units/listing?per_page=50&sort=-updated_at" },
  { title: "changed since", target: "/units/listing?per_page=50&updated_after=2026-01-01T00:00:00Z" },
  { title: "listing by client", target: "/units/listing/client/1?per_page=50" },
  { title: "find one by IMEI", target: "/units/find?per_page=50&q=001017990000013" },
  { title: "find all by a word", target: "/units/find?per_page=50&q=demo+unit" },
  { title: "vehicles, page 1", target: "/vehicles/listing?per_page=50" },
  { title: "find one by plate", target: "/vehicles/find?per_page=50&q=kda002a" },
  { title: "vehicles from the feed", target: "/vehicles/changes?per_page=50" },
  { title: "documents that expire", target: "/vehicles/documents/listing?per_page=50&status=expiring&sort=expires_on" },
];

/** The vehicle is one of those that were added, whose drivers change every week. */
const driverCases = [
  {
    title: "who drove it at an instant",
    target: `/drivers/assignments/listing?vehicle_id=1000&at=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`,
  },
  { title: "assignments, latest first", target: "/drivers/assignments/listing?per_page=50" },
  { title: "assignments of a client", target: "/drivers/assignments/listing?per_page=50&client_id=1" },
  { title: "drivers by licence", target: "/drivers/listing?per_page=50&sort=licence_expires_on" },
];

function report(results: readonly ScaleResult[], scale: Scale, notes: readonly string[]) {
  const { units, drivers, assignments, connections } = scale;
  const added = Math.max(...scale.clients);
  const inWords = (count: number): string => count.toLocaleString("en");
  return table<ScaleResult>(
    `Scale: ${inWords(units)} units and as many vehicles, ${connections} connections`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "clients in scope", text: ({ clients }) => String(clients) },
      { title: "request", text: (row) => row.case, left: true },
      { title: "body B", text: ({ bodyBytes }) => String(bodyBytes) },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(1) },
      { title: "p99 ms", text: ({ p99 }) => p99.toFixed(1) },
      { title: "CPU ms/req", text: ({ micros }) => (micros / 1000).toFixed(2) },
      { title: "backend ms", text: ({ backendMicros }) => (backendMicros / 1000).toFixed(2) },
      { title: "raw / CPU", text: ({ wholeRatio }) => (1 / wholeRatio).toFixed(4) },
    ],
    results,
    [
      "raw / CPU: CPU time of a bare node:http server that sends the same bytes, over ours with that of PostgreSQL",
      `totals are exact in every response; where ${inWords(added)} clients were added, these have all added units`,
      `${inWords(drivers)} drivers with ${inWords(assignments)} assignments, where they are listed`,
      ...notes,
    ],
  );
}
