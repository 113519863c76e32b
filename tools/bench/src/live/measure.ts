import { setTimeout as pause } from "node:timers/promises";
import { split } from "../monitoring/ingest.ts";
import { ingestRequest, type Traffic } from "../monitoring/positions.ts";
import { type Child, cpuBetween, type CpuTime, type Memory } from "../server/child.ts";
import { openConnection } from "../server/load.ts";
import { openReaders, type ReadersCount, type StreamOpening } from "./readers.ts";
import { now } from "./stream-reader.ts";

/** What is stored while streams are read: requests at equal distances. */
export interface Writing {
  readonly perRequest: number;
  readonly everyMs: number;
  /** Before the measurement: code is compiled, buffers take their size. */
  readonly warmUpRequests: number;
  readonly requests: number;
}

/** The servers of a database. Positions are stored on the first one. */
export interface Servers {
  readonly database: string;
  readonly all: readonly [Child, ...Child[]];
  readonly authorization: string;
  readonly traffic: Traffic;
}

/** How streams did. */
export interface LiveResult extends ReadersCount {
  readonly database: string;
  readonly readers: string;
  readonly seconds: number;
  readonly positions: number;
  /** CPU time in microseconds: of Node, of all servers, and of the database. */
  readonly nodeMicros: number;
  readonly databaseMicros: number;
  /** Of all servers, when all streams are open, and at the end. */
  readonly memory: { readonly begin: Memory; readonly end: Memory };
}

/** Opens streams, stores positions, and measures when readers have them. */
export async function measureLive(
  servers: Servers,
  { title, streams }: { readonly title: string; readonly streams: readonly StreamOpening[] },
  { warmUpRequests, requests, ...pace }: Writing,
): Promise<LiveResult> {
  const { database, all } = servers;
  const readers = await openReaders(streams);
  try {
    await write(servers, { ...pace, requests: warmUpRequests });
    await readers.wait(await newestBatch(all[0]));
    const begin = await memoryOf(all);
    await readers.reset();
    const [cpu, last, start] = [await cpuOf(all), await newestBatch(all[0]), now()];
    const answeredAt = await write(servers, { ...pace, requests });
    const newest = await newestBatch(all[0]);
    if (newest !== last + requests) throw new Error(`${newest - last} batches were stored by ${requests} requests`);
    await readers.wait(newest);
    const seconds = (now() - start) / 1000;
    const used = split(database, cpuBetween(cpu, await cpuOf(all)));
    const count = await readers.count({ first: last + 1, answeredAt });
    return {
      database,
      readers: title,
      seconds,
      positions: requests * pace.perRequest,
      ...count,
      nodeMicros: used.node,
      databaseMicros: used.database,
      memory: { begin, end: await memoryOf(all) },
    };
  } finally {
    await readers.close();
  }
}

/** Stores positions; returns when each request was answered. One that is due while another is under way waits for it. */
async function write(
  { all: [child], authorization, traffic }: Servers,
  { perRequest, everyMs, requests }: Omit<Writing, "warmUpRequests">,
): Promise<number[]> {
  const bodies = Array.from({ length: requests }, () => ingestRequest(child, authorization, traffic.next(perRequest)));
  const connection = await openConnection(Number(new URL(child.baseUrl).port));
  const answeredAt: number[] = [];
  const start = now();
  try {
    for (const [index, body] of bodies.entries()) {
      await pause(Math.max(0, start + index * everyMs - now()));
      await connection.exchange(body);
      answeredAt.push(now());
    }
  } finally {
    connection.close();
  }
  return answeredAt;
}

/** The number of the last batch: each request stores one. */
async function newestBatch(child: Child): Promise<number> {
  const [feed] = await child.query<{ batch: number }>("select batch from position_feed");
  return feed?.batch ?? 0;
}

/** Every server knows the time of all processes of their database. */
async function cpuOf(children: readonly Child[]): Promise<CpuTime> {
  const all = await Promise.all(children.map((child) => child.cpu()));
  const sum = (valueOf: (time: CpuTime) => number): number => all.reduce((total, time) => total + valueOf(time), 0);
  return { process: sum(({ process }) => process), main: sum(({ main }) => main), backends: all[0]?.backends ?? 0 };
}

async function memoryOf(children: readonly Child[]): Promise<Memory> {
  const all = await Promise.all(children.map((child) => child.memory()));
  return {
    resident: all.reduce((sum, { resident }) => sum + resident, 0),
    reachable: all.reduce((sum, { reachable }) => sum + reachable, 0),
  };
}
