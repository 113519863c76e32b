import type { Bump } from "../bump/bump.ts";

/** The part of the JSON report of `redocly diff` (report version 1) that is read here. */
export interface Report {
  readonly reportVersion: string;
  readonly changes: readonly ReportedChange[];
}

/** One change, rated by `impact`; `base` is missing of what was added, `revision` of what was removed. */
export interface ReportedChange {
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: Bump;
  readonly verdicts: readonly { readonly message: string }[];
  readonly property?: string;
  readonly base?: { readonly pointer: string; readonly value: unknown };
  readonly revision?: { readonly pointer: string; readonly value: unknown };
}
