import { listOperations, type ListedOperation } from "../contract/operations.ts";
import type { Versions } from "./finding.ts";
import type { HouseFinding } from "./house-rule.ts";

/** What a rule finds in the operations that both versions have. */
export function forSameOperations(
  { base, revision }: Versions,
  look: (base: ListedOperation, revision: ListedOperation) => readonly HouseFinding[],
): HouseFinding[] {
  const before = new Map(listOperations(base).map((operation) => [operation.id, operation]));
  return listOperations(revision).flatMap((operation) => {
    const old = before.get(operation.id);
    return old === undefined ? [] : look(old, operation);
  });
}
