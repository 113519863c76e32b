import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { median, quantile } from "../race.ts";
import { type Effort, type Section, table } from "../report.ts";
import { type Child, databaseUrl, demoToken, startChild } from "../server/child.ts";
import { load } from "../server/load.ts";

/** How large the fleet is, and how long each number of searches is measured in a round. */
interface Scale {
  readonly units: number;
  readonly searches: readonly number[];
  readonly seconds: number;
  readonly requests: number;
  readonly rounds: number;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: { units: 100_000, searches: [0, 5, 12, 40], seconds: 3, requests: 20_000, rounds: 3 },
  quick: { units: 1000, searches: [0, 2], seconds: 0.1, requests: 5, rounds: 1 },
};

/** What a user gets while another one searches. */
interface FairnessResult {
  readonly database: string;
  readonly searches: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** p50 over that of the same round without searches, median. */
  readonly ratio: number;
  /** Searches that were answered, and the status of each kind of response. */
  readonly searched: string;
}

const SEARCH = "/units/find?q=e";
const LISTING = "/units/listing?per_page=50";

/** The requests of one user next to parallel searches of another. */
export const fairnessSection: Section = {
  name: "fairness",
  doing: "one user next to the searches of another",
  async run(effort) {
    const scale = SCALES[effort];
    const results = await measure("PGlite", scale);
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report(results, scale, [`skipped: ${reason}`])];
    const postgres = await startPostgres();
    try {
      results.push(...(await measure("PostgreSQL", scale, { DATABASE_URL: databaseUrl(postgres.address) })));
    } finally {
      await postgres.stop();
    }
    return [report(results, scale, [])];
  },
};

interface Turn {
  readonly latencies: readonly number[];
  readonly seconds: number;
  readonly statuses: readonly number[];
}

async function measure(
  database: string,
  scale: Scale,
  environment: Record<string, string> = {},
): Promise<FairnessResult[]> {
  const child = await startChild("fleet-child.ts", {
    BENCH_CLIENTS: "0",
    BENCH_UNITS: String(scale.units),
    ...environment,
  });
  try {
    const tokens = {
      searching: await demoToken(child.baseUrl),
      other: await demoToken(child.baseUrl, "demo-read-only"),
    };
    const turns = scale.searches.map(() => new Array<Turn>());
    for (let round = -1; round < scale.rounds; round++) {
      for (const [index, searches] of scale.searches.entries()) {
        const turn = await takeTurn(child, searches, tokens, scale);
        if (round >= 0) turns[index]?.push(turn);
      }
    }
    const quiet = turns[0] ?? [];
    return scale.searches.map((searches, index) => summary(database, searches, turns[index] ?? [], quiet));
  } finally {
    await child.close();
  }
}

async function takeTurn(
  child: Child,
  searches: number,
  { searching, other }: { readonly searching: string; readonly other: string },
  { seconds, requests }: Scale,
): Promise<Turn> {
  const { host, port, pathname } = new URL(child.baseUrl);
  const request = `GET ${pathname}${LISTING} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${other}\r\n\r\n`;
  const leaving = new AbortController();
  const statuses: number[] = [];
  const searchers = Array.from({ length: searches }, async () => {
    const init = { headers: { authorization: searching }, signal: leaving.signal };
    while (!leaving.signal.aborted) {
      const response = await fetch(child.baseUrl + SEARCH, init);
      await response.text();
      statuses.push(response.status);
    }
  });
  const { latencies, seconds: took } = await load(Number(port), request, { connections: 1, seconds, requests });
  leaving.abort();
  await Promise.allSettled(searchers);
  return { latencies, seconds: took, statuses };
}

function summary(database: string, searches: number, turns: readonly Turn[], quiet: readonly Turn[]): FairnessResult {
  const latencies = turns.flatMap((turn) => turn.latencies);
  const seconds = turns.reduce((sum, turn) => sum + turn.seconds, 0);
  const statuses = new Map<number, number>();
  for (const status of turns.flatMap((turn) => turn.statuses)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return {
    database,
    searches,
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    ratio: median(
      turns.map((turn, index) => quantile(turn.latencies, 0.5) / quantile(quiet[index]?.latencies ?? [], 0.5)),
    ),
    searched: [...statuses].map(([status, count]) => `${count} x ${status}`).join(", "),
  };
}

function report(results: readonly FairnessResult[], { units }: Scale, notes: readonly string[]) {
  return table<FairnessResult>(
    `Fairness: a listing of one user next to searches of another, ${units.toLocaleString("en")} units`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "searches at once", text: ({ searches }) => String(searches) },
      { title: "req/s", text: ({ requestsPerSecond }) => requestsPerSecond.toFixed(0) },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(1) },
      { title: "p99 ms", text: ({ p99 }) => p99.toFixed(1) },
      { title: "x quiet", text: ({ ratio }) => ratio.toFixed(2) },
      { title: "searches answered", text: ({ searched }) => searched, left: true },
    ],
    results,
    [
      "x quiet: p50 over that of the same round without searches; at most 3 is the aim",
      "the searcher and the other user have one process of load, on the same machine as server and database",
      ...notes,
    ],
  );
}
