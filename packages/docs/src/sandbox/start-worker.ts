import type { DemoLogin } from "@fleet-api/server/web";
import type { BootMessage, SandboxFile, SandboxMessage, SandboxParts, ToPage } from "./protocol.ts";
import { remoteService, type RemoteService } from "./remote-service.ts";

/** A worker that answers requests. */
export interface RunningWorker {
  readonly service: RemoteService;
  readonly logins: readonly DemoLogin[];
  /** What it has loaded, for the next one; null where the browser does not hand it over. */
  readonly parts: SandboxParts | null;
  /** Ends the worker; what is under way is rejected with the reason. */
  end(reason: Error): void;
}

export interface WorkerOptions {
  readonly onProgress?: ((loadedBytes: number) => void) | undefined;
  readonly onMessage?: ((message: SandboxMessage) => void) | undefined;
  /** Ends a worker that has not started yet. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts a worker. Resolves when it answers. */
export function startWorker(
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
    const end = (reason: Error): void => {
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
