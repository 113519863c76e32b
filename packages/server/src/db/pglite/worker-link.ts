import { Worker } from "node:worker_threads";
import { DbClosedError, DbInterruptedError, DbTimeoutError } from "../errors.ts";
import type { Link, OpenLink } from "./link.ts";
import type { WorkerReply, WorkerRequest, WorkerSetup } from "./worker.ts";

interface Waiting {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

// Node runs the .ts sources of a checkout as they are; a build has .js next to this file.
const workerFile = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";

/**
 * A link to a PGlite in a worker thread. Whatever runs longer than `statementLimitMs` is ended together with its thread.
 */
export function workerLink(setup: WorkerSetup, statementLimitMs: number): OpenLink {
  return async (onEnd) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: setup,
      name: "fleet-database",
    });
    try {
      await opened(worker);
    } catch (error) {
      // The next attempt must not find this thread at work on the same files.
      await worker.terminate();
      throw error;
    }
    return new WorkerLink(worker, statementLimitMs, onEnd);
  };
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (failure: string | null): void => {
      worker.off("error", onError).off("exit", onExit).off("message", onMessage);
      if (failure === null) resolve();
      else reject(new DbClosedError(`The embedded database could not be opened: ${plainReason(failure)}`));
    };
    const onError = (error: unknown): void => settle(String(error));
    const onExit = (code: number): void => settle(`its thread ended with code ${code}.`);
    const onMessage = (reply: WorkerReply): void => {
      if (reply instanceof Uint8Array) settle("its thread answered out of turn.");
      else settle(reply.kind === "failed" ? reply.message : null);
    };
    worker.on("error", onError).on("exit", onExit).on("message", onMessage);
  });
}

class WorkerLink implements Link {
  readonly #worker: Worker;
  readonly #limitMs: number;
  readonly #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ended: Error | null = null;
  #closing = false;
  readonly #onEnd: (reason: Error) => void;
  readonly exited: Promise<void>;

  constructor(worker: Worker, limitMs: number, onEnd: (reason: Error) => void) {
    this.#worker = worker;
    this.#limitMs = limitMs;
    this.#onEnd = onEnd;
    worker.on("message", (reply: WorkerReply) => this.#receive(reply));
    worker.on("error", (error) => this.#end(unexpectedEnd(String(error))));
    this.exited = new Promise((resolve) => {
      worker.on("exit", (code) => {
        this.#end(unexpectedEnd(`exit code ${code}`));
        resolve();
      });
    });
    // Only work on its way keeps the process alive: an unclosed idle database does not.
    worker.unref();
  }

  get ended(): Error | null {
    return this.#ended;
  }

  exchange(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return this.#request(message, [message.buffer]);
  }

  exchangeWhole(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return this.#request({ whole: message }, [message.buffer]);
  }

  snapshot(): Promise<Uint8Array> {
    return this.#request("snapshot", []);
  }

  #request(request: WorkerRequest, transfer: ArrayBuffer[]): Promise<Uint8Array> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#waiting.length === 1) {
        this.#worker.ref();
        this.#timer = setTimeout(() => this.#expire(), this.#limitMs);
      }
      this.#post(request, transfer);
    });
  }

  abandon(reason: Error): void {
    this.#end(reason);
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    if (this.#ended === null && !this.#closing) {
      this.#closing = true;
      this.#worker.ref();
      this.#post("close", []);
    }
    const limit = setTimeout(() => void this.#worker.terminate(), this.#limitMs);
    await this.exited;
    clearTimeout(limit);
  }

  #post(request: WorkerRequest, transfer: ArrayBuffer[]): void {
    this.#worker.postMessage(request, transfer);
  }

  #receive(reply: WorkerReply): void {
    if (!(reply instanceof Uint8Array)) return;
    const head = this.#waiting.shift();
    if (this.#waiting.length === 0) {
      clearTimeout(this.#timer ?? undefined);
      if (!this.#closing) this.#worker.unref();
    } else {
      // The next message starts only now, so its limit starts now too.
      this.#timer?.refresh();
    }
    head?.resolve(reply);
  }

  #expire(): void {
    const error = new DbTimeoutError();
    this.#waiting.shift()?.reject(error);
    this.abandon(new DbInterruptedError());
  }

  #end(reason: Error): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    clearTimeout(this.#timer ?? undefined);
    this.#onEnd(reason);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(reason);
  }
}

function unexpectedEnd(reason: string): DbClosedError {
  return new DbClosedError(`The database thread ended unexpectedly: ${plainReason(reason)}.`, { losesAnswer: true });
}

/** What PGlite says when its WebAssembly or a file operation fails helps nobody: `Aborted(). Build with -sASSERTIONS`. */
function plainReason(reason: string): string {
  if (!/Aborted\(|-sASSERTIONS|RuntimeError|\[object |failed to initialize/.test(reason)) return reason;
  return "it aborted, for lack of memory or disk or because its files are damaged";
}
