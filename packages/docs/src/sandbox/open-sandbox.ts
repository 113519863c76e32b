import type { DemoLogin } from "@fleet-api/server/web";
import type { BootMessage, SandboxFile, SandboxFiles, SandboxMessage, SandboxParts, ToPage } from "./protocol.ts";
import { SANDBOX_ORIGIN, SANDBOX_RESET } from "./protocol.ts";
import type { RemoteService } from "./remote-service.ts";
import { assertInside, remoteService } from "./remote-service.ts";

export type { SandboxMessage } from "./protocol.ts";

/** The reference server inside of the page, with a demo fleet of its own. */
export interface Sandbox {
  /** `https://sandbox.invalid/api/v1`, which is no host: no token can leave the page. */
  readonly baseUrl: string;
  /**
   * Answers requests to `baseUrl`; others are rejected with a TypeError, as is everything after the sandbox has ended. Honours
   * the signal. Bodies come as a whole.
   */
  readonly fetch: typeof globalThis.fetch;
  readonly logins: readonly DemoLogin[];
  /** Changes the age at which tokens are replaced, until the next reset; 0 replaces them on every use. */
  rotateAfter(ms: number | "default"): Promise<void>;
  /** Starts over with the first data and settings. Requests under way are rejected; those that are made meanwhile wait. */
  reset(): Promise<void>;
  /** Ends the worker. */
  close(): void;
}

export interface SandboxOptions {
  /** Is told how much has been loaded of how much. */
  readonly onProgress?: (loadedBytes: number, totalBytes: number) => void;
  /** Takes messages that the service would have mailed: password resets and registrations, one of which waits at the start. */
  readonly onMessage?: (message: SandboxMessage) => void;
  /** Ends the opening. */
  readonly signal?: AbortSignal;
}

/**
 * Loads the sandbox and starts it in a worker.
 * @throws Error that says what failed: no WebAssembly, a file that could not be loaded and its status, too little memory, a
 * content security policy
 * @throws the reason of the signal
 */
export async function openSandbox(files: SandboxFiles, options: SandboxOptions = {}): Promise<Sandbox> {
  requirePlatform();
  const { onProgress, onMessage, signal } = options;
  const { worker, ...toLoad } = absolute(files);
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  const first = await startWorker(worker, toLoad, {
    onProgress: (loaded) => onProgress?.(Math.min(total, worker.bytes + loaded), total),
    onMessage,
    signal,
  });
  const closing = new AbortController();
  let running = Promise.resolve(first);
  const restart = async (before: Promise<RunningWorker>): Promise<RunningWorker> => {
    (await before.catch(() => null))?.end(new TypeError(SANDBOX_RESET));
    return startWorker(worker, first.parts ?? toLoad, { onMessage, signal: closing.signal });
  };
  return {
    baseUrl: `${SANDBOX_ORIGIN}/api/v1`,
    logins: first.logins,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      assertInside(request);
      const { service } = await unlessAborted(running, request.signal);
      return service.fetch(request);
    },
    rotateAfter: async (ms) => (await running).service.rotateAfter(ms),
    reset: async () => {
      running = restart(running);
      await running;
    },
    close: () => {
      const reason = new TypeError("The sandbox is closed.");
      closing.abort(reason);
      running.then(({ end }) => end(reason)).catch(() => undefined);
    },
  };
}

function requirePlatform(): void {
  const missing = ["WebAssembly", "Worker", "DecompressionStream"].find((name) => !(name in globalThis));
  if (missing !== undefined) throw new Error(`This browser has no ${missing}, or it is switched off.`);
}

/** The files with URLs that mean the same in a worker. */
function absolute(files: SandboxFiles): SandboxFiles {
  const at = ({ url, bytes }: SandboxFile): SandboxFile => ({ url: new URL(url, document.baseURI).href, bytes });
  const { worker, pglite, data, template } = files;
  return { worker: at(worker), pglite: at(pglite), data: at(data), template: at(template) };
}

/** A worker that answers requests. */
interface RunningWorker {
  readonly service: RemoteService;
  readonly logins: readonly DemoLogin[];
  /** What it has loaded, for the next one; null where the browser does not hand it over. */
  readonly parts: SandboxParts | null;
  /** Ends the worker; what is under way is rejected with the reason. */
  end(reason: Error): void;
}

interface WorkerOptions {
  readonly onProgress?: ((loadedBytes: number) => void) | undefined;
  readonly onMessage?: ((message: SandboxMessage) => void) | undefined;
  /** Ends a worker that has not started yet. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts a worker. Resolves when it answers. */
function startWorker(
  file: SandboxFile,
  from: BootMessage["from"],
  { onProgress, onMessage, signal }: WorkerOptions,
): Promise<RunningWorker> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(file.url, { type: "module", name: "fleet-sandbox" });
    const { port1: port, port2 } = new MessageChannel();
    const service = remoteService(port);
    let parts: SandboxParts | null = null;
    const tellVisibility = (): void => service.setVisible(document.visibilityState === "visible");
    const end = (reason: Error): void => {
      document.removeEventListener("visibilitychange", tellVisibility);
      worker.terminate();
      port.close();
      service.end(reason);
    };
    const abort = (): void => stop(signal?.reason);
    const stop = (reason: Error): void => {
      signal?.removeEventListener("abort", abort);
      end(reason);
      reject(reason);
    };
    const fail = (message: string): void => stop(new TypeError(`The sandbox has ended: ${message}`));
    signal?.addEventListener("abort", abort);
    port.addEventListener("message", ({ data }: MessageEvent<ToPage>): void => {
      switch (data.kind) {
        case "progress":
          return onProgress?.(data.loadedBytes);
        case "loaded":
          parts = data.parts;
          return;
        case "ready":
          signal?.removeEventListener("abort", abort);
          document.addEventListener("visibilitychange", tellVisibility);
          tellVisibility();
          return resolve({ service, logins: data.logins, parts, end });
        case "failed":
          return fail(data.message);
        case "mail":
          return onMessage?.(data.message);
        default:
          return service.receive(data);
      }
    });
    port.start();
    worker.addEventListener("error", ({ message }) => {
      // A script that runs has a message. Of one that did not start, nothing is said.
      if (message) fail(message);
      else void whyNotStarted(file).then(fail);
    });
    worker.postMessage({ port: port2, from } satisfies BootMessage, [port2]);
  });
}

async function whyNotStarted({ url }: SandboxFile): Promise<string> {
  const reason = await fetch(url, { method: "HEAD" }).then(
    (response) => (response.ok ? null : `the host answered ${response.status}`),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return reason === null
    ? `the browser did not start ${url}. A content security policy may forbid it: the page needs worker-src 'self'.`
    : `${url} could not be loaded: ${reason}.`;
}

/** The same as the promise, but rejects with the reason of the signal as soon as nobody waits any longer. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
