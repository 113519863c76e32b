import { median } from "../race.ts";
import { type Child, type CpuTime, cpuBetween } from "../server/child.ts";
import { split } from "./ingest.ts";
import { BATCH_SIZE, sendAll, Traffic } from "./positions.ts";

/** How many positions a track has, and how often it is read. */
export interface HistoryScale {
  readonly positions: number;
  readonly rounds: number;
  /** How often a single page is read in a round. */
  readonly pages: number;
}

/** One way to read a track. */
export interface HistoryResult {
  readonly database: string;
  readonly how: string;
  readonly requests: number;
  readonly positions: number;
  /** CPU time in milliseconds, median of the rounds: of Node, and of the database. */
  readonly nodeMs: number;
  readonly databaseMs: number;
  readonly ms: number;
  /** CPU time over that of the plain read of the rows that it is made from, in the same round; median of the rounds. */
  readonly ratio: number;
}

interface Turn {
  readonly node: number;
  readonly database: number;
  readonly seconds: number;
  readonly requests: number;
  readonly positions: number;
}

/** Stores the track of one unit, and measures how it is read. */
export async function measureHistory(
  database: string,
  child: Child,
  { authorization, scale }: { readonly authorization: string; readonly scale: HistoryScale },
): Promise<HistoryResult[]> {
  const unitId = await drivenUnit(child);
  const from = new Date(Date.now() - (scale.positions + 200) * 30_000);
  const traffic = new Traffic([{ id: unitId, client_id: 0 }], from);
  await sendAll(child, authorization, { traffic, batches: scale.positions / BATCH_SIZE });
  await child.query("vacuum (analyze) positions");
  const until = new Date(from.getTime() + scale.positions * 30_000);
  const subject = `unit_id=${unitId}&from=${from.toISOString()}&to=${until.toISOString()}`;
  const follow = (query: string, most?: number): Promise<Turn> =>
    measured(database, child, () => read(child, authorization, { target: `${subject}&${query}`, most }));
  const pages = { repeats: scale.pages };
  const ways: Readonly<Record<string, { of: "track" | "page"; repeats?: number; take: () => Promise<Turn> }>> = {
    "plain read": { of: "track", take: () => readPlain(database, child, { unitId, from, limit: scale.positions }) },
    "all pages of 1,000": { of: "track", take: () => follow("per_page=1000") },
    "all, tolerance_m 20": { of: "track", take: () => follow("per_page=1000&tolerance_m=20") },
    "all, min_interval_s 600": { of: "track", take: () => follow("per_page=1000&min_interval_s=600") },
    "plain read of a page": {
      of: "page",
      ...pages,
      take: () => readPlain(database, child, { unitId, from, limit: 500 }),
    },
    "one page of 500": { of: "page", ...pages, take: () => follow("per_page=500", 1) },
  };
  const turns = new Map(Object.keys(ways).map((how) => [how, new Array<Turn>()]));
  for (let round = -1; round < scale.rounds; round += 1) {
    for (const [how, { repeats = 1, take }] of Object.entries(ways)) {
      const each: Turn[] = [];
      for (let repeat = 0; repeat < repeats; repeat += 1) each.push(await take());
      if (round >= 0) turns.get(how)?.push(average(each));
    }
  }
  const plain = { track: turns.get("plain read") ?? [], page: turns.get("plain read of a page") ?? [] };
  return Object.entries(ways).map(([how, { of }]) => summary(database, how, turns.get(how) ?? [], plain[of]));
}

/** A unit that is in a vehicle with a driver. */
async function drivenUnit(child: Child): Promise<number> {
  const [found] = await child.query<{ unit_id: number }>(
    `select v.unit_id from vehicles v join driver_assignments d on d.vehicle_id = v.id
     where v.client_id = 1 and v.unit_id is not null and d.role = 'primary' and d.ended_at is null and d.deleted_at is null
     order by v.id limit 1`,
  );
  if (found === undefined) throw new Error("No unit of the demo is in a vehicle with a driver.");
  return found.unit_id;
}

function average(turns: readonly Turn[]): Turn {
  const mean = (valueOf: (turn: Turn) => number): number =>
    turns.reduce((sum, turn) => sum + valueOf(turn), 0) / turns.length;
  return {
    node: mean(({ node }) => node),
    database: mean((turn) => turn.database),
    seconds: mean(({ seconds }) => seconds),
    requests: mean(({ requests }) => requests),
    positions: mean(({ positions }) => positions),
  };
}

function summary(database: string, how: string, turns: readonly Turn[], plain: readonly Turn[]): HistoryResult {
  return {
    database,
    how,
    requests: turns[0]?.requests ?? 0,
    positions: turns[0]?.positions ?? 0,
    nodeMs: median(turns.map(({ node }) => node / 1000)),
    databaseMs: median(turns.map((turn) => turn.database / 1000)),
    ms: median(turns.map(({ seconds }) => seconds * 1000)),
    ratio: median(turns.map((turn, index) => whole(turn) / whole(plain[index]))),
  };
}

function whole(turn: Turn | undefined): number {
  return turn === undefined ? Number.NaN : turn.node + turn.database;
}

/** The same rows as JSON, from the table alone. */
async function readPlain(
  database: string,
  child: Child,
  { unitId, from, limit }: { readonly unitId: number; readonly from: Date; readonly limit: number },
): Promise<Turn> {
  const sql = `select row_to_json(p)::text from positions p where p.class = 365 and p.unit_id = $1 and p.recorded_at >= $2
    and p.recorded_at < $2::timestamptz + interval '31 days' order by p.recorded_at limit $3`;
  const { cpu, seconds } = await child.measure(sql, [[unitId, from.toISOString(), limit]]);
  return { ...split(database, cpu), seconds, requests: 1, positions: limit };
}

interface Pages {
  readonly requests: number;
  readonly positions: number;
}

async function measured(database: string, child: Child, work: () => Promise<Pages>): Promise<Turn> {
  const before: CpuTime = await child.cpu();
  const start = performance.now();
  const pages = await work();
  const seconds = (performance.now() - start) / 1000;
  return { ...split(database, cpuBetween(before, await child.cpu())), seconds, ...pages };
}

/** Follows the cursors of a history, for at most so many pages. */
async function read(
  child: Child,
  authorization: string,
  { target, most = Number.POSITIVE_INFINITY }: { readonly target: string; readonly most?: number | undefined },
): Promise<Pages> {
  let [requests, positions] = [0, 0];
  for (let cursor: string | null = ""; cursor !== null && requests < most; requests += 1) {
    const at: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const response: Response = await fetch(`${child.baseUrl}/monitoring/positions/history?${target}${at}`, {
      headers: { authorization },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the history answered ${response.status} ${text}`);
    positions += text.split('"recorded_at"').length - 1;
    cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1] ?? null;
  }
  return { requests, positions };
}
