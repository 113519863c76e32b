import type { IncomingMessage, ServerResponse } from "node:http";
import { malformed, payloadTooLarge } from "../kernel/index.ts";
import type { ReadBody, RequestHead } from "../kernel/index.ts";

/** The head of a Node request. Reads `rawHeaders`, because `headers` drops or joins repeated fields. */
export function nodeRequestHead(message: IncomingMessage, target: string, ip: string): RequestHead {
  const { rawHeaders, headers } = message;
  return {
    method: message.method ?? "GET",
    target: originForm(target),
    ip,
    hasBody: Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined,
    values: (name) => fieldValues(rawHeaders, name),
  };
}

/** All values of a header field. */
export function fieldValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index];
    if (field?.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}

/** Reads the body of a Node request up to a limit. What comes after it is thrown away, not kept. */
export function nodeBodyReader(message: IncomingMessage, response: ServerResponse): ReadBody {
  return (limit) =>
    new Promise((resolve, reject) => {
      if (Number(message.headers["content-length"] ?? 0) > limit) {
        reject(payloadTooLarge(limit));
        return;
      }
      if (expectsContinue(message)) response.writeContinue();
      const chunks: Buffer[] = [];
      let length = 0;
      message.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > limit) reject(payloadTooLarge(limit));
        else chunks.push(chunk);
      });
      message.on("end", () => resolve(Buffer.concat(chunks)));
      // After "end" these change nothing: the promise is settled.
      const broken = (): void => reject(malformed("The connection closed before the body was complete."));
      message.on("error", broken);
      message.on("close", broken);
    });
}

/** Whether the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1). */
function expectsContinue(message: IncomingMessage): boolean {
  return message.headers.expect?.toLowerCase() === "100-continue";
}

/** RFC 9112 section 3.2.2: servers take the absolute form of a target as well. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "");
}
