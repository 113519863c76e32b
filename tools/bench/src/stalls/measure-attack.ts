import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { quantile } from "../measure/statistics.ts";
import type { Child } from "../server/child.ts";
import { load } from "../server/load.ts";
import type { Attack } from "./attack.ts";
import { startAttacker } from "./attacker.ts";

/** How one server stands one attack. */
export interface StallResult {
  readonly attack: string;
  readonly server: string;
  readonly bytes: number;
  /** Status of the answers; null where there is none. */
  readonly status: number | null;
  /** CPU time of the server's main thread per attacking request, in ms. */
  readonly cpuMs: number;
  /** Latency of a ping next to four attacking clients, in ms. */
  readonly p50: number;
  readonly p99: number;
}

const clients = 4;
/** Connections of a client that holds them open. */
const heldPerClient = 50;
const pings = { connections: 1, seconds: 0.4, requests: 20_000 };
const costSeconds = 0.2;

/** Latencies of a ping while nothing else happens. */
export async function measurePing(port: number): Promise<readonly number[]> {
  const ping = `GET /api/v1/tests/ping HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
  const { latencies } = await load(port, ping, pings);
  return latencies;
}

/** What an attack costs a server, and what it does to the pings of others. */
export async function measureAttack(server: string, child: Child, attack: Attack): Promise<StallResult> {
  const port = Number(new URL(child.baseUrl).port);
  const bytes = attack.bytes(port);
  const { cpuMs, status } = attack.held ? await costOfHeld(child, port, bytes) : await costOf(child, port, bytes);
  const stop = attack.held ? await hold(port, bytes, clients * heldPerClient) : attackWith(port, bytes);
  try {
    const latencies = await measurePing(port);
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
    return { attack: attack.title, server, bytes: bytes.length, status, cpuMs, p50, p99 };
  } finally {
    stop();
  }
}

/** One client alone, so that the CPU time belongs to its requests. */
async function costOf(child: Child, port: number, bytes: Buffer) {
  const attacker = startAttacker(port, bytes);
  try {
    await attacker.reach(3);
    const [before, first] = [await child.cpu(), attacker.answered];
    const end = performance.now() + costSeconds * 1000;
    while (performance.now() < end) await attacker.reach(attacker.answered + 1);
    const count = attacker.answered - first;
    const after = await child.cpu();
    return { cpuMs: (after.main - before.main) / 1000 / count, status: attacker.status };
  } finally {
    attacker.stop();
  }
}

async function costOfHeld(child: Child, port: number, bytes: Buffer) {
  const before = await child.cpu();
  const stop = await hold(port, bytes, heldPerClient);
  const after = await child.cpu();
  stop();
  return { cpuMs: (after.main - before.main) / 1000 / heldPerClient, status: null };
}

function attackWith(port: number, bytes: Buffer): () => void {
  const attackers = Array.from({ length: clients }, () => startAttacker(port, bytes));
  return () => {
    for (const attacker of attackers) attacker.stop();
  };
}

async function hold(port: number, bytes: Buffer, count: number): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openHeld(port, bytes)));
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function openHeld(port: number, bytes: Buffer): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}
