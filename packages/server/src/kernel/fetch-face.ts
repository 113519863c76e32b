import { BodyBuffer } from "./body-buffer.ts";
import { headTooLarge, maxHeadBytes, maxHeaderFields, tooManyFields } from "./problems.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { ProblemError } from "./problem.ts";
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
  const { status, headers, body } =
    refusal === null ? await handle(head, (limit) => readStream(request.body, limit)) : refuse(head, refusal);
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
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
