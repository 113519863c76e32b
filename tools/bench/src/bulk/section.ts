import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { startServer } from "@fleet-api/server";
import { median } from "../race.ts";
import { type Effort, type Section, table } from "../report.ts";
import { databaseUrl, demoToken } from "../server/child.ts";

/** How many items are written, and how often. */
interface Scale {
  readonly items: number;
  readonly rounds: number;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: { items: 1000, rounds: 5 },
  quick: { items: 20, rounds: 1 },
};

/** The largest import that the contract allows. */
const IMPORT_SIZE = 500;

/** How long one way to write the items takes. */
interface BulkResult {
  readonly database: string;
  readonly case: string;
  /** Milliseconds, median of the rounds. */
  readonly ms: number;
}

/** Many records at once, of which some violate a constraint. */
export const bulkSection: Section = {
  name: "bulk",
  doing: "imports of units, some of which violate a constraint",
  async run(effort) {
    const scale = SCALES[effort];
    const results = await measure("PGlite", scale, { memory: true });
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report(results, scale, [`skipped: ${reason}`])];
    const postgres = await startPostgres();
    try {
      results.push(...(await measure("PostgreSQL", scale, { database_url: databaseUrl(postgres.address) })));
    } finally {
      await postgres.stop();
    }
    return [report(results, scale, [])];
  },
};

async function measure(database: string, { items, rounds }: Scale, settings: object): Promise<BulkResult[]> {
  const server = await startServer({ settings: { ...settings, demo: true, port: 0, log_level: "error" } });
  try {
    const authorization = await demoToken(server.baseUrl);
    let serial = 0;
    const columns = "(client_id, name, identifier, identifier_type, created_at, updated_at)";
    /** Imports units, of which every `share`th has the identifier of the one before. */
    const importUnits = async (share: number): Promise<void> => {
      for (let first = 0; first < items; first += IMPORT_SIZE) {
        const batch = Array.from({ length: Math.min(IMPORT_SIZE, items - first) }, (_, index) => {
          serial += 1;
          const identifier = `bulk-${index % share === share - 1 ? serial - 1 : serial}`;
          return {
            client_id: 1,
            external_id: `bulk-${serial}`,
            name: identifier,
            identifier,
            identifier_type: "custom",
          };
        });
        const response = await fetch(`${server.baseUrl}/units/import`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ match_on: "external_id", mode: "best_effort", items: batch }),
        });
        if (response.status !== 200) throw new Error(`the import answered ${response.status} ${await response.text()}`);
        await response.text();
      }
    };
    const cases: Readonly<Record<string, () => Promise<unknown>>> = {
      "SQL: one statement": () =>
        server.db.query(
          `insert into units ${columns} select 1, 'bulk', $1 || n, 'custom', now(), now() from generate_series(1, $2::int) n`,
          [`sql-${(serial += 1)}-`, items],
        ),
      "SQL: a savepoint each": () =>
        server.db.transaction(async (tx) => {
          const prefix = `sql-${(serial += 1)}-`;
          for (let n = 0; n < items; n += 1) {
            await tx.script("savepoint s");
            await tx.query(`insert into units ${columns} values (1, 'bulk', $1, 'custom', now(), now())`, [prefix + n]);
            await tx.script("release savepoint s");
          }
        }),
      "import: none fails": () => importUnits(Number.POSITIVE_INFINITY),
      "import: 1 in 100 fails": () => importUnits(100),
      "import: half of them fail": () => importUnits(2),
    };
    const results: BulkResult[] = [];
    for (const [name, run] of Object.entries(cases)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        await run();
        times.push(performance.now() - start);
      }
      results.push({ database, case: name, ms: median(times) });
    }
    return results;
  } finally {
    await server.close();
  }
}

function report(results: readonly BulkResult[], { items }: Scale, notes: readonly string[]) {
  return table<BulkResult>(
    `Bulk: ${items.toLocaleString("en")} units`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "how", text: (row) => row.case, left: true },
      { title: "ms", text: ({ ms }) => ms.toFixed(0) },
    ],
    results,
    [
      `imports take ${IMPORT_SIZE} units each, over loopback, in best_effort; times are those of this machine`,
      ...notes,
    ],
  );
}
