import { median } from "../race.ts";
import { type Child, type CpuTime, cpuBetween } from "../server/child.ts";
import {
  type BareInsert,
  BATCH_SIZE,
  countPositions,
  ingestRequest,
  makeBareTable,
  send,
  Traffic,
} from "./positions.ts";
import type { Unit } from "./positions.ts";

/** How much is sent. */
export interface IngestScale {
  /** Requests of each way in a round. */
  readonly batches: number;
  readonly rounds: number;
}

/** One way to store positions. */
export interface IngestResult {
  readonly database: string;
  readonly way: string;
  readonly positionsPerSecond: number;
  /** CPU time of a position in microseconds, median of the rounds: of Node, and of the database. */
  readonly nodeMicros: number;
  readonly databaseMicros: number;
  /** CPU time of both over that of the bare insert, in the same round; median of the rounds. */
  readonly ratio: number;
}

interface Turn {
  readonly seconds: number;
  readonly node: number;
  readonly database: number;
}

/** Of CPU time, the part of Node and that of the database. An embedded one has a thread of its own. */
export function split(database: string, { process, main, backends }: CpuTime): { node: number; database: number } {
  return database === "PGlite" ? { node: main, database: process - main } : { node: process, database: backends };
}

/** Measures how positions of all units in turn are stored: a bare insert, one sender, and four of them. */
export async function measureIngest(
  database: string,
  child: Child,
  {
    authorization,
    units,
    scale,
  }: { readonly authorization: string; readonly units: readonly Unit[]; readonly scale: IngestScale },
): Promise<IngestResult[]> {
  const traffic = new Traffic(units, new Date(Date.now() - 20 * 60 * 60_000));
  const bare = await makeBareTable(child);
  const ways = [
    { way: "bare insert", take: () => insertBare(child, traffic, bare, scale), turns: new Array<CpuTurn>() },
    ...[1, 4].map((senders) => ({
      way: `HTTP, ${senders} ${senders === 1 ? "sender" : "senders"}`,
      take: () => sendBatches(child, authorization, traffic, { senders, ...scale }),
      turns: new Array<CpuTurn>(),
    })),
  ];
  for (let round = -1; round < scale.rounds; round += 1) {
    // The first one changes, so that no way always meets the cache of another one.
    for (const { take, turns } of round % 2 === 0 ? ways : ways.toReversed()) {
      const turn = await take();
      if (round >= 0) turns.push(turn);
    }
  }
  const positions = scale.batches * BATCH_SIZE;
  const results = ways.map(({ way, turns }) => ({
    way,
    turns: turns.map(({ cpu, seconds }): Turn => ({ seconds, ...split(database, cpu) })),
  }));
  const bareTurns = results[0]?.turns ?? [];
  return results.map(({ way, turns }) => ({
    database,
    way,
    positionsPerSecond: median(turns.map(({ seconds }) => positions / seconds)),
    nodeMicros: median(turns.map(({ node }) => node / positions)),
    databaseMicros: median(turns.map((turn) => turn.database / positions)),
    ratio: median(turns.map((turn, index) => whole(turn) / whole(bareTurns[index]))),
  }));
}

interface CpuTurn {
  readonly cpu: CpuTime;
  readonly seconds: number;
}

function whole(turn: Turn | undefined): number {
  return turn === undefined ? Number.NaN : turn.node + turn.database;
}

async function insertBare(
  child: Child,
  traffic: Traffic,
  { sql, paramsOf }: BareInsert,
  { batches }: IngestScale,
): Promise<CpuTurn> {
  return child.measure(
    sql,
    Array.from({ length: batches }, () => paramsOf(traffic.next())),
  );
}

async function sendBatches(
  child: Child,
  authorization: string,
  traffic: Traffic,
  { senders, batches }: IngestScale & { readonly senders: number },
): Promise<CpuTurn> {
  const requests = Array.from({ length: batches }, () => ingestRequest(child, authorization, traffic.next()));
  const had = await countPositions(child);
  const before = await child.cpu();
  const start = performance.now();
  await send(child, requests, senders);
  const seconds = (performance.now() - start) / 1000;
  const cpu = cpuBetween(before, await child.cpu());
  const added = (await countPositions(child)) - had;
  if (added !== batches * BATCH_SIZE) throw new Error(`${added} of ${batches * BATCH_SIZE} positions were stored`);
  return { cpu, seconds };
}
