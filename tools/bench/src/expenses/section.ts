import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { growFleet, startServer } from "@fleet-api/server";
import { median } from "../race.ts";
import { type Effort, type Section, table } from "../report.ts";
import { databaseUrl, demoToken } from "../server/child.ts";

type Db = Awaited<ReturnType<typeof startServer>>["db"];

/** How many expenses of two years there are, and whose. */
interface Scale {
  readonly clients: number;
  readonly vehicles: number;
  readonly expenses: number;
  readonly rounds: number;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: { clients: 100, vehicles: 10_000, expenses: 5_000_000, rounds: 20 },
  quick: { clients: 2, vehicles: 20, expenses: 2000, rounds: 2 },
};

/** What one request took. */
interface ExpenseResult {
  readonly request: string;
  /** Milliseconds on loopback: the median of the rounds, and the longest. */
  readonly p50: number;
  readonly longest: number;
  readonly bodyBytes: number;
  /** How often the table was read from its beginning to its end. */
  readonly wholeReads: number;
}

/** Lists and sums of expenses on PostgreSQL, among millions. */
export const expensesSection: Section = {
  name: "expenses",
  doing: "lists and sums of 5,000,000 expenses",
  async run(effort) {
    const scale = SCALES[effort];
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report([], scale, [`skipped: ${reason}`])];
    const postgres = await startPostgres();
    try {
      const settings = { database_url: databaseUrl(postgres.address), demo: true, port: 0, log_level: "error" };
      const server = await startServer({ settings });
      try {
        await growFleet(server.db, { ...scale, units: 0 });
        const { counted, results } = await measure(server, scale);
        return [report(results, scale, [`${counted.toLocaleString("en")} of them are of the client and the year`])];
      } finally {
        await server.close();
      }
    } finally {
      await postgres.stop();
    }
  },
};

async function measure(
  { db, baseUrl }: Awaited<ReturnType<typeof startServer>>,
  { rounds }: Scale,
): Promise<{ readonly counted: number; readonly results: readonly ExpenseResult[] }> {
  const [last] = await db.query<{ client: number; vehicle: number }>(
    "select client_id as client, max(id) as vehicle from vehicles group by 1 order by 1 desc limit 1",
  );
  const now = Date.now();
  const [from, to] = [now - 365 * 86_400_000, now].map((at) => new Date(at).toISOString());
  const year = `from=${from}&to=${to}`;
  const ofClient = `client_id=${last?.client}`;
  const summary = (by: string): string => `/vehicle_expenses/summary?${year}&${ofClient}&group_by=${by}&per_page=200`;
  const requests = {
    "year of a client, page 1": `/vehicle_expenses/listing?${year}&${ofClient}&per_page=50`,
    "year of a client, page 400": `/vehicle_expenses/listing?${year}&${ofClient}&per_page=50&page=400`,
    "year of a client, newest change first": `/vehicle_expenses/listing?${year}&${ofClient}&per_page=50&sort=-updated_at`,
    "year of a vehicle": `/vehicle_expenses/listing?${year}&vehicle_id=${last?.vehicle}&per_page=50`,
    "all that may be seen, page 1": "/vehicle_expenses/listing?per_page=50",
    "one of a client by its reference": `/vehicle_expenses/find?q=G-4999999&${ofClient}`,
    ...Object.fromEntries(
      ["month", "vehicle", "type", "category", "driver"].map((by) => [`sums by ${by}`, summary(by)]),
    ),
  };
  const authorization = await demoToken(baseUrl);
  const results: ExpenseResult[] = [];
  let counted = 0;
  for (const [request, target] of Object.entries(requests)) {
    const times: number[] = [];
    let body = "";
    const before = await wholeReads(db);
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const response = await fetch(`${baseUrl}${target}`, { headers: { authorization } });
      body = await response.text();
      times.push(performance.now() - start);
      if (response.status !== 200) throw new Error(`GET ${target} responded ${response.status}: ${body}`);
    }
    const { data } = JSON.parse(body);
    if (request === "sums by month")
      counted = data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    const read = (await wholeReads(db)) - before;
    results.push({
      request,
      p50: median(times),
      longest: Math.max(...times),
      bodyBytes: body.length,
      wholeReads: read,
    });
  }
  return { counted, results };
}

async function wholeReads(db: Db): Promise<number> {
  const [row] = await db.query<{ reads: number }>(
    "select seq_scan as reads from pg_stat_user_tables where relname = 'vehicle_expenses'",
  );
  return row?.reads ?? 0;
}

function report(results: readonly ExpenseResult[], { expenses, clients }: Scale, notes: readonly string[]) {
  return table<ExpenseResult>(
    `Expenses: ${expenses.toLocaleString("en")} of two years, of ${clients} clients, on PostgreSQL`,
    [
      { title: "request", text: ({ request }) => request, left: true },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(1) },
      { title: "longest ms", text: ({ longest }) => longest.toFixed(1) },
      { title: "body B", text: ({ bodyBytes }) => String(bodyBytes) },
      { title: "whole reads", text: ({ wholeReads: reads }) => String(reads) },
    ],
    results,
    ["whole reads: how often the table was read from beginning to end, which no request may need", ...notes],
  );
}
