import type { Call, CallOptions, Ok } from "@fleet-api/contract";
import type { RecordRemoved } from "@fleet-api/contract/types/shared";
import { type AnyCall, createCall } from "../call/call.ts";
import { type AnyResult, type AnySuccess, failureResult, responseOf, withMeta, withResponse } from "../call/result.ts";
import { abortError } from "../call/running-call.ts";
import { describeError } from "../errors.ts";
import { createCursorCheck } from "../paging/cursor-check.ts";

/** An entry of a feed with the state of a record. The others are those of `RecordRemoved`. */
export interface RecordUpserted<Item> {
  change: "upserted";
  id: number;
  /** When the record was changed, UTC. For display only; the order of the entries is that of the feed. */
  changed_at: string;
  record: Item;
}

/** A resource group with a feed of changes, such as `fleet.units`. */
export interface ChangesFeed<Item, Query, Failure> {
  changes(
    input: { query: Query },
    options: CallOptions,
  ): Call<
    Ok<200, { changes: (RecordUpserted<Item> | RecordRemoved)[]; next_cursor: string; has_more: boolean }>,
    Failure
  >;
}

/** Parameters that every feed has. */
interface Position {
  cursor?: string | undefined;
  per_page?: number | undefined;
}

/** Options of `sync`, and those of each of its requests. The handlers may return promises. */
export interface SyncOptions<Item = unknown, Query = Position> extends Omit<CallOptions, "idempotencyKey"> {
  /** Where to continue: the last cursor that you got. Without one, the feed begins with all records. */
  cursor?: string | null | undefined;
  /** Parameters of the feed: `client_id` for the records of one client, and `per_page`, which is 200 by default. */
  query?: Omit<NonNullable<Query>, "cursor" | "from"> | undefined;
  /** Writes a record by its id, because it is new or was changed. A record may come more than once; the last state counts. */
  onUpsert: (record: Item, change: RecordUpserted<Item>) => unknown;
  /** Removes a record, if you have it, because it was deleted or left your scope. */
  onRemove: (id: number, change: RecordRemoved) => unknown;
  /**
   * Called before all records come, because there is no cursor or because it has expired. Clear your copy. To keep it readable
   * meanwhile, mark its records instead, unmark those that come, and remove those that are still marked when `sync` succeeds.
   */
  onReset: () => unknown;
  /** Stores a cursor: everything before it was handled. Called after each page. Default: only the result has a cursor. */
  onCursor?: ((cursor: string) => unknown) | undefined;
}

/**
 * Keeps a copy of the records of a resource group up to date. It reads the feed of changes from `cursor` to its end, and hands
 * every entry to `onUpsert` or `onRemove`, one at a time and in order. `onCursor` gets a cursor when everything before it was
 * handled, so a run that is interrupted repeats entries and loses none. Do not sync one copy twice at a time.
 *
 * If the cursor has expired, `sync` begins again with all records, once in a run, and calls `onReset` first.
 *
 * The result is that of the last request, with the cursor for the next time. It is a failure if a request fails, if `signal`
 * ends the run between two entries (`abort`), or if the feed does not get on (`unexpected`). The call rejects only with what
 * a handler throws.
 *
 * @example
 * const rows = new Map<number, Unit>();
 * const { data } = await sync(fleet.units, {
 *   cursor,
 *   onUpsert: (unit) => rows.set(unit.id, unit),
 *   onRemove: (id) => rows.delete(id),
 *   onReset: () => rows.clear(),
 * }).orThrow();
 * cursor = data.cursor;
 */
export function sync<Item, Query extends Position | undefined, Failure>(
  feed: ChangesFeed<Item, Query, Failure>,
  options: SyncOptions<Item, Query>,
): Call<Ok<200, { cursor: string }>, Failure>;
export function sync(feed: AnyFeed, options: SyncOptions): AnyCall {
  return createCall(readFeed(feed, options));
}

/** Any feed, whose calls have their results. */
interface AnyFeed {
  changes(input: { query: object }, options: CallOptions): PromiseLike<AnyResult>;
}

/** A part of any feed. */
interface ChangesPage {
  readonly changes: readonly (RecordUpserted<unknown> | RecordRemoved)[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

async function readFeed(
  feed: AnyFeed,
  { cursor, query, onUpsert, onRemove, onReset, onCursor, ...own }: SyncOptions,
): Promise<AnyResult> {
  const { signal } = own;
  let at = cursor ?? undefined;
  let hasRestarted = false;
  for (let check = createCursorCheck(); ;) {
    // With `from`, the feed would begin without the records, and the copy would look complete.
    const result = await feed.changes({ query: { per_page: 200, ...query, cursor: at, from: undefined } }, own);
    if (!result.ok) {
      const isExpired = result.kind === "http" && result.error.code === "cursor_expired";
      if (!isExpired || at === undefined || hasRestarted) return result;
      [at, hasRestarted, check] = [undefined, true, createCursorCheck()];
      continue;
    }
    const { data } = result;
    if (!isChangesPage(data)) return unexpected(result, "the response is not a page of a feed of changes");
    const wrong = data.has_more ? check(data.next_cursor, data.changes.length) : undefined;
    if (wrong) return unexpected(result, wrong);
    const aborted = (): AnyResult =>
      failureResult(result.meta.operationId, describeError(abortError(signal?.reason), ""));
    if (signal?.aborted) return aborted();
    if (at === undefined) await onReset();
    for (const entry of data.changes) {
      if (signal?.aborted) return aborted();
      if (entry.change === "upserted") await onUpsert(entry.record, entry);
      else await onRemove(entry.id, entry);
    }
    if (data.next_cursor !== at) await onCursor?.(data.next_cursor);
    if (!data.has_more) return withResponse({ ...result, data: { cursor: data.next_cursor } }, [result]);
    at = data.next_cursor;
  }
}

/** Checks what would lose entries silently: without `has_more` or a cursor, a feed would seem to be at its end or to begin again. */
function isChangesPage(data: unknown): data is ChangesPage {
  const { changes, next_cursor, has_more }: Partial<Record<keyof ChangesPage, unknown>> = Object(data);
  const areKnown =
    Array.isArray(changes) && changes.every((entry) => entry?.change === "upserted" || entry?.change === "removed");
  return areKnown && typeof next_cursor === "string" && typeof has_more === "boolean";
}

function unexpected(result: AnySuccess, message: string): AnyResult {
  const failure = failureResult(result.meta.operationId, { kind: "unexpected", message }, responseOf(result));
  return withMeta(failure, result.meta);
}
