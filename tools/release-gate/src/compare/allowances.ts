import type { Bump } from "../bump/bump.ts";
import { listOf } from "../contract/json.ts";
import { tokensOf, valueAt } from "../contract/pointer.ts";
import type { Versions } from "./finding.ts";

/** A rating of the tools that is wrong for this contract, and what is right. */
export interface Allowance {
  readonly name: string;
  readonly reason: string;
  /** The bump that a change of this place demands; undefined when the allowance does not speak of it. */
  rate(tokens: readonly string[], versions: Versions): Bump | undefined;
}

const versionItself: Allowance = {
  name: "version-itself",
  reason: "the version says that something changed and is not the change",
  rate: (tokens) => (tokens.join("/") === "info/version" ? "none" : undefined),
};

const problemCodesGrow: Allowance = {
  name: "problem-codes-grow",
  reason: "a failure with a code that is new to the client stays a problem: every operation can gain codes",
  rate(tokens, versions) {
    if (tokens.at(-1) === "x-problem-codes") return "minor";
    if (tokens.join("/") !== "components/schemas/ProblemCode/enum") return undefined;
    return onlyGrew(tokens, versions) ? "minor" : undefined;
  },
};

export const ALLOWANCES: readonly Allowance[] = [versionItself, problemCodesGrow];

/** The allowance that speaks of a place, with the bump it grants. */
export function allowanceFor(
  place: string,
  versions: Versions,
): { readonly allowance: Allowance; readonly bump: Bump } | undefined {
  const tokens = tokensOf(place);
  for (const allowance of ALLOWANCES) {
    const bump = allowance.rate(tokens, versions);
    if (bump !== undefined) return { allowance, bump };
  }
  return undefined;
}

function onlyGrew(tokens: readonly string[], { base, revision }: Versions): boolean {
  const after = new Set(listOf(valueAt(revision, tokens)));
  return listOf(valueAt(base, tokens)).every((value) => after.has(value));
}
