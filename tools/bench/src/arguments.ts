import { parseArgs } from "node:util";
import { type Effort, type SectionName, sectionNames } from "./report.ts";

/** What the command line asks for. */
export interface BenchRequest {
  /** Names of the sections to run, in the order of the bench. */
  readonly sections: readonly SectionName[];
  /** Print the figures for programs. */
  readonly json: boolean;
  readonly effort: Effort;
}

/**
 * Reads `[section]... [--json] [--quick]`; without a section it is all of them.
 * @throws Error that names what it does not know, and the sections that there are
 */
export function readArguments(args: readonly string[]): BenchRequest {
  // pnpm hands a bare `--` on.
  const words = args.filter((word) => word !== "--");
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options: { json: { type: "boolean", default: false }, quick: { type: "boolean", default: false } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const option = tokens.find((token) => token.kind === "option" && !["json", "quick"].includes(token.name));
  const unknown =
    option?.kind === "option"
      ? option.rawName
      : positionals.find((name) => !sectionNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new Error(
      `"${unknown}" is not a section of the bench; the sections are ${sectionNames.join(", ")}. the options are --json and --quick.`,
    );
  }
  const sections = sectionNames.filter((name) => positionals.length === 0 || positionals.includes(name));
  return { sections, json: values.json === true, effort: values.quick === true ? "quick" : "full" };
}
