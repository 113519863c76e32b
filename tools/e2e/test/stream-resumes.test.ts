import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { byTier } from "@fleet-api-tools/test-tier";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { expect, it, onTestFinished } from "vitest";
import { admin } from "./support/service.ts";
import type { StartProcess } from "./support/start-process.ts";
import { address, runStart } from "./support/start-process.ts";

const KILLS = byTier(1, 10);
const HOUR = 60 * 60_000;

/** A server that keeps its data when it is killed, and replaces tokens on every use. It stays at its address. */
async function startServer() {
  const data = await mkdtemp(join(tmpdir(), "fleet-stream-"));
  let running: StartProcess;
  let port = 0;
  const start = async (): Promise<void> => {
    running = runStart("--data", data, "--port", "0", "--rotate-after", "0", "--no-simulator");
    const [, url = ""] = await running.line(address);
    port = Number(new URL(url).port);
  };
  const kill = async (): Promise<void> => {
    running.kill("SIGKILL");
    await running.ended;
  };
  await start();
  const sockets = new Set<Socket>();
  // What cannot be passed on is closed on both sides.
  const proxy = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    sockets.add(client.on("close", () => sockets.delete(client)));
    pipeline(client, upstream, client, () => {});
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await kill();
    await rm(data, { recursive: true });
  });
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`;
  return { baseUrl, restart: () => kill().then(start) };
}

/** What identifies a position. */
interface Key {
  readonly unit_id: number;
  readonly recorded_at: string;
}

const keyOf = ({ unit_id, recorded_at }: Key): string => `${unit_id} ${recorded_at}`;

it(`fleet.monitoring.stream() has each position once, although the server is killed ${KILLS} times`, async () => {
  const { baseUrl, restart } = await startServer();
  const session = createAuth({ baseUrl, credentials: async () => admin });
  // Each pause is the shortest one.
  const fleet = createFleetClient({ baseUrl, ...session.bind(), random: () => 0 });
  const { data: begin } = await fleet.monitoring.feed().orThrow();

  let [opened, isOver] = [0, false];
  const seen: string[] = [];
  const stream = fleet.monitoring.stream({}, { lastEventId: begin.next_cursor, onOpen: () => void (opened += 1) });
  const read = async (): Promise<void> => {
    for await (const event of stream) {
      if (event.event === "reset") throw new Error("The stream has a gap.");
      if (event.event === "positions") seen.push(...event.data.map(keyOf));
    }
  };

  const stored = new Set<string>();
  // Those of the demo fleet are at full seconds.
  const since = Math.floor(Date.now() / HOUR - 1) * HOUR + 1;
  const write = async (_: unknown, writer: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const recorded_at = new Date(since + 2 * n).toISOString();
      const items = [1, 2, 3].map((unit) => ({ unit_id: unit + 3 * writer, recorded_at, latitude: 0, longitude: -30 }));
      const body = { items };
      while (!(await fleet.monitoring.ingest({ body })).ok);
      for (const item of items) stored.add(keyOf(item));
    }
  };
  const storeMore = (): Promise<void> => expect.poll(() => stored.size).toBeGreaterThan(stored.size + 100);

  const writing = Promise.all(Array.from({ length: 3 }, write));
  const reading = read();
  for (let kills = 0; kills < KILLS; kills += 1) {
    await storeMore();
    await restart();
  }
  await storeMore();
  isOver = true;
  await writing;

  const feed: string[] = [];
  for (let [cursor, hasMore] = [begin.next_cursor, true]; hasMore;) {
    const { data } = await fleet.monitoring.feed({ query: { cursor, per_page: 1000 } }).orThrow();
    feed.push(...data.positions.map(keyOf));
    [cursor, hasMore] = [data.next_cursor, data.has_more];
  }
  await expect.poll(() => seen.length).toBeGreaterThanOrEqual(feed.length);
  stream.close();
  await reading;
  expect(seen).toEqual(feed);
  expect(new Set(seen)).toEqual(stored);
  expect(seen).toHaveLength(stored.size);
  expect(opened).toBeGreaterThan(KILLS);
  await session[Symbol.asyncDispose]();
});
