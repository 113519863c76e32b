import { jsonResponse, problem } from "../../support/answers.ts";

/** One entry of the model's feed. */
type Entry =
  | { change: "upserted"; id: number; changed_at: string; record: { id: number; name: string } }
  | { change: "removed"; id: number; changed_at: string; reason: string };

/** A page of the model's feed; undefined for a cursor that has expired. */
type Page = { changes: Entry[]; next_cursor: string; has_more: boolean } | undefined;

/** Records that change, and a feed of their changes as the contract has it. */
export interface ModelFeed {
  /** The records now: their names by id. */
  readonly rows: ReadonlyMap<number, string>;
  set(id: number, name: string): void;
  remove(id: number): void;
  /** Lets all cursors expire. */
  expire(): void;
  page(cursor: string | undefined, size: number): Page;
  /** Answers every request with a page of the feed. */
  fetch(url: string | Request): Promise<Response>;
  /** The queries that `fetch` was asked for. */
  readonly asked: string[];
}

/** A cursor is the epoch, the place in the log, and the last id of the records that come first: `0-3-17`. */
export function createModelFeed(ids: readonly number[] = []): ModelFeed {
  const rows = new Map(ids.map((id) => [id, `name ${id}`]));
  const log: number[] = [];
  const asked: string[] = [];
  const changed_at = "2026-01-15T08:30:00.000Z";
  let epoch = 0;
  const entry = (id: number): Entry => {
    const name = rows.get(id);
    return name === undefined
      ? { change: "removed", id, changed_at, reason: "deleted" }
      : { change: "upserted", id, changed_at, record: { id, name } };
  };
  const feed: ModelFeed = {
    rows,
    asked,
    set: (id, name) => void (rows.set(id, name), log.push(id)),
    remove: (id) => void (rows.delete(id), log.push(id)),
    expire: () => void epoch++,
    page(cursor = `${epoch}-${log.length}-0`, size) {
      const [given, seq = 0, last] = cursor.split("-").map(Number);
      if (given !== epoch) return undefined;
      if (last === undefined) {
        const end = Math.min(seq + size, log.length);
        const changes = [...new Set(log.slice(seq, end))].map(entry);
        return { changes, next_cursor: `${epoch}-${end}`, has_more: end < log.length };
      }
      const left = [...rows.keys()].filter((id) => id > last).toSorted((a, b) => a - b);
      const changes = left.slice(0, size).map(entry);
      const isMore = left.length > size;
      const next_cursor = `${epoch}-${seq}${isMore ? `-${changes.at(-1)?.id}` : ""}`;
      return { changes, next_cursor, has_more: isMore || seq < log.length };
    },
    async fetch(url) {
      const { search, searchParams } = new URL(String(url));
      asked.push(search);
      const data = feed.page(searchParams.get("cursor") ?? undefined, Number(searchParams.get("per_page")));
      return data ? jsonResponse({ data }) : expired();
    },
  };
  return feed;
}

/** The answer to a cursor that has expired. */
export function expired(): Response {
  const headers = { "content-type": "application/problem+json" };
  return new Response(JSON.stringify(problem(410, "cursor_expired")), { status: 410, headers });
}
