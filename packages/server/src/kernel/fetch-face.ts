import type { EventProducer, SendEvents } from "./events.ts";
import { MAX_BUFFERED_BYTES } from "./events.ts";
import type { ProblemError } from "./problem.ts";
import { headTooLarge, maxHeadBytes, maxHeaderFields, payloadTooLarge, tooManyFields } from "./problems.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { KernelResponse } from "./response.ts";

/** What a Fetch API request is answered by. */
interface Answers {
  handle(head: RequestHead, readBody: ReadBody): Promise<KernelResponse>;
  refuse(head: RequestHead, error: unknown): KernelResponse;
}

/** Answers a Fetch API request as a host answers the same request on a socket. */
export async function answerRequest({ handle, refuse }: Answers, request: Request, ip: string): Promise<Response> {
  const url = new URL(request.url);
  const head: RequestHead = {
    method: request.method,
    target: `${url.pathname}${url.search}`,
    ip,
    signal: request.signal,
    hasBody: request.body !== null && request.headers.get("content-length") !== "0",
    values: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
  };
  const refusal = headRefusal(head.target, request.headers);
  const { status, headers, body, events } =
    refusal === null ? await handle(head, (limit) => readStream(request.body, limit)) : refuse(head, refusal);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  // The types allow for shared memory, which no body uses.
  return new Response(events ? eventBody(events) : (body as BodyInit | null), { status, headers });
}

function eventBody(events: SendEvents): ReadableStream<Uint8Array> {
  let source: EventProducer | undefined;
  let isOpen = true;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        source = events({
          get isFull() {
            return (controller.desiredSize ?? 0) <= 0;
          },
          write: (bytes) => {
            if (isOpen) controller.enqueue(bytes);
          },
          end: () => {
            if (isOpen) controller.close();
            isOpen = false;
          },
        });
      },
      pull: () => source?.drained(),
      cancel: () => {
        isOpen = false;
        source?.closed();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
  );
}

/** Hosts on sockets hold these limits while they parse; a runtime may have none. */
function headRefusal(target: string, headers: Headers): ProblemError | null {
  const fields = [...headers];
  if (fields.length > maxHeaderFields) return tooManyFields(fields.length);
  const bytes = fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);
  return bytes > maxHeadBytes ? headTooLarge() : null;
}

async function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const body = new BodyBuffer(limit);
  const reader = stream?.getReader();
  for (;;) {
    const step = await reader?.read();
    if (step === undefined || step.done) return body.bytes();
    try {
      body.add(step.value);
    } catch (error) {
      await reader?.cancel();
      throw error;
    }
  }
}

const firstBytes = 1024;

/**
 * Takes a body in pieces, up to a limit. The pieces are copied: a body that comes in pieces of one byte would otherwise
 * be kept as one object per byte.
 */
export class BodyBuffer {
  readonly #limit: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws ProblemError `payload_too_large` when there are more than `limit` bytes */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#limit) throw payloadTooLarge(this.#limit);
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  /** All that has come. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** At least doubles, so that all copying together is linear. */
  #grow(needed: number): void {
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.#buffer.length * 2, firstBytes)));
    larger.set(this.bytes());
    this.#buffer = larger;
  }
}
