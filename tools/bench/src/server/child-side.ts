import type { Db } from "@fleet-api/server";
import { setImmediate as endOfTurn } from "node:timers/promises";
import {
  type Ask,
  type CpuTime,
  cpuBetween,
  type FixedAnswer,
  type Memory,
  type SqlParams,
  type Tell,
} from "./child.ts";

/** A server in a child process. */
export interface ServedChild {
  readonly baseUrl: string;
  /** Its database, as the owner of it. */
  readonly db?: Pick<Db, "query">;
  /** From now on answer with this. */
  readonly answerWith?: (answer: FixedAnswer) => void;
  /** CPU time of other processes that work for this one, in microseconds. */
  readonly backendTime?: () => Promise<number>;
  close(): Promise<void>;
}

/** Answers the parent until it goes away; a child does not outlive it. */
export function serveParent(served: ServedChild): void {
  process.on("message", (message: Ask) => {
    if (message.ask === "close") void served.close().finally(() => process.disconnect());
    else void reply(served, message).then(tell, (error: unknown) => tell({ tell: "failed", message: String(error) }));
  });
  process.once("disconnect", () => process.exit());
  tell({ tell: "ready", baseUrl: served.baseUrl });
}

async function reply(served: ServedChild, message: Exclude<Ask, { readonly ask: "close" }>): Promise<Tell> {
  switch (message.ask) {
    case "cpu":
      return { tell: "cpu", cpu: await cpuTime(served) };
    case "memory":
      return { tell: "memory", memory: await memoryNow() };
    case "query":
      return { tell: "rows", rows: await databaseOf(served).query(message.sql, message.params) };
    case "measure":
      return measure(served, message);
    case "answer":
      served.answerWith?.(message.answer);
      return { tell: "done" };
  }
}

async function measure(
  served: ServedChild,
  { sql, runs }: { readonly sql: string; readonly runs: readonly SqlParams[] },
): Promise<Tell> {
  const db = databaseOf(served);
  const before = await cpuTime(served);
  const start = performance.now();
  for (const params of runs) await db.query(sql, params);
  const seconds = (performance.now() - start) / 1000;
  return { tell: "measured", cpu: cpuBetween(before, await cpuTime(served)), seconds };
}

function databaseOf({ db }: ServedChild): Pick<Db, "query"> {
  if (db === undefined) throw new Error("This child has no database.");
  return db;
}

function tell(message: Tell): void {
  process.send?.(message);
}

async function cpuTime({ backendTime }: ServedChild): Promise<CpuTime> {
  const backends = (await backendTime?.()) ?? 0;
  const total = process.cpuUsage();
  const main = process.threadCpuUsage();
  return { process: total.user + total.system, main: main.user + main.system, backends };
}

/** After two collections, because what the first finds unreachable outside of the heap is freed after it. */
async function memoryNow(): Promise<Memory> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await endOfTurn();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, reachable: heapUsed + external };
}
