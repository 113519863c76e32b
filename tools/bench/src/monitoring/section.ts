import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { type Effort, type Section, type Table, table } from "../report.ts";
import { demoToken, startChild } from "../server/child.ts";
import type { PairLoad } from "../server/measure-pair.ts";
import { type Fleet, vacuum, withFleet } from "./fleet.ts";
import { type HistoryResult, type HistoryScale, measureHistory } from "./history.ts";
import { type IngestResult, type IngestScale, measureIngest } from "./ingest.ts";
import { measurePlans, type PlanResult, type PlanScale } from "./plans.ts";
import { BATCH_SIZE, newestUnits } from "./positions.ts";
import { measureFleet, measureLatest, type ReadResult } from "./reads.ts";

interface Scale {
  /** Its units send positions, and are read one by one. */
  readonly small: Fleet;
  readonly ingest: IngestScale;
  readonly history: HistoryScale;
  /** Read as a whole, after so many arrivals. */
  readonly large: Fleet & { readonly backlog: number };
  readonly load: PairLoad;
  readonly plans: PlanScale;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: {
    small: { units: 10_000, clients: 1000 },
    ingest: { batches: 40, rounds: 7 },
    history: { positions: 30_000, rounds: 5, pages: 10 },
    large: { units: 100_000, clients: 10_000, backlog: 200_000 },
    load: { connections: 2, seconds: 0.8, requests: 2000, rounds: 3 },
    plans: { rows: 10_000_000, units: 10_000, backlog: 200_000 },
  },
  quick: {
    small: { units: 1000, clients: 10 },
    ingest: { batches: 2, rounds: 1 },
    history: { positions: 1000, rounds: 1, pages: 1 },
    large: { units: 10_000, clients: 200, backlog: 10_000 },
    load: { connections: 1, seconds: 0.1, requests: 5, rounds: 1 },
    plans: { rows: 200_000, units: 1000, backlog: 10_000 },
  },
};

interface Results {
  readonly ingest: IngestResult[];
  readonly reads: ReadResult[];
  readonly history: HistoryResult[];
}

/** Positions: what it costs to store and to read them. */
export const monitoringSection: Section = {
  name: "monitoring",
  doing: "positions: ingest, latest, history and feed",
  async run(effort) {
    const scale = SCALES[effort];
    const results: Results = { ingest: [], reads: [], history: [] };
    await measure("PGlite", scale, results);
    const reason = whyNoPostgres();
    if (reason !== undefined) return report(results, scale, [`skipped: ${reason}`]);
    await measure("PostgreSQL", scale, results);
    return [...report(results, scale, []), plansTable(await measurePlans(scale.plans), scale.plans)];
  },
};

async function measure(database: string, { small, large, ...scale }: Scale, results: Results): Promise<void> {
  const raw = await startChild("raw-child.ts");
  try {
    await withFleet(database, small, async (child) => {
      const authorization = await demoToken(child.baseUrl);
      const units = await newestUnits(child, small.units);
      results.ingest.push(...(await measureIngest(database, child, { authorization, units, scale: scale.ingest })));
      await vacuum(child);
      results.reads.push(...(await measureLatest({ database, child, raw, load: scale.load }, small.units)));
      results.history.push(...(await measureHistory(database, child, { authorization, scale: scale.history })));
    });
    await withFleet(database, large, async (child) => {
      results.reads.push(...(await measureFleet({ database, child, raw, load: scale.load }, large)));
    });
  } finally {
    await raw.close();
  }
}

function report({ ingest, reads, history }: Results, scale: Scale, notes: readonly string[]): Table[] {
  return [ingestTable(ingest, scale, notes), readsTable(reads, scale, notes), historyTable(history, scale, notes)];
}

function ingestTable(results: readonly IngestResult[], { small }: Scale, notes: readonly string[]): Table {
  return table<IngestResult>(
    `Ingest: batches of ${BATCH_SIZE} positions of ${inWords(small.units)} units in turn`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "how", text: ({ way }) => way, left: true },
      { title: "positions/s", text: ({ positionsPerSecond }) => positionsPerSecond.toFixed(0) },
      { title: "node µs", text: ({ nodeMicros }) => nodeMicros.toFixed(1) },
      { title: "database µs", text: ({ databaseMicros }) => databaseMicros.toFixed(1) },
      { title: "both µs", text: ({ nodeMicros, databaseMicros }) => (nodeMicros + databaseMicros).toFixed(1) },
      { title: "x bare", text: ({ ratio }) => ratio.toFixed(2) },
    ],
    results,
    [
      "µs: CPU time of one position; on PGlite, node is the main thread, and the database all others",
      "bare insert: the same values with `unnest` into a table with the columns and the key of `positions`, from the same process, without HTTP",
      "the aim is at most 50 µs on PostgreSQL and 75 µs on PGlite, 3 times the bare insert, and 20,000 and 8,000 positions/s",
      "positions/s is this machine's, which also runs the senders",
      ...notes,
    ],
  );
}

function readsTable(results: readonly ReadResult[], { large, load }: Scale, notes: readonly string[]): Table {
  return table<ReadResult>(
    `Latest positions, nearest units, summary, and the feed after ${inWords(large.backlog)} arrivals`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "units", text: ({ units }) => inWords(units) },
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
      `${load.connections} connections; of the ${inWords(large.units)} units, the partner has ${inWords(large.clients)} clients; pages of the feed are of 500`,
      "raw / CPU: CPU time of a bare node:http server that sends the same bytes, over ours with that of PostgreSQL",
      ...notes,
    ],
  );
}

function historyTable(results: readonly HistoryResult[], { history }: Scale, notes: readonly string[]): Table {
  return table<HistoryResult>(
    `History: ${inWords(history.positions)} positions of a unit`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "how", text: ({ how }) => how, left: true },
      { title: "requests", text: ({ requests }) => String(requests) },
      { title: "positions", text: ({ positions }) => inWords(positions) },
      { title: "ms", text: ({ ms }) => ms.toFixed(1) },
      { title: "node ms", text: ({ nodeMs }) => nodeMs.toFixed(1) },
      { title: "database ms", text: ({ databaseMs }) => databaseMs.toFixed(1) },
      { title: "x plain", text: ({ ratio }) => ratio.toFixed(2) },
    ],
    results,
    [
      "node and database: CPU time of all requests; x plain: both over those of the plain read of the rows that it is made from",
      "plain read: one statement that reads the same rows of the table as JSON, from the same process, without HTTP",
      ...notes,
    ],
  );
}

function plansTable(results: readonly PlanResult[], { rows }: PlanScale): Table {
  return table<PlanResult>(
    `Plans: ${inWords(rows)} positions in ${results[0]?.partitions ?? 0} partitions on PostgreSQL`,
    [
      { title: "statement", text: ({ statement }) => statement, left: true },
      { title: "first planning ms", text: ({ planningMs }) => planningMs.toFixed(2) },
      { title: "planning ms", text: ({ laterPlanningMs }) => laterPlanningMs.toFixed(2) },
      { title: "execution ms", text: ({ executionMs }) => executionMs.toFixed(2) },
      { title: "rows", text: ({ rows: found }) => String(found) },
      { title: "parts read", text: ({ partitionsRead }) => String(partitionsRead) },
    ],
    results,
    [
      "plans are made once for each connection: planning is what is left of it, such as locks",
      "the section fails if a plan reads all rows of a partition, or of a list of units",
    ],
  );
}

function inWords(count: number): string {
  return count.toLocaleString("en");
}
