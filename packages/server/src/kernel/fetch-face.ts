import { payloadTooLarge } from "./problems.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { KernelResponse } from "./response.ts";

/** Answers a Fetch API request with what `handle` answers. */
export async function answerRequest(
  handle: (head: RequestHead, readBody: ReadBody) => Promise<KernelResponse>,
  request: Request,
  ip: string,
): Promise<Response> {
  const url = new URL(request.url);
  const head: RequestHead = {
    method: request.method,
    target: `${url.pathname}${url.search}`,
    ip,
    hasBody: request.body !== null,
    values: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
  };
  const { status, headers, body } = await handle(head, (limit) => readStream(request.body, limit));
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

async function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  for (;;) {
    const step = await reader?.read();
    if (step === undefined || step.done) return concat(chunks, length);
    length += step.value.length;
    if (length > limit) {
      await reader?.cancel();
      throw payloadTooLarge(limit);
    }
    chunks.push(step.value);
  }
}

/** Joins chunks of `length` bytes in all. */
function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
