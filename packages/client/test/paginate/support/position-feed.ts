import { jsonResponse } from "../../support/answers.ts";
import { expired } from "./model-feed.ts";

/** A feed of positions as the contract has it. A position is known by its `unit_id`. */
export interface PositionFeed {
  /** The positions that the caller may see, in the order in which they were received. */
  received(): number[];
  /** Receives the next position; the feed passes one that the caller may not see. */
  receive(isVisible?: boolean): void;
  /** Lets all cursors expire. */
  expire(): void;
  /** Answers every request with a page. */
  fetch(url: string | Request): Promise<Response>;
  /** The queries that `fetch` was asked for. */
  readonly asked: string[];
}

/** A cursor is the epoch and the place in the feed: `0-3`. A page looks at `per_page` positions, 2 by default. */
export function createPositionFeed(): PositionFeed {
  const log: { id: number; isVisible: boolean }[] = [];
  const asked: string[] = [];
  let epoch = 0;
  const visible = (from: number, to: number): number[] =>
    log.slice(from, to).flatMap(({ id, isVisible }) => (isVisible ? [id] : []));
  return {
    asked,
    received: () => visible(0, log.length),
    receive: (isVisible = true) => void log.push({ id: log.length + 1, isVisible }),
    expire: () => void epoch++,
    async fetch(url) {
      const { search, searchParams } = new URL(String(url));
      asked.push(search);
      const [given, from = 0] = (searchParams.get("cursor") ?? `${epoch}-${log.length}`).split("-").map(Number);
      if (given !== epoch) return expired();
      const to = Math.min(from + Number(searchParams.get("per_page") ?? 2), log.length);
      const positions = visible(from, to).map((unit_id) => ({ unit_id }));
      return jsonResponse({ data: { positions, next_cursor: `${epoch}-${to}`, has_more: to < log.length } });
    },
  };
}
