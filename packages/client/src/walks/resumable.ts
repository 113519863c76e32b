import type { WalkOptions, WalkProgress } from "@fleet-api/contract";
import { withRows } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { paginationOf } from "../paging/cursor-route.ts";
import { pageRoute } from "../paging/page-route.ts";
import { type Seen, createSeen, keysOf } from "../paging/seen.ts";
import type { KeyOptions, List, PlacedRoute, RouteMaker } from "../paging/source.ts";

/** Options of `walk`: those of any walk, and two more. */
export interface ResumableWalkOptions<Item = unknown> extends Omit<WalkOptions<Item>, "onProgress"> {
  /**
   * Misses no item that is in the list during the whole walk, whatever is inserted and deleted meanwhile: it asks for
   * pages that overlap, of a size of its own choice, and reads again what moved. It throws a `FleetError` rather than
   * leave a gap. Needs a list in a stable order and items with keys. Changes nothing for lists with cursors. Default
   * false.
   */
  complete?: boolean | undefined;
  /** Where to go on: `resume` of an earlier walk of the same operation with the same parameters. */
  resume?: string | undefined;
  /** Told after each page that the caller is done with. It only watches: what it throws is dropped. */
  onProgress?: ((progress: ResumableWalkProgress) => unknown) | undefined;
}

/** How far a walk has come; `retrieved` includes the items of the walks that this one resumes. */
export interface ResumableWalkProgress extends WalkProgress {
  /**
   * Give it to a later walk to go on after this page. It holds the position, the keys of the last items (or the
   * cursor), and a hash of the parameters; their values are not in it.
   */
  resume: string;
}

/** How many keys a later walk knows. */
const lastKeys = 16;

/** The route that a call would be walked by, with what `complete` and `resume` ask for. */
export function resumable(
  route: RouteMaker,
  { complete, resume }: Pick<ResumableWalkOptions, "complete" | "resume">,
): RouteMaker<ResumableWalkProgress> {
  return (list, options) => {
    const saved = resume === undefined ? undefined : readResume(list, resume);
    const { seen, last } = seenAfter(saved?.keys);
    const inner =
      list.paged === "cursor"
        ? placedCursorRoute(route, list, options, seen, saved?.place)
        : pageRoute(list, options, seen, saved?.place, complete);
    return {
      isResumed: saved !== undefined,
      next: (early) => inner.next(early),
      take: (page, asked, room) => inner.take(page, asked, room),
      progress(items) {
        const retrieved = items + (saved?.retrieved ?? 0);
        const text = writeResume(list, { retrieved, keys: last(), place: inner.place() });
        return { ...inner.progress(retrieved), resume: text };
      },
    };
  };
}

/** Remembers keys, beginning with those of an earlier walk, and also which are the last. */
function seenAfter(earlier?: readonly string[]): { seen: Seen; last: () => string[] } {
  const seen = createSeen();
  const { add } = seen;
  const last = new Set<string>();
  seen.add = (key) => {
    add(key);
    if (key !== undefined) last.add(key);
    for (const oldest of last) if (last.size > lastKeys) last.delete(oldest);
  };
  if (earlier) seen.all = false;
  earlier?.forEach(seen.add);
  return { seen, last: () => [...last] };
}

/** The route of a list by cursor, from a place: a cursor, and how many rows of its page were taken. */
function placedCursorRoute(
  route: RouteMaker,
  list: List,
  options: KeyOptions,
  seen: Seen,
  place: readonly unknown[] = [list.input.query?.["cursor"], 0],
): PlacedRoute {
  let [cursor, taken] = place;
  const query = { ...list.input.query, cursor };
  const inner = route({ ...list, input: { ...list.input, query } }, options, seen);
  return {
    ...inner,
    take(answer, asked, room) {
      // Where an earlier walk stopped within this page: at the rows that it had, as far as they are still there.
      const anchor = taken ? keysOf(answer, options).findIndex(seen.has) : 0;
      const from = anchor < 0 ? Number(taken) : anchor;
      const step = inner.take(withRows(answer, answer.data.slice(from)), asked, room);
      if ("ask" in step) return step;
      const end = from + step.end;
      // The last page is asked for again when the walk is resumed: more may have been added to it.
      if (step.last || end < answer.data.length) taken = end;
      else [cursor, taken] = [paginationOf(answer).next_cursor, 0];
      return step;
    },
    place: () => [cursor, taken],
  };
}

/** What a walk knows of the one that it goes on with. */
interface Saved {
  /** Items handed out so far. */
  readonly retrieved: number;
  /** Keys of the last of them. */
  readonly keys: readonly string[];
  /** Where the route goes on. */
  readonly place: readonly unknown[];
}

/** Writes down where a walk is. */
function writeResume(list: List, { retrieved, keys, place }: Saved): string {
  return JSON.stringify([scopeOf(list), retrieved, keys, ...place]);
}

/** Reads it. Throws a `FleetError` of kind `request` when it is not of this operation and these parameters. */
function readResume(list: List, text: string): Saved {
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
