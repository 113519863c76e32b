import type { Position, PositionFeed, PositionIngestResult } from "@fleet-api/contract/types/monitoring";
import type { DemoRandom } from "../../src/demo/demo-random.ts";
import { demoRandom } from "../../src/demo/demo-random.ts";

/** What identifies a position: its unit, and when it was recorded. */
export type PositionKey = `${number} ${string}`;

/** The key of a position. */
export function keyOf({ unit_id, recorded_at }: Pick<Position, "unit_id" | "recorded_at">): PositionKey {
  return `${unit_id} ${recorded_at}`;
}

/** A request that is sent until it is carried out. */
export type Ask = <Data>(method: string, path: string, init: { token: string; body?: object }) => Promise<Data>;

/** Sends requests until they are carried out. `recover` is waited for after a request without a response. */
export function askUntilDone(
  baseUrl: () => string | Promise<string>,
  recover: () => Promise<unknown> = async () => {},
): Ask {
  return async <Data>(method: string, path: string, { token, body }: { token: string; body?: object }) => {
    for (;;) {
      const response = await fetch(`${await baseUrl()}${path}`, {
        method,
        headers: { authorization: token, ...(body && { "content-type": "application/json" }) },
        body: body === undefined ? null : JSON.stringify(body),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response === null || text == null) await recover();
      // Not carried out, or nobody knows.
      else if (response.status !== 503) {
        if (response.status === 200) return JSON.parse(text).data as Data;
        throw new Error(`${method} ${path} responded ${response.status} ${text}`);
      }
    }
  };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The keys of a batch: new ones up to 20 days old, and some that others have sent or will send. None is at a full second, as those of
 * the demo fleet are.
 */
export function randomKeys(
  random: DemoRandom,
  { units, sent, now }: { readonly units: readonly number[]; readonly sent: PositionKey[]; readonly now: Date },
): PositionKey[] {
  const keys = Array.from({ length: random.int(1, 30) }, () => {
    const known = sent[random.int(0, sent.length * 4)];
    const age = random.int(0, 3) === 0 ? random.int(1, 20 * DAY) : random.int(1, 10 * MINUTE);
    const second = Math.floor((now.getTime() - age) / 1000) * 1000;
    const recorded_at = new Date(second - random.int(1, 999)).toISOString();
    return known ?? keyOf({ unit_id: units[random.int(0, units.length - 1)] ?? 0, recorded_at });
  });
  sent.push(...keys);
  return keys;
}

/** Stores positions with these keys; each has another place. */
export async function storeKeys(ask: Ask, token: string, keys: readonly PositionKey[]): Promise<PositionIngestResult> {
  const items = keys.map((key, index) => {
    const [unit, recorded_at] = key.split(" ");
    return { unit_id: Number(unit), recorded_at, latitude: index, longitude: 0 };
  });
  const result = await ask<PositionIngestResult>("POST", "/monitoring/positions", { token, body: { items } });
  if (result.failed > 0) throw new Error(`Positions were refused: ${JSON.stringify(result.failures)}`);
  return result;
}

const WRITERS = 4;
/** Units of the demo fleet that writers store positions of. */
export const writtenUnits: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Stores positions, with several requests at a time. */
export class PositionWriters {
  /** Those that the service says are stored. */
  readonly acknowledged = new Set<PositionKey>();
  readonly #ask: Ask;
  readonly #token: string;
  readonly #sent: PositionKey[] = [];
  #seed = 0;

  constructor(ask: Ask, token: string) {
    this.#ask = ask;
    this.#token = token;
  }

  /** Stores one batch after the other while `work` lasts, which can wait until some more are stored. */
  async during(work: (untilStored: (batches: number) => Promise<void>) => Promise<void>): Promise<void> {
    let [stored, isOver] = [0, false];
    const waiting = new Map<() => void, number>();
    const write = async (): Promise<void> => {
      this.#seed += 1;
      const random = demoRandom(this.#seed);
      while (!isOver) {
        await this.#store(random);
        stored += 1;
        for (const [resolve, count] of waiting) if (stored >= count) resolve();
      }
    };
    const working = work((batches) => new Promise((resolve) => waiting.set(resolve, stored + batches)));
    const over = (): void => void (isOver = true);
    await Promise.all([working.finally(over), ...Array.from({ length: WRITERS }, write)]).finally(over);
  }

  async #store(random: DemoRandom): Promise<void> {
    const keys = randomKeys(random, { units: writtenUnits, sent: this.#sent, now: new Date() });
    await storeKeys(this.#ask, this.#token, keys);
    for (const key of keys) this.acknowledged.add(key);
  }
}

/** Follows the feed. Between requests it keeps its cursor and nothing else of it. */
export class FeedReader {
  readonly found: Position[] = [];
  readonly #ask: Ask;
  readonly #token: string;
  readonly #query: string;
  #cursor = "";

  /** `query` is added to each request, such as `&client_id=1`. Without a cursor it begins now. */
  constructor(ask: Ask, token: string, { query = "", cursor = "" } = {}) {
    this.#ask = ask;
    this.#token = token;
    this.#query = query;
    this.#cursor = cursor;
  }

  /** Reads a page; returns whether there is more. */
  async read(perPage: number): Promise<boolean> {
    const at = this.#cursor === "" ? "" : `&cursor=${this.#cursor}`;
    const path = `/monitoring/feed?per_page=${perPage}${this.#query}${at}`;
    const page = await this.#ask<PositionFeed>("GET", path, { token: this.#token });
    if (page.positions.length > perPage) throw new Error(`${path} has ${page.positions.length} positions.`);
    this.found.push(...page.positions);
    this.#cursor = page.next_cursor;
    return page.has_more;
  }

  /** Another reader that begins where this one is, and has found nothing. */
  copy(): FeedReader {
    return new FeedReader(this.#ask, this.#token, { query: this.#query, cursor: this.#cursor });
  }
}
