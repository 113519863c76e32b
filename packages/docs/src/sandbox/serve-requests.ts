import { serveStream } from "./stream-port.ts";
import type { Answer, RequestMessage, ToWorker } from "./protocol.ts";

/** What is reached by messages. */
export interface ServedService {
  fetch(request: Request): Promise<Response>;
  rotateAfter(ms: number | "default"): void;
  /** Is told when the page is hidden, and when it is shown again. */
  setVisible?(isVisible: boolean): void;
}

/** Answers the messages that arrive at a port. */
export function serveRequests(port: MessagePort, service: ServedService): void {
  const underWay = new Map<number, AbortController>();
  const send = (answer: Answer, transfer: Transferable[] = []): void => port.postMessage(answer, transfer);
  const answer = async (message: RequestMessage): Promise<void> => {
    const controller = new AbortController();
    underWay.set(message.id, controller);
    try {
      const response = await service.fetch(requestOf(message, controller.signal));
      const body = await bodyOf(response);
      const { status, statusText } = response;
      const headers = [...response.headers];
      send({ kind: "response", id: message.id, status, statusText, headers, body }, body === null ? [] : [body]);
    } finally {
      underWay.delete(message.id);
    }
  };
  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case "request":
        return answer(message);
      case "cancel":
        return underWay.get(message.id)?.abort();
      case "rotate-after":
        service.rotateAfter(message.ms);
        return send({ kind: "done", id: message.id });
      case "visibility":
        return service.setVisible?.(message.isVisible);
    }
  };
  port.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
    handle(data).catch((error: unknown) => {
      if (data.kind !== "visibility") send({ kind: "refused", id: data.id, message: explain(error) });
    });
  });
  port.start();
}

/** A stream of events has no end: its body is read through a port of its own. */
async function bodyOf(response: Response): Promise<ArrayBuffer | MessagePort | null> {
  if (response.body === null) return null;
  if (response.headers.get("content-type") !== "text/event-stream") return response.arrayBuffer();
  const { port1, port2 } = new MessageChannel();
  serveStream(port1, response.body);
  return port2;
}

function requestOf({ url, method, headers, body }: RequestMessage, signal: AbortSignal): Request {
  return new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body, signal });
}

/** What went wrong, in words for whoever reads the page. */
export function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/content security policy|unsafe-eval/i.test(text))
    return `A content security policy forbids WebAssembly. The worker needs script-src 'self' 'wasm-unsafe-eval'. (${text})`;
  if (/out of memory|memory allocation|could not allocate|cannot allocate|enlarge memory/i.test(text))
    return `There is not enough memory for the database. Close other pages and try again. (${text})`;
  return text;
}
