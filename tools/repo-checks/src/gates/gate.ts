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
