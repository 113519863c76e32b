import { FleetError } from "../errors/fleet-error.ts";
import type { List } from "../paging/source.ts";

/** What a walk knows of the one that it goes on with. */
export interface Saved {
  /** Items handed out so far. */
  readonly retrieved: number;
  /** Keys of the last of them. */
  readonly keys: readonly string[];
  /** Where the route goes on. */
  readonly place: readonly unknown[];
}

/** Writes down where a walk is. */
export function writeResume(list: List, { retrieved, keys, place }: Saved): string {
  return JSON.stringify([scopeOf(list), retrieved, keys, ...place]);
}

/** Reads it. Throws a `FleetError` of kind `request` when it is not of this operation and these parameters. */
export function readResume(list: List, text: string): Saved {
  const { operationId } = list;
  try {
    const [scope, retrieved, keys, ...place] = JSON.parse(text);
    if (scope === scopeOf(list)) return { retrieved, keys, place };
  } catch {
    // Not written by a walk: told like any other that is not of this one.
  }
  const message = "resume is not of a walk of this operation with these parameters";
  throw new FleetError(message, { kind: "request", operationId });
}

/**
 * Version of this text, operation, and a hash of the parameters but for the position. It finds mistakes; it hides
 * nothing and proves nothing.
 */
function scopeOf({ operationId, input: { path, query } }: List): string {
  const members: Record<string, unknown> = { ...path, ...query, page: undefined, cursor: undefined };
  let hash = 0;
  for (const name of Object.keys(members).toSorted())
    if (members[name] !== undefined)
      for (const letter of `${name}=${members[name]};`) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return `1 ${operationId} ${hash}`;
}
