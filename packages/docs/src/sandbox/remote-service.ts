import { cancelStream, readStream } from "./stream-port.ts";
import { type Answer, SANDBOX_ORIGIN, type ToWorker } from "./protocol.ts";

/** The service at the other end of a port. */
export interface RemoteService {
  /** Rejects like the global `fetch`. */
  fetch(request: Request): Promise<Response>;
  rotateAfter(ms: number | "default"): Promise<void>;
  setVisible(isVisible: boolean): void;
  /** Takes an answer that has arrived at the port. */
  receive(answer: Answer): void;
  /** Rejects what is under way, and everything from now on. */
  end(reason: Error): void;
}

interface Pending {
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

export function remoteService(port: MessagePort): RemoteService {
  const pending = new Map<number, Pending>();
  let last = 0;
  const ending = new AbortController();
  const ask = (message: (id: number) => ToWorker, transfer: Transferable[] = []): [number, Promise<Answer>] => {
    const id = ++last;
    if (ending.signal.aborted) return [id, Promise.reject(ending.signal.reason)];
    const answered = new Promise<Answer>((resolve, reject) => pending.set(id, { resolve, reject }));
    port.postMessage(message(id), transfer);
    return [id, answered];
  };
  return {
    fetch: async (request) => {
      const { url, method, signal } = request;
      signal.throwIfAborted();
      const headers = [...request.headers];
      const body = await bodyOf(request);
      signal.throwIfAborted();
      const [id, answered] = ask(
        (number) => ({ kind: "request", id: number, url, method, headers, body }),
        body === null ? [] : [body],
      );
      const cancel = (): void => {
        pending.get(id)?.reject(signal.reason);
        // An answer may be on its way already: nobody waits for it any more.
        if (pending.delete(id)) port.postMessage({ kind: "cancel", id } satisfies ToWorker);
      };
      signal.addEventListener("abort", cancel);
      try {
        return responseOf(await answered, [signal, ending.signal]);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    rotateAfter: async (ms) => {
      const [, answered] = ask((id) => ({ kind: "rotate-after", id, ms }));
      const answer = await answered;
      if (answer.kind === "refused") throw new TypeError(answer.message);
    },
    setVisible: (isVisible) => port.postMessage({ kind: "visibility", isVisible } satisfies ToWorker),
    receive: (answer) => {
      const waiting = pending.get(answer.id);
      pending.delete(answer.id);
      if (waiting !== undefined) waiting.resolve(answer);
      // The request was aborted meanwhile: nobody reads the stream.
      else if (answer.kind === "response" && answer.body instanceof MessagePort) cancelStream(answer.body);
    },
    end: (reason) => {
      ending.abort(reason);
      for (const { reject } of pending.values()) reject(reason);
      pending.clear();
    },
  };
}

/** Refuses requests to anything but the sandbox. */
export function assertInside(request: Request): void {
  const { origin } = new URL(request.url);
  if (origin === SANDBOX_ORIGIN) return;
  throw new TypeError(`The sandbox answers for ${SANDBOX_ORIGIN} alone, not for ${origin}: nothing leaves the page.`);
}

/** An empty body is none: not every browser tells the two apart. */
async function bodyOf(request: Request): Promise<ArrayBuffer | null> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  const body = await request.arrayBuffer();
  return body.byteLength === 0 ? null : body;
}

function responseOf(answer: Answer, signals: readonly AbortSignal[]): Response {
  if (answer.kind !== "response") throw new TypeError(answer.kind === "refused" ? answer.message : "No response came.");
  const { status, statusText, headers, body } = answer;
  const content = body instanceof MessagePort ? readStream(body, signals) : body;
  return new Response(content, { status, statusText, headers: headers.map(([name, value]) => [name, value]) });
}
