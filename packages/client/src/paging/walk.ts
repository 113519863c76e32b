import { notify } from "../call/notify.ts";
import { type AnyPage, type AnyResult, isPage, successOf, withRows } from "../call/result.ts";
import { FleetError } from "../errors.ts";
import type { Asked, Position, WalkOptions, WalkProgress, WalkSource } from "./source.ts";

/** A request whose answer has not had its turn. */
interface Pending extends Asked {
  readonly answer: Promise<AnyPage>;
}

/**
 * Hands out the pages of a list from the asked one on, without rows that came before; a page of which all rows came
 * before is left out. Throws a `FleetError`: `request` for wrong options, `unexpected` for a service that answers
 * another page than asked, the same page again, or a used cursor, `abort` for the caller's signal, else the failure of
 * a page, after the pages before it. However it ends, what is in flight is aborted and nothing more is sent.
 */
export function walkPages<Progress = WalkProgress>(
  source: WalkSource<Progress>,
  options: WalkOptions<Progress> = {},
): AsyncGenerator<AnyPage, void, undefined> {
  const walk = new AbortController();
  return onReturn(pagesOf(source, options, walk), () => walk.abort());
}

async function* pagesOf<Progress>(
  source: WalkSource<Progress>,
  options: WalkOptions<Progress>,
  walk: AbortController,
): AsyncGenerator<AnyPage, void, undefined> {
  const { send, first, input, operationId } = source;
  const { prefetch = 0, limit = Infinity, maxPages = Infinity, onProgress } = options;
  const wrong = mistakeIn(options);
  if (wrong) throw new FleetError(wrong, { kind: "request", operationId });
  if (!limit || !maxPages) return;
  const route = source.route(source, options);
  /** Ends the walk with the signals of the caller. Returns what removes the listeners. */
  const link = (): (() => void) => {
    const unlinks = [source.signal, options.signal].map((signal) => follow(walk, signal));
    return () => unlinks.forEach((each) => each());
  };
  // They are listened to only while requests are in flight: a walk may be dropped between two steps.
  let unlink = (): void => {};
  let inFlight = 0;
  const aborted = (): FleetError =>
    new FleetError("aborted by the caller", { kind: "abort", operationId, cause: walk.signal.reason });
  const queue: Pending[] = [];
  let page = route.isResumed ? undefined : first;
  let items = 0;
  let pages = 0;

  const ask = (position: Position, bridge: boolean): Pending => {
    if (!inFlight++) unlink = link();
    const result = page ?? send({ ...input, query: { ...input.query, ...position } }, walk.signal);
    page = undefined;
    const answer = result.then(pageOf).finally(() => {
      if (!--inFlight) unlink();
    });
    // A failure waits for its turn: the pages before it are handed out first.
    answer.catch(() => {});
    return { position, bridge, answer };
  };

  try {
    for (let last = false; ;) {
      if (!inFlight) link()();
      if (walk.signal.aborted) throw aborted();
      if (last) return;
      const asked = queue.shift() ?? ask(route.next(false) ?? {}, false);
      const answer = await new Promise<AnyPage>((resolve, reject) => {
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- listeners would pile up, one for each page
        walk.signal.onabort = () => reject(aborted());
        asked.answer.then(resolve, reject);
      });
      const step = route.take(answer, asked, limit - items);
      if ("ask" in step) {
        if (step.again) queue.unshift(asked);
        queue.unshift(ask(step.ask, step.again || asked.bridge));
        continue;
      }
      const { rows } = step;
      items += rows.length;
      last = step.last || items >= limit;
      if (!rows.length && (pages || route.isResumed)) continue;
      last ||= ++pages >= maxPages;
      // All is read before the page is handed out: it belongs to the caller then, who may change it.
      const most = last ? 0 : Math.min(prefetch, maxPages - pages, (limit - items) / (answer.data.length || 1));
      for (let next; queue.length < most && (next = route.next(true));) queue.push(ask(next, false));
      yield withRows(answer, rows);
      if (onProgress) notify(() => onProgress(route.progress(items)));
    }
  } catch (error) {
    // A walk that was left, while it waited, has come to its end.
    if (!walk.signal.aborted || source.signal?.aborted || options.signal?.aborted) throw error;
  } finally {
    unlink();
    walk.abort();
  }
}

/** What is wrong with the options, of which an untyped caller may give any. */
function mistakeIn(options: WalkOptions<never>): string | undefined {
  const { prefetch = 0, limit = Infinity, maxPages = Infinity } = options;
  if ("complete" in options || "resume" in options)
    return "complete and resume are options of walk of @fleet-api/client/walks";
  // Of Infinity the remainder is NaN.
  if (prefetch > 4 || ![limit, maxPages, prefetch].every((each) => each >= 0 && !(each % 1)))
    return "limit, maxPages and prefetch (to 4) are whole numbers";
  return undefined;
}

/** The page of a result. The types let no call with a condition be walked, which may be answered with 304. */
function pageOf(result: AnyResult): AnyPage {
  if (isPage(result)) return result;
  const { status, meta } = successOf(result);
  throw new FleetError(`${status} has no page to walk`, { kind: "unexpected", status, ...meta });
}

/** Hands out the items of the pages of {@link walkPages}, one by one. */
export function walkItems<Progress = WalkProgress>(
  source: WalkSource<Progress>,
  options: WalkOptions<Progress> = {},
): AsyncGenerator<unknown, void, undefined> {
  const pages = walkPages(source, options);
  return onReturn(itemsOf(pages, source, options), () => void pages.return());
}

async function* itemsOf<Progress>(
  pages: AsyncIterable<AnyPage>,
  source: WalkSource<Progress>,
  options: WalkOptions<Progress>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of pages)
    for (const item of data) {
      // The walk itself throws when it is asked for the next page.
      if (source.signal?.aborted || options.signal?.aborted) break;
      yield item;
    }
}

/** Collects them. Sends nothing for a `limit` of 0. */
export async function toArray<Progress = WalkProgress>(
  source: WalkSource<Progress>,
  options?: WalkOptions<Progress>,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { data } of walkPages(source, options)) for (const item of data) all.push(item);
  return all;
}

/** Does something first when a generator is left: its own `return()` waits for the step under way. */
function onReturn<T>(steps: AsyncGenerator<T, void, undefined>, end: () => void): AsyncGenerator<T, void, undefined> {
  const leave = steps.return.bind(steps);
  steps.return = (value) => {
    end();
    return leave(value);
  };
  return steps;
}

/** Aborts when the signal is aborted. Returns what removes the listener: the signal may live longer. */
export function follow(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const stop = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  return () => signal?.removeEventListener("abort", stop);
}
