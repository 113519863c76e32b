import type { PaginateOptions, PaginateProgress } from "@fleet-api/contract";
import { withRows } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import { paginationOf } from "../paging/cursor-strategy.ts";
import { createSeenKeys, keysOf, type SeenKeys } from "../paging/dedupe.ts";
import { pageStrategy } from "../paging/page-strategy.ts";
import type { KeyOptions, List, ResumableStrategy, StrategyFactory } from "../paging/pagination.ts";

/** Options of `paginate`: those of any iteration, and two more. */
export interface ResumableOptions<Item = unknown> extends Omit<PaginateOptions<Item>, "onProgress"> {
  /**
   * Misses no item that is in the list during the whole iteration, whatever is inserted and deleted meanwhile: it asks for
   * pages that overlap, of a size of its own choice, and reads again what moved. It throws a `FleetError` rather than
   * leave a gap. Needs a list in a stable order and items with keys. Changes nothing for lists with cursors. Default
   * false.
   */
  complete?: boolean | undefined;
  /** Where to go on: `resume` of an earlier iteration of the same operation with the same parameters. */
  resume?: string | undefined;
  /** Told after each page that the caller is done with. It only watches: what it throws is dropped. */
  onProgress?: ((progress: ResumableProgress) => unknown) | undefined;
}

/** How far an iteration has come; `retrieved` includes the items of those that it resumes. */
export interface ResumableProgress extends PaginateProgress {
  /**
   * Pass it to a later iteration to go on after this page. It holds the position, the keys of the last items (or the
   * cursor), and a hash of the parameters; their values are not in it.
   */
  resume: string;
}

/** How many keys a later iteration knows. */
const lastKeys = 16;

/** The strategy of a call, with what `complete` and `resume` ask for. */
export function resumable(
  strategy: StrategyFactory,
  { complete, resume }: Pick<ResumableOptions, "complete" | "resume">,
): StrategyFactory<ResumableProgress> {
  return (list, options) => {
    const saved = resume === undefined ? undefined : readResume(list, resume);
    const { seen, last } = seenAfter(saved?.keys);
    const inner =
      list.paged === "cursor"
        ? resumableCursorStrategy(strategy, list, options, seen, saved?.place)
        : pageStrategy(list, options, seen, saved?.place, complete);
    return {
      isResumed: saved !== undefined,
      next: (early) => inner.next(early),
      take: (page, request, room) => inner.take(page, request, room),
      progress(items) {
        const retrieved = items + (saved?.retrieved ?? 0);
        const text = writeResume(list, { retrieved, keys: last(), place: inner.place() });
        return { ...inner.progress(retrieved), resume: text };
      },
    };
  };
}

/** Remembers keys, beginning with those of an earlier iteration, and also which are the last. */
function seenAfter(earlier?: readonly string[]): { seen: SeenKeys; last: () => string[] } {
  const seen = createSeenKeys();
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

/** The strategy of a list by cursor, from a place: a cursor, and how many rows of its page were taken. */
function resumableCursorStrategy(
  strategy: StrategyFactory,
  list: List,
  options: KeyOptions,
  seen: SeenKeys,
  place: readonly unknown[] = [list.input.query?.["cursor"], 0],
): ResumableStrategy {
  let [cursor, taken] = place;
  const query = { ...list.input.query, cursor };
  const inner = strategy({ ...list, input: { ...list.input, query } }, options, seen);
  return {
    ...inner,
    take(page, request, room) {
      // Where an earlier iteration stopped within this page: at the rows that it had, as far as they are still there.
      const anchor = taken ? keysOf(page, options).findIndex(seen.has) : 0;
      const from = anchor < 0 ? Number(taken) : anchor;
      const step = inner.take(withRows(page, page.data.slice(from)), request, room);
      if ("ask" in step) return step;
      const end = from + step.end;
      // The last page is asked for again when the iteration is resumed: more may have been added to it.
      if (step.last || end < page.data.length) taken = end;
      else [cursor, taken] = [paginationOf(page).next_cursor, 0];
      return step;
    },
    place: () => [cursor, taken],
  };
}

/** What an iteration knows of the one that it resumes. */
interface Saved {
  /** Items handed out so far. */
  readonly retrieved: number;
  /** Keys of the last of them. */
  readonly keys: readonly string[];
  /** Where the strategy goes on. */
  readonly place: readonly unknown[];
}

/** Writes down where an iteration is. */
function writeResume(list: List, { retrieved, keys, place }: Saved): string {
  return JSON.stringify([scopeOf(list), retrieved, keys, ...place]);
}

/** Reads it. Throws a `FleetError` of kind `request` when it is not of this operation and these parameters. */
function readResume(list: List, text: string): Saved {
  const { operationId } = list;
  try {
    const [scope, retrieved, keys, ...place] = JSON.parse(text);
    if (scope === scopeOf(list) && isSaved(list, retrieved, keys, place)) return { retrieved, keys, place };
  } catch {
    // Not a JSON text: reported like any other that is not of this one.
  }
  const message = "resume is not of an iteration of this operation with these parameters: start without it";
  throw new FleetError(message, { kind: "request", operationId });
}

/** Whether these are values that an iteration writes: a text that was cut or changed may have any. */
function isSaved({ paged }: List, retrieved: unknown, keys: unknown, place: readonly unknown[]): boolean {
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  const areKeys = Array.isArray(keys) && keys.every((key) => typeof key === "string");
  if (!isCount(retrieved) || !areKeys) return false;
  if (paged === "cursor") return isCount(place[1]);
  const [, size, , firstSize] = place;
  return place.length === 4 && place.every(isCount) && Number(size) > 0 && Number(firstSize) >= Number(size);
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
