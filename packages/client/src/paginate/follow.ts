import type { Call, CallOptions, Ok } from "@fleet-api/contract";
import { retryAfter } from "@fleet-api/http";
import { type AnyFailure, type AnyResult, type AnySuccess, errorOf } from "../call/result.ts";
import { notify } from "../call/notify.ts";
import { FleetError, isLoginDelayed, loginDelay } from "../errors.ts";
import { createCursorCheck } from "../paging/cursor-check.ts";
import { abortWith, onReturn } from "../paging/iterate.ts";
import { type Platform, type PlatformOptions, platformOf, wait } from "../platform.ts";
import { mayPass } from "../retry/retry.ts";

/** What a page of a feed has, besides a list of items such as `positions`. The feed has no end, so there is always a cursor. */
export interface FeedPage {
  next_cursor: string;
  has_more: boolean;
  /** A feed of changes begins with all records: it is for `sync`. */
  changes?: undefined;
}

/** A page as it is handed out: its items, and the cursor to store when they are processed. */
export type FollowedPage<Page> = Omit<Page, keyof FeedPage> & {
  /** Where the feed continues after this page. */
  cursor: string;
};

/** Parameters that every feed has. */
interface Position {
  cursor?: string | undefined;
  per_page?: number | undefined;
}

/** Why the feed begins now. */
export interface FeedReset {
  /** True if the cursor has expired, so that the items since then are missing; false if there was no cursor. */
  readonly expired: boolean;
  /** The cursor from which the feed is followed. The page with it comes next. */
  readonly cursor: string;
}

/** Why and when a request is sent again. */
export interface FeedRetry {
  readonly error: FleetError;
  /** Requests in a row that failed, each after the retries of the client. */
  readonly failures: number;
  /** Milliseconds until the next one. */
  readonly delayMs: number;
}

/** Options of `follow`, and those of each of its requests. */
export interface FollowOptions<Query = Position> extends Omit<CallOptions, "idempotencyKey">, PlatformOptions {
  /** Where to continue: the cursor of the last page that was processed. Without one, the feed begins now. */
  cursor?: string | null | undefined;
  /** Parameters of the feed, such as `client_id` and `per_page`. */
  query?: Omit<NonNullable<Query>, "cursor"> | undefined;
  /** Milliseconds between two requests when there is nothing more yet, 1 to 86 400 000. Default 5 000. */
  pollIntervalMs?: number | undefined;
  /**
   * Called when the feed begins now, because there is no cursor or because it has expired; may return a promise. Read the
   * current state here, such as the latest positions, and if the cursor has expired, also what you missed. The feed is followed
   * from a moment before this call, so nothing falls between.
   */
  onReset: (reset: FeedReset) => unknown;
  /** Told before the pause after a failure that may pass. It only watches: what it throws or rejects with is dropped. */
  onRetry?: ((retry: FeedRetry) => unknown) | undefined;
}

/**
 * Follows a feed for as long as it is iterated: `for await (const { positions, cursor } of follow(fleet.monitoring.feed, ...))`.
 * The pages come in order, each once. The next request is sent when the next page is wanted: at once if there is more, else
 * after `pollIntervalMs`. A page without items comes when its cursor is new.
 *
 * - Store `cursor` when you have processed a page. A program that begins with it misses nothing, and gets the page that was
 *   interrupted again.
 * - If the cursor has expired, `onReset` says so, and the feed goes on from now.
 * - After a failure that may pass (network, timeout, 408, 425, 429, 5xx, a login that has to wait), the request is sent again,
 *   with growing pauses up to a minute, and not before `Retry-After`.
 * - Any other failure ends the iteration with a `FleetError`, such as 401, 403 or 422; so do `signal` (`abort`) and a feed that does
 *   not get on (`unexpected`). What `onReset` throws ends it, too.
 *
 * Leaving the loop cancels what is in progress. Throws a `TypeError` for options that cannot work.
 *
 * @example
 * for await (const { positions, cursor } of follow(fleet.monitoring.feed, { cursor: await load(), onReset: readLatest })) {
 *   for (const position of positions) show(position);
 *   await save(cursor);
 * }
 */
export function follow<Page extends FeedPage, Query extends Position | undefined>(
  feed: (input: { query: Query }, options: CallOptions) => Call<Ok<200, Page>, AnyFailure>,
  options: FollowOptions<Query>,
): AsyncGenerator<FollowedPage<Page>, void, undefined>;
export function follow(feed: AnyFeed, options: FollowOptions): AsyncGenerator<unknown, void, undefined> {
  const reader = new FeedReader(feed, options);
  const controller = new AbortController();
  return onReturn(pagesOf(reader, options.signal, controller), () => controller.abort());
}

/** Any feed, whose calls have their results. */
type AnyFeed = (input: { query: object }, options: CallOptions) => PromiseLike<AnyResult>;

/** A page of any feed. */
type AnyFollowedPage = FollowedPage<FeedPage>;

async function* pagesOf(
  reader: FeedReader,
  signal: AbortSignal | undefined,
  controller: AbortController,
): AsyncGenerator<AnyFollowedPage, void, undefined> {
  for (;;) {
    // Listened to only during a step: the iteration may be dropped between two, and the signal may live longer.
    const unlink = abortWith(controller, signal);
    let page: AnyFollowedPage | undefined;
    try {
      page = await reader.read(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      unlink();
    }
    if (signal?.aborted) {
      const { operationId } = reader;
      throw new FleetError("aborted by the caller", { kind: "abort", operationId, cause: signal.reason });
    }
    // It was left while it waited.
    if (controller.signal.aborted) return;
    if (page) yield page;
  }
}

/** Milliseconds: the longest pause of our own after a failure, and the longest that a service may ask for. */
const longest = { backoff: 60_000, asked: 86_400_000 };

/** Where a feed is, and when it is asked for the next page. */
class FeedReader {
  /** The operation, as its results name it. */
  operationId = "";
  readonly #feed: AnyFeed;
  readonly #options: FollowOptions;
  readonly #call: CallOptions;
  readonly #platform: Platform;
  readonly #intervalMs: number;
  #check = createCursorCheck();
  #cursor: string | undefined;
  #isExpired = false;
  /** Requests in a row that failed. An expired cursor counts, so that cursors which expire at once are asked for more slowly. */
  #failures = 0;
  #delayMs = 0;

  constructor(feed: AnyFeed, options: FollowOptions) {
    const { cursor, query: _query, pollIntervalMs = 5_000, onReset, onRetry: _onRetry, ...rest } = options;
    const { clock, random, timers, signal: _signal, ...call } = rest;
    if (typeof onReset !== "function")
      throw new TypeError("onReset must be a function: without it, a gap would stay unseen");
    if (!(pollIntervalMs >= 1 && pollIntervalMs <= 86_400_000))
      throw new TypeError("pollIntervalMs must be 1 to 86400000");
    this.#feed = feed;
    this.#options = options;
    this.#call = call;
    this.#platform = platformOf({ clock, random, timers });
    this.#intervalMs = pollIntervalMs;
    this.#cursor = cursor ?? undefined;
    if (this.#cursor !== undefined) this.#check(this.#cursor, 1);
  }

  /** Waits, asks once, and returns the page if there is something new. */
  async read(signal: AbortSignal): Promise<AnyFollowedPage | undefined> {
    if (this.#delayMs && !signal.aborted) await wait(this.#platform, this.#delayMs, signal);
    const query = { ...this.#options.query, cursor: this.#cursor };
    const result = await this.#feed({ query }, { ...this.#call, signal });
    this.operationId = result.meta.operationId;
    if (signal.aborted) return undefined;
    if (result.ok) return this.#take(result);
    this.#fail(result);
    return undefined;
  }

  async #take(result: AnySuccess): Promise<AnyFollowedPage | undefined> {
    const { next_cursor: cursor, has_more: hasMore, ...page }: Record<string, unknown> = Object(result.data);
    const items = Object.values(page).find((each) => Array.isArray(each));
    if (typeof cursor !== "string" || typeof hasMore !== "boolean" || !items)
      throw unexpected(result, "the response is not a page of a feed");
    this.#delayMs = hasMore ? 0 : this.#intervalMs;
    if (!this.#isExpired) this.#failures = 0;
    const isNew = cursor !== this.#cursor;
    if (!isNew && !hasMore && !items.length) return undefined;
    // A page at the end of the feed may have nothing as often as it likes: pauses are between such pages.
    const wrong = this.#check(cursor, hasMore ? items.length : 1);
    if (wrong) throw unexpected(result, wrong);
    if (this.#cursor === undefined) await this.#options.onReset({ expired: this.#isExpired, cursor });
    this.#isExpired = false;
    this.#cursor = cursor;
    return { ...page, cursor };
  }

  /** Says when to ask again, or throws. */
  #fail(failure: AnyFailure): void {
    const { now, random } = this.#platform;
    const error = errorOf(failure);
    const isExpired = error.code === "cursor_expired" && this.#cursor !== undefined;
    const isDelayed = error.kind === "auth" && isLoginDelayed(error.cause);
    if (!isExpired && !isDelayed && !mayPass(failure, "GET")) throw error;
    if (isExpired) {
      this.#isExpired = true;
      this.#cursor = undefined;
      this.#check = createCursorCheck();
    }
    const failures = ++this.#failures;
    this.#delayMs = 0;
    if (isExpired && failures === 1) return;
    const asked = isDelayed ? loginDelay(error.cause, now()) : retryAfter(failure.headers, now());
    const backoff = random() * Math.min(longest.backoff, 1_000 * 2 ** failures);
    const delayMs = Math.max(Math.min(asked, longest.asked), this.#intervalMs) + backoff;
    this.#delayMs = delayMs;
    notify(() => this.#options.onRetry?.({ error, failures, delayMs }));
  }
}

function unexpected({ meta, status }: AnySuccess, message: string): FleetError {
  return new FleetError(message, { ...meta, kind: "unexpected", status });
}
