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
  /** Gates with the same lock never run at the same time. */
  readonly lock?: string;
  /** The gate of the same stage whose results this one reads: where both run, that one ends first. */
  readonly after?: string;
  /** Its output is shown even when it passes. */
  readonly prints?: boolean;
  /** Answers why the whole gate cannot run on this machine, or undefined when it can. */
  readonly skip?: (root: string) => string | undefined;
}

/** Gates of one stage may overlap; a stage starts when the one before it has ended. */
export type Stage = readonly Gate[];

/** What became of a gate. */
export interface GateResult {
  readonly gate: Gate;
  readonly status: "passed" | "failed" | "skipped";
  readonly seconds: number;
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
function turbo(name: string, task: string, ...options: string[]): Gate {
  const args = ["run", task, "--continue=dependencies-successful", "--output-logs=full", "--log-order=grouped"];
  args.push(...options);
  return { name, lock: TURBO, commands: [{ bin: "turbo", args }] };
}

const LINT_SPEC_ARGS = ["lint", "spec/openapi.yaml", "--max-problems", "10000"];

/** Static checks: no test runs, nothing listens. */
export const VERIFY: readonly Stage[] = [
  // Everything after it reads what it generates.
  [turbo("codegen", "codegen")],
  [
    turbo("codegen:check", "codegen:check"),
    { name: "format", commands: [{ bin: "oxfmt", args: ["--check", "."] }] },
    { name: "lint-code", commands: [{ bin: "oxlint", args: ["--deny-warnings"] }] },
    { name: "lint-spec", commands: [{ bin: "redocly", in: "tools/spec-rules", args: LINT_SPEC_ARGS }] },
    // The second opinion on examples; the lint is the first.
    { name: "examples", commands: [{ bin: "node", args: ["tools/codegen/src/check-examples.ts"] }] },
    turbo("contract-diff", "contract-diff"),
    { name: "score", commands: [{ bin: "node", args: ["tools/contract-quality/src/score.ts"] }] },
    { name: "words", commands: [{ bin: "node", args: ["tools/contract-quality/src/words.ts"] }] },
    turbo("types", "types"),
    { name: "size", commands: [{ bin: "node", args: ["tools/bench/src/size.ts", "--check"] }] },
    { name: "repo-checks", commands: [{ bin: "node", args: ["tools/repo-checks/src/check.ts"] }] },
    { name: "weight", prints: true, commands: [{ bin: "node", args: ["tools/repo-checks/src/weight.ts"] }] },
  ],
];

/** Everything: the static checks, then what runs code. */
export const TEST: readonly Stage[] = [
  ...VERIFY,
  // The end-to-end tests read it.
  [turbo("docs", "build:docs")],
  // One after another those of turbo, the longest last; what needs no turbo fills the cores while they wait.
  [
    turbo("e2e", "e2e"),
    {
      name: "runtimes",
      lock: TURBO,
      commands: [
        ...turbo("build", "build", "--filter=@fleet-api-tools/runtimes^...").commands,
        { bin: "node", args: ["tools/runtimes/src/check.ts"] },
      ],
    },
    // Suites spend much of their time waiting for locks and limits: three at a time keep two cores busy.
    turbo("unit", "unit", "--concurrency=3"),
    { name: "codegen-budgets", commands: [{ bin: "node", args: ["tools/bench/src/codegen.ts"] }] },
    { name: "consumers", commands: [{ bin: "node", args: ["tools/contract-quality/src/consumers.ts"] }] },
    { name: "workflows", commands: [{ bin: "node", args: ["tools/contract-tests/src/workflows.ts"] }] },
    {
      name: "coverage",
      after: "unit",
      lock: TURBO,
      commands: [
        // The tests of the server record the traffic that is counted; after `unit`, they come from the cache.
        ...turbo("unit", "unit", "--filter=@fleet-api/server").commands,
        { bin: "node", args: ["tools/contract-tests/src/coverage.ts"] },
      ],
    },
  ],
];
