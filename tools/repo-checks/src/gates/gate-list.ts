/** One program call. `bin` is looked up in `<in>/node_modules/.bin`; `node` is the Node that runs the gates. */
export interface GateCommand {
  readonly bin: string;
  readonly args: readonly string[];
  /** Folder of the package whose dependency `bin` is, from the repository root. Default: the root itself. */
  readonly in?: string;
}

/**
 * One line of the report: commands that run one after another from the repository root, and stop at the first failure.
 *
 * A command tells that a part of it could not run by printing a line `skipped: <reason>`. The report shows the reason.
 */
export interface Gate {
  /** One word without spaces: it is what `--only` takes. */
  readonly name: string;
  readonly commands: readonly GateCommand[];
  /** What the gate looks at: one that looked at nothing has failed. */
  readonly counts: Counted;
  /** Gates with the same lock never run at the same time. */
  readonly lock?: string;
  /** The gate of the same stage whose results this one reads: where both run, that one ends first. */
  readonly after?: string;
  /** Its output is shown even when it passes. */
  readonly prints?: boolean;
}

/** How the output of a gate tells what it looked at. */
export interface Counted {
  /** A plural, such as `tests`. */
  readonly of: string;
  /** Found in each line: its first group is a number, and all are added up. A match without a group counts as one. */
  readonly pattern: string;
}

/** Gates of one stage may overlap; a stage starts when the one before it has ended. */
export type Stage = readonly Gate[];

/** What became of a gate. */
export interface GateResult {
  readonly gate: Gate;
  readonly status: "passed" | "failed" | "skipped";
  readonly seconds: number;
  /** CPU seconds of everything that the commands started; null where the system does not tell. */
  readonly cpuSeconds: number | null;
  /** How much the gate looked at, in the unit of its `counts`. */
  readonly counted: number;
  /** Everything the commands printed, both streams in the order of arrival. */
  readonly output: string;
  /** Why the gate, or parts of it, did not run. */
  readonly skips: readonly string[];
}

/** The command line as a person would type it. */
export function commandLine(command: GateCommand): string {
  return [command.bin, ...command.args].join(" ");
}

/** Two turbo runs at once would restore the same generated files under each other's feet. */
const TURBO = "turbo";

/** `--continue` lets every package report, so that one run shows all that is broken. */
function turbo(name: string, task: string, counts: Counted, ...options: string[]): Gate {
  const args = ["run", task, "--continue=dependencies-successful", "--output-logs=full", "--log-order=grouped"];
  args.push(...options);
  return { name, counts, lock: TURBO, commands: [{ bin: "turbo", args }] };
}

function node(name: string, script: string, counts: Counted, ...options: string[]): Gate {
  return { name, counts, commands: [{ bin: "node", args: [script, ...options] }] };
}

const counted = (of: string, pattern: string): Counted => ({ of, pattern });
const TESTS = counted("tests", String.raw`^.* Tests +.*?(\d+) passed`);
const TASKS = counted("packages", String.raw`^ *Tasks: +(\d+) successful`);

const LINT_SPEC_ARGS = ["lint", "spec/openapi.yaml", "--max-problems", "10000"];

/** Static checks: no test runs, nothing listens. */
const VERIFY: readonly Stage[] = [
  // Everything after it reads what it generates.
  [turbo("codegen", "codegen", counted("files", String.raw`codegen: (\d+) files`))],
  [
    turbo("codegen:check", "codegen:check", counted("files", String.raw`codegen: (\d+) files`)),
    {
      name: "format",
      commands: [{ bin: "oxfmt", args: ["--check", "."] }],
      counts: counted("files", String.raw`on (\d+) files`),
    },
    {
      name: "lint-code",
      commands: [{ bin: "oxlint", args: ["--deny-warnings"] }],
      counts: counted("files", String.raw`on (\d+) files`),
    },
    {
      name: "lint-spec",
      commands: [{ bin: "redocly", in: "tools/spec-rules", args: LINT_SPEC_ARGS }],
      counts: counted("documents", String.raw`^.*openapi\.yaml: validated`),
    },
    // The second opinion on examples; the lint is the first.
    node("examples", "tools/codegen/src/check-examples.ts", counted("examples", String.raw`(\d+) examples`)),
    turbo("contract-diff", "contract-diff", counted("operations", String.raw`compared: (\d+) operations`)),
    node("score", "tools/contract-quality/src/score.ts", counted("sub-scores", String.raw`(\d+) sub-scores`)),
    node("words", "tools/contract-quality/src/words.ts", counted("files", String.raw`words: spelling of (\d+) files`)),
    turbo("types", "types", TASKS),
    node("size", "tools/bench/src/size.ts", counted("budgets", " kept$"), "--check"),
    node("repo-checks", "tools/repo-checks/src/check.ts", counted("checks", String.raw`(\d+) checks passed`)),
    { ...node("weight", "tools/repo-checks/src/weight.ts", counted("files", String.raw`^total +(\d+)`)), prints: true },
  ],
];

/** Gates that need the whole machine: too much for each push. */
const ONLY_FULL: readonly string[] = ["codegen-budgets"];

/** Everything: the static checks, then what runs code. */
const FULL: readonly Stage[] = [
  ...VERIFY,
  // The end-to-end tests read it.
  [turbo("docs", "build:docs", counted("pages", String.raw`docs: (\d+) pages`))],
  // One after another those of turbo, the longest last; what needs no turbo fills the cores while they wait.
  [
    turbo("e2e", "e2e", TESTS),
    {
      name: "runtimes",
      lock: TURBO,
      commands: [
        ...turbo("build", "build", TASKS, "--filter=@fleet-api-tools/runtimes^...").commands,
        { bin: "node", args: ["tools/runtimes/src/check.ts"] },
      ],
      counts: counted("questions", "^runtimes: .*: fine$"),
    },
    // Suites spend much of their time waiting for locks and limits: three at a time keep two cores busy.
    turbo("unit", "unit", TESTS, "--concurrency=3"),
    node("codegen-budgets", "tools/bench/src/codegen.ts", counted("budgets", " kept$")),
    node("consumers", "tools/contract-quality/src/consumers.ts", counted("consumers", "^consumers: .* accepts ")),
    node("workflows", "tools/contract-tests/src/workflows.ts", counted("steps", String.raw`(\d+) steps`)),
    {
      name: "coverage",
      after: "unit",
      lock: TURBO,
      commands: [
        // The tests of the server record the traffic that is counted; after `unit`, they come from the cache.
        ...turbo("unit", "unit", TESTS, "--filter=@fleet-api/server").commands,
        { bin: "node", args: ["tools/contract-tests/src/coverage.ts"] },
      ],
      counts: counted("exchanges", String.raw`Contract coverage by (\d+) exchanges`),
    },
  ],
];

const TEST: readonly Stage[] = FULL.map((stage) => stage.filter(({ name }) => !ONLY_FULL.includes(name)));

/** The commands of the README by name. */
export const MODES: Readonly<Record<string, readonly Stage[]>> = { verify: VERIFY, test: TEST, "test:full": FULL };
