import { notify } from "../call/notify.ts";
import {
  type AnyPage,
  type AnyResult,
  type AnySuccess,
  fromPage,
  isPage,
  successOf,
  toPage,
  withRows,
} from "../call/result.ts";
import { FleetError } from "../errors.ts";
import type { PageRequest, PaginatedSource, PaginateOptions, PaginateProgress, Position } from "./pagination.ts";

/** A request whose response has not had its turn. */
interface PendingPage extends PageRequest {
  readonly response: Promise<AnyPage>;
}

/**
 * Hands out the pages of a list from the asked one on, without rows that came before; a page of which all rows came
 * before is omitted. Throws a `FleetError`: `request` for wrong options, `unexpected` for a service that gives other pages
 * than it was asked for, again and again, or a used cursor, `abort` for the caller's signal, else the failure of a page,
 * after the pages before it. However it ends, what is in flight is aborted and nothing more is sent.
 */
export function iteratePages<Progress = PaginateProgress>(
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress> = {},
): AsyncGenerator<AnyPage, void, undefined> {
  return iterate(source, options, withRows);
}

/** The same pages as the successes that the call would have. */
export function iterateResults<Progress = PaginateProgress>(
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress> = {},
): AsyncGenerator<AnySuccess, void, undefined> {
  return iterate(source, options, (page, rows) => fromPage(page, rows, source.cursorList));
}

function iterate<Progress, Page>(
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress>,
  give: (page: AnyPage, rows: readonly unknown[]) => Page,
): AsyncGenerator<Page, void, undefined> {
  const controller = new AbortController();
  return onReturn(pagesOf(source, options, give, controller), () => controller.abort());
}

async function* pagesOf<Progress, Page>(
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress>,
  give: (page: AnyPage, rows: readonly unknown[]) => Page,
  controller: AbortController,
): AsyncGenerator<Page, void, undefined> {
  const { send, first, input, operationId, cursorList } = source;
  const { prefetch = 0, limit = Infinity, maxPages = Infinity, onProgress } = options;
  const wrong = mistakeIn(options);
  if (wrong) throw new FleetError(wrong, { kind: "request", operationId });
  if (!limit || !maxPages) return;
  const strategy = source.strategy(source, options);
  /** Ends the iteration with the signals of the caller. Returns what removes the listeners. */
  const link = (): (() => void) => {
    const unlinks = [source.signal, options.signal].map((signal) => abortWith(controller, signal));
    return () => unlinks.forEach((each) => each());
  };
  // They are listened to only while requests are in flight: an iteration may be dropped between two steps.
  let unlink = (): void => {};
  let inFlight = 0;
  const aborted = (): FleetError =>
    new FleetError("aborted by the caller", { kind: "abort", operationId, cause: controller.signal.reason });
  const queue: PendingPage[] = [];
  let firstPage = strategy.isResumed ? undefined : first;
  let items = 0;
  let pages = 0;

  const ask = (position: Position, isExtra: boolean): PendingPage => {
    if (!inFlight++) unlink = link();
    const result = firstPage ?? send({ ...input, query: { ...input.query, ...position } }, controller.signal);
    firstPage = undefined;
    const response = result
      .then((each) => pageOf(each, cursorList))
      .finally(() => {
        if (!--inFlight) unlink();
      });
    // A failure waits for its turn: the pages before it are handed out first.
    response.catch(() => {});
    return { position, isExtra, response };
  };

  try {
    for (let last = false; ;) {
      if (!inFlight) link()();
      if (controller.signal.aborted) throw aborted();
      if (last) return;
      const request = queue.shift() ?? ask(strategy.next(false) ?? {}, false);
      const page = await new Promise<AnyPage>((resolve, reject) => {
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- listeners would pile up, one for each page
        controller.signal.onabort = () => reject(aborted());
        request.response.then(resolve, reject);
      });
      const step = strategy.take(page, request, limit - items);
      if ("ask" in step) {
        if (step.again) queue.unshift(request);
        queue.unshift(ask(step.ask, step.again || request.isExtra));
        continue;
      }
      const { rows } = step;
      items += rows.length;
      last = step.last || items >= limit;
      if (!rows.length && (pages || strategy.isResumed)) continue;
      last ||= ++pages >= maxPages;
      // All is read before the page is handed out: it belongs to the caller then, who may change it.
      const most = last ? 0 : Math.min(prefetch, maxPages - pages, (limit - items) / (page.data.length || 1));
      for (let next; queue.length < most && (next = strategy.next(true));) queue.push(ask(next, false));
      yield give(page, rows);
      if (onProgress) notify(() => onProgress(strategy.progress(items)));
    }
  } catch (error) {
    // An iteration that was left while it waited has come to its end.
    if (!controller.signal.aborted || source.signal?.aborted || options.signal?.aborted) throw error;
  } finally {
    unlink();
    controller.abort();
  }
}

/** What is wrong with the options, of which an untyped caller may give any. */
function mistakeIn(options: PaginateOptions<never>): string | undefined {
  if ("complete" in options || "resume" in options)
    return "complete and resume are options of paginate of @fleet-api/client/paginate";
  const { prefetch, limit, maxPages } = options;
  const most = { prefetch: 4, limit: Infinity, maxPages: Infinity };
  for (const [name, value] of Object.entries({ prefetch, limit, maxPages })) {
    // Of Infinity the remainder is NaN.
    const isWhole = typeof value === "number" && value >= 0 && !(value % 1) && value <= most[name as keyof typeof most];
    if (value !== undefined && !isWhole)
      return `${name} must be a whole number from 0${name === "prefetch" ? " to 4" : " on"}, not ${typeof value === "number" ? value : typeof value}`;
  }
  return undefined;
}

/** The page of a result. The types let no call with a condition be iterated: its response may be a 304. */
function pageOf(result: AnyResult, cursorList: string | undefined): AnyPage {
  const page = isPage(result) ? result : toPage(result, cursorList);
  if (isPage(page)) return page;
  const { status, meta } = successOf(result);
  throw new FleetError(`${status} has no page to iterate`, { kind: "unexpected", status, ...meta });
}

/** Hands out the items of the pages of {@link iteratePages}, one by one. */
export function iterateItems<Progress = PaginateProgress>(
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress> = {},
): AsyncGenerator<unknown, void, undefined> {
  const pages = iteratePages(source, options);
  return onReturn(itemsOf(pages, source, options), () => void pages.return());
}

async function* itemsOf<Progress>(
  pages: AsyncIterable<AnyPage>,
  source: PaginatedSource<Progress>,
  options: PaginateOptions<Progress>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of pages)
    for (const item of data) {
      // The iteration of pages throws when it is asked for the next one.
      if (source.signal?.aborted || options.signal?.aborted) break;
      yield item;
    }
}

/** Collects them. Sends nothing for a `limit` of 0. */
export async function collectItems<Progress = PaginateProgress>(
  source: PaginatedSource<Progress>,
  options?: PaginateOptions<Progress>,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { data } of iteratePages(source, options)) for (const item of data) all.push(item);
  return all;
}

/** Does something first when a generator is left: its own `return()` waits for the step under way. */
export function onReturn<T>(
  steps: AsyncGenerator<T, void, undefined>,
  end: () => void,
): AsyncGenerator<T, void, undefined> {
  const leave = steps.return.bind(steps);
  steps.return = (value) => {
    end();
    return leave(value);
  };
  return steps;
}

/** Aborts when the signal is aborted. Returns what removes the listener: the signal may live longer. */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const stop = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  return () => signal?.removeEventListener("abort", stop);
}
