import { MODES } from "./gate-list.ts";

/** A name that a command gets by `--only`. */
export interface OnlyName {
  readonly name: string;
  /** What the command picks from: `gates`, or the `checks` of the repository. */
  readonly of: "gates" | "checks";
  /** The gates that the command has. */
  readonly gates: readonly string[];
}

/** `pnpm test`, `node .../run.ts verify`, and in prose the mode without a program. */
const GATES = /(?:\bpnpm(?:@\d+)? (?:run )?|\brun\.ts |^\s*)(verify|test(?::full)?)(?=\s)/;
const CHECKS = /\brepo-checks\/src\/check\.ts\b/;
const ONLY = /--only[ =]([a-z][\w:-]*)/g;

/** Finds the names after `--only` in commands that run gates or checks. Other programs may have such an option, too. */
export function onlyNames(text: string): OnlyName[] {
  const commands = text.replaceAll("\\\n", " ").split(/&&|[;|\n]/);
  return commands.flatMap((command): OnlyName[] => {
    const mode = GATES.exec(command)?.[1];
    if (mode === undefined && !CHECKS.test(command)) return [];
    const gates = (MODES[mode ?? ""] ?? []).flat().map((gate) => gate.name);
    const of = mode === undefined ? "checks" : "gates";
    return [...command.matchAll(ONLY)].map((match) => ({ name: match[1] ?? "", of, gates }));
  });
}
