import { pageStrategy } from "../../../src/paging/page-strategy.ts";
import { type AnyResult, successResult } from "../../../src/call/result.ts";
import type { PaginatedSource } from "../../../src/paging/pagination.ts";
import type { CallInput } from "../../../src/transport/transport.ts";

/** A change of the list: a row put in at, or taken out of, a place from 0 (the beginning) to 1 (the end). */
export interface Change {
  readonly kind: "insert" | "delete";
  readonly at: number;
}

/** What one request asked for. */
export interface AskedPage {
  readonly page: number;
  readonly perPage: number;
}

/** A list in a stable order that changes, and the source of iterations over it. */
export interface ModelList {
  readonly source: PaginatedSource;
  /** Ids in the order of the list. */
  readonly rows: () => readonly number[];
  /** Ids that have been in the list since `mark()`. */
  readonly lived: () => readonly number[];
  readonly mark: () => void;
  /** Every id that ever was in the list, in its order. */
  readonly order: () => readonly number[];
  readonly change: (change: Change) => void;
  readonly asked: AskedPage[];
  /** Most requests that were under way at once. */
  readonly mostInFlight: () => number;
  readonly inFlight: () => number;
}

/** How the model behaves. */
export interface ModelOptions {
  readonly count: number;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Changes that come to pass before each answer, one list per answer. */
  readonly changes?: readonly (readonly Change[])[];
  /** Microtasks until the answer to a request is made up, and until it arrives, in turn. Default none. */
  readonly delays?: readonly number[];
  /** Whether `total` is of the moment before those changes, as of a service that counts first. Default false. */
  readonly staleTotal?: boolean;
  /** Whether `total` ends at the asked `limit`, as some services have it. Default false: it counts all rows. */
  readonly cappedTotal?: boolean;
}

/** Makes a list of `count` rows. It answers as the contract says, from one moment of the list. */
export function modelList(options: ModelOptions): ModelList {
  const { count, query = {}, changes = [], delays = [], staleTotal, cappedTotal } = options;
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  let order = [...rows];
  let lived = new Set(rows);
  let nextId = count + 1;
  let [inFlight, most, delay, answered] = [0, 0, 0, 0];
  const asked: AskedPage[] = [];

  const change = ({ kind, at }: Change): void => {
    if (kind === "delete") {
      const [gone] = rows.splice(Math.min(Math.floor(at * rows.length), rows.length - 1), 1);
      if (gone !== undefined) lived.delete(gone);
      return;
    }
    const index = Math.round(at * rows.length);
    const before = rows[index];
    order.splice(before === undefined ? order.length : order.indexOf(before), 0, nextId);
    rows.splice(index, 0, nextId++);
  };

  const pause = async (): Promise<void> => {
    for (let left = delays.length ? (delays[delay++ % delays.length] ?? 0) : 0; left > 0; left--)
      await Promise.resolve();
  };

  const send = async ({ query: given = {} }: CallInput, signal: AbortSignal): Promise<AnyResult> => {
    const perPage = Number(given["per_page"] ?? 50);
    const page = Number(given["page"] ?? 1);
    asked.push({ page, perPage });
    most = Math.max(most, ++inFlight);
    const end = (): void => {
      signal.removeEventListener("abort", end);
      inFlight--;
    };
    signal.addEventListener("abort", end);
    await pause();
    const limit = Number(given["limit"] ?? Infinity);
    const before = rows.length;
    for (const each of changes[answered++] ?? []) change(each);
    const data = rows
      .slice(0, limit)
      .slice((page - 1) * perPage, page * perPage)
      .map((id) => ({ id }));
    const counted = staleTotal ? before : rows.length;
    const total = cappedTotal ? Math.min(counted, limit) : counted;
    const answer = pageResult(data, { page, per_page: perPage, total });
    await pause();
    if (!signal.aborted) end();
    return answer;
  };

  return {
    source: { send, input: { query }, operationId: "unitsListing", strategy: pageStrategy },
    rows: () => rows,
    lived: () => [...lived],
    mark: () => {
      lived = new Set(rows);
      order = [...rows];
    },
    order: () => order,
    change,
    asked,
    mostInFlight: () => most,
    inFlight: () => inFlight,
  };
}

/** A page as the client gives it. */
export function pageResult(data: readonly unknown[], pagination: object): AnyResult {
  const head = { status: 200, headers: new Headers({ "x-request-id": "req-0000001" }) };
  return successResult("unitsListing", head, { data: [...data], pagination: Object(pagination), notices: [] });
}

/** The ids of some items. */
export function idsIn(items: readonly unknown[]): number[] {
  return items.map((item) => Number(Object(item).id));
}

/** All that an iterable gives. */
export async function collect<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of from) all.push(each);
  return all;
}
