import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { gunzip } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { INITDB } from "./initdb.ts";
import type { MessageServer } from "./message-server.ts";
import { serveMessages } from "./message-server.ts";

/**
 * The thread that PGlite lives in: a pipe for protocol messages. It answers in the order of the
 * requests, so neither side needs ids. Running here keeps the server's event loop free, and lets
 * the parent end a statement that runs too long by ending the thread: PGlite itself ignores
 * statement_timeout.
 */

/** What the parent hands to the thread. */
export interface WorkerSetup {
  /** Directory of the database files; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** Snapshot (tar.gz) that a new database starts from, five times faster than from nothing. */
  readonly template: string | null;
}

/** What the thread sends: it is ready, could not open, has closed, or the bytes of an answer. */
export type WorkerReply =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "closed" }
  | Uint8Array;

/** What the parent sends: bytes of a message, those of a whole transaction, or the wish for a snapshot or to close. */
export type WorkerRequest = Uint8Array | { readonly whole: Uint8Array } | "snapshot" | "close";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread only.");

function readSetup(data: unknown): WorkerSetup {
  if (typeof data === "object" && data !== null && "dataDir" in data && "template" in data) {
    return { dataDir: textOrNull(data.dataDir), template: textOrNull(data.template) };
  }
  throw new TypeError("The worker was started without its setup.");
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function send(reply: WorkerReply): void {
  if (reply instanceof Uint8Array && reply.buffer instanceof ArrayBuffer) {
    port?.postMessage(reply, [reply.buffer]);
  } else {
    port?.postMessage(reply);
  }
}

async function answer(server: MessageServer, request: WorkerRequest): Promise<void> {
  if (request === "close") {
    await server.close();
    send({ kind: "closed" });
    port?.close();
  } else if (request === "snapshot") send(await server.snapshot());
  else if (request instanceof Uint8Array) send(await server.exchange(request));
  else send(await server.exchangeWhole(request.whole));
}

/** The archive without its compression, which PGlite undoes three times slower. */
async function readSnapshot(path: string): Promise<Blob> {
  return new Blob([await promisify(gunzip)(await readFile(path))], { type: "application/x-tar" });
}

async function serve(): Promise<void> {
  const { dataDir, template } = readSetup(workerData);
  const exists = dataDir !== null && existsSync(join(dataDir, "PG_VERSION"));
  const database = await PGlite.create({
    ...(dataDir !== null && { dataDir }),
    ...(template !== null && !exists && { loadDataDir: await readSnapshot(template) }),
    ...(template === null && !exists && { initDbStartParams: [...INITDB] }),
  });
  const server = await serveMessages(database);
  let last = Promise.resolve();
  port?.on("message", (request: WorkerRequest) => {
    last = last.then(() => answer(server, request));
  });
  send({ kind: "ready" });
}

serve().catch((error: unknown) => {
  send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  port.close();
});
