import type { DemoLogin } from "@fleet-api/server/web";
import { SANDBOX_ORIGIN, type SandboxFile, type SandboxFiles, type SandboxMessage } from "./protocol.ts";
import { assertInside } from "./remote-service.ts";
import { startWorker, type RunningWorker } from "./start-worker.ts";
import { unlessAborted } from "./unless-aborted.ts";

export type { SandboxFile, SandboxFiles, SandboxMessage } from "./protocol.ts";

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
    (await before.catch(() => null))?.end(new TypeError("The sandbox was reset."));
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
