import type {
  Position,
  PositionFeed,
  PositionHistory,
  PositionIngestResult,
  PositionReport,
} from "@fleet-api/contract/types/monitoring";
import { expect } from "vitest";
import type { Answer } from "./service.ts";
import type { Sender } from "./vehicle-requests.ts";

/** A report that the contract need not allow. */
export type AnyReport = Partial<Record<keyof PositionReport, unknown>>;

/** Requests about positions; each as somebody else if a token is given. */
export function positionRequests({ call, token: ownToken }: Pick<Sender, "call" | "token">) {
  const get = async <Data>(path: string, token = ownToken()): Promise<Data> => {
    const { status, body } = await call<Data>("GET", path, { token });
    expect([path, status, body.detail]).toEqual([path, 200, undefined]);
    return body.data;
  };
  const send = (items: readonly AnyReport[], token = ownToken()): Promise<Answer<PositionIngestResult>> =>
    call("POST", "/monitoring/positions", { token, body: { items } });
  return {
    get,
    send,
    /** Sends positions that must all be accepted; returns how many were stored. */
    store: async (items: readonly AnyReport[], token?: string): Promise<number> => {
      const { status, body } = await send(items, token);
      expect([status, body.data?.failures]).toEqual([200, []]);
      expect(body.data.stored + body.data.duplicates).toBe(items.length);
      return body.data.stored;
    },
    /** Reads all pages of a history. */
    history: async (query: string, token?: string): Promise<Position[]> => {
      const size = Number(/per_page=(\d+)/.exec(query)?.[1] ?? 500);
      const all: Position[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path: string = `/monitoring/positions/history?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const page: PositionHistory = await get<PositionHistory>(path, token);
        expect([page.positions.length <= size, page.has_more]).toEqual([true, page.next_cursor !== null]);
        all.push(...page.positions);
        cursor = page.next_cursor;
      }
      return all;
    },
    /** The whole list of latest positions. */
    latest: (query: string, token?: string) =>
      get<Position[]>(`/monitoring/positions/latest?per_page=200&${query}`, token),
    /** Reads the feed up to its end, from a cursor or from now; returns what is new and the next cursor. */
    follow: async (cursor: string | null, query = "", token?: string): Promise<[Position[], string]> => {
      const all: Position[] = [];
      let next = cursor;
      for (let hasMore = true; hasMore;) {
        const at: string = next === null ? "" : `&cursor=${next}`;
        const page: PositionFeed = await get<PositionFeed>(`/monitoring/feed?${query}${at}`, token);
        all.push(...page.positions);
        [next, hasMore] = [page.next_cursor, page.has_more];
      }
      return [all, next ?? ""];
    },
  };
}
