import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { byTier } from "@fleet-api-tools/test-tier";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The full run has these suites on both databases. On a push: each on the database that can fail it. */
const onBoth = ["changes", "crash", "db", "maintenance", "sessions"];
const onEmbedded = ["access", "demo", "fuzz", "resources"];
/** Callers meet on a server only: the embedded database carries out one request after the other. */
const onPostgres = ["histories"];
/** Slow leaks are left to the full run. */
const onlyFull = ["test/memory/memory.test.ts", "test/memory/streams.test.ts"];
const suites = (...folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const reason = whyNoPostgres();
const hasPostgres = reason === undefined;
if (!hasPostgres) console.warn(`skipped: the suites that need a server, ${reason}`);

// Suites share the modules that they load, which saves a third of the time. Those on the embedded database do not: one in
// five processes that opened and closed many databases ended with SIGABRT.
const sharing = ["kernel", "platform", "records"];

/**
 * Suites that take long, the longest first. Vitest begins with the largest files, and these are small: the last of them
 * would run for a minute while the other cores have nothing left to do.
 */
const long = [
  "postgres/silent-server",
  "postgres/failover",
  "postgres/outages",
  "memory/memory",
  "memory/streams",
  "access/matrix",
  "histories/histories",
  "embedded/statement-limit",
  "fuzz/",
  "crash/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = long.findIndex((name) => moduleId.includes(`/test/${name}`));
      return index === -1 ? long.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the sequencer
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Every file boots databases, and none works long enough to pay for the optimising compiler: without it, a boot takes
 * half the time.
 */
const execArgv = ["--liftoff-only"];

/** Servers and processes are started for real, and CI has two slow cores. */
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Records what the suites send and receive, for the coverage of the contract. */
const traffic = "test/support/traffic-setup.ts";

const postgres = {
  name: "postgres",
  isolate: false,
  ...timeouts,
  sequence: { groupOrder: 0 },
  env: { FLEET_TEST_DATABASE: "postgres" },
  include: suites(...onBoth, ...onPostgres, ...byTier([], onEmbedded), "postgres"),
  globalSetup: ["test/support/postgres.ts", traffic],
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // One after another: workers that share modules would be given up for each suite of another project. Those that wait
      // for limits of a server come first, while other packages use the cores.
      {
        test: {
          name: "embedded",
          include: suites("**"),
          exclude: [
            ...suites("postgres", ...sharing, ...byTier(hasPostgres ? onPostgres : [], [])),
            ...byTier(onlyFull, []),
          ],
          execArgv,
          ...timeouts,
          globalSetup: traffic,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { name: "plain", include: suites(...sharing), isolate: false, ...timeouts, sequence: { groupOrder: 2 } },
      },
      ...(hasPostgres ? [{ test: postgres }] : []),
    ],
  },
});
