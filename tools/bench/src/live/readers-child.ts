/** Child process: readers of streams. */
import { quantile } from "../race.ts";
import type { CountedBatches, ReadersAsk, ReadersCount, ReadersTell, StreamOpening } from "./readers.ts";
import { StreamReader } from "./stream-reader.ts";

/** Streams that are opened at once. */
const OPENING = 50;

const readers: StreamReader[] = [];
let cpuBefore = process.cpuUsage();
/** Called when a reader has got further. */
let onPlace = (): void => {};

process.on("message", (message: ReadersAsk) => {
  void answer(message).then(tell, (error: unknown) => tell({ tell: "failed", message: String(error) }));
});
process.once("disconnect", () => process.exit());

function tell(message: ReadersTell): void {
  process.send?.(message);
}

async function answer(message: ReadersAsk): Promise<ReadersTell> {
  switch (message.ask) {
    case "open":
      await open(message.streams);
      break;
    case "wait":
      await wait(message.batch);
      break;
    case "reset":
      for (const reader of readers) reader.reset();
      cpuBefore = process.cpuUsage();
      break;
    case "count":
      return { tell: "counted", count: count(message.batches) };
  }
  return { tell: "done" };
}

async function open(streams: readonly StreamOpening[]): Promise<void> {
  for (let from = 0; from < streams.length; from += OPENING) {
    const opened = streams.slice(from, from + OPENING).map(openReader);
    readers.push(...opened);
    await Promise.all(opened.map(({ begun }) => begun));
  }
}

function openReader({ baseUrl, query, authorization }: StreamOpening): StreamReader {
  const { host, port, pathname } = new URL(baseUrl);
  const fields = [`host: ${host}`, `authorization: ${authorization}`, "connection: close"];
  const request = [`GET ${pathname}/monitoring/stream?${query} HTTP/1.1`, ...fields, "", ""].join("\r\n");
  return new StreamReader(Number(port), request, () => onPlace());
}

function wait(batch: number): Promise<void> {
  return new Promise((resolve) => {
    onPlace = () => {
      if (!readers.every((reader) => reader.isAt(batch))) return;
      onPlace = () => {};
      resolve();
    };
    onPlace();
  });
}

function count({ first, answeredAt }: CountedBatches): ReadersCount {
  const { user, system } = process.cpuUsage(cpuBefore);
  const counts = readers.map((reader) => reader.count(first, answeredAt));
  const latencies = counts.flatMap((each) => each.latencies);
  if (latencies.length === 0) throw new Error("no reader has got a batch");
  return {
    bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
    events: counts.reduce((sum, { events }) => sum + events, 0),
    ended: counts.filter(({ isOver }) => isOver).length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    longest: quantile(latencies, 1),
    cpu: user + system,
  };
}
