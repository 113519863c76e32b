import type { Problem } from "@fleet-api/contract";
import { Agent, request as httpRequest } from "node:http";

/** A request as it goes over the wire, so that it can be wrong in any way. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base path of the service. */
  readonly target: string;
  /** Names and values; a name may come twice. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | null;
}

/** An answer, read to its end. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as it is. */
export function send(baseUrl: string, { method, target, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port, pathname } = new URL(baseUrl);
  const length = body === null ? [] : [["content-length", String(Buffer.byteLength(body))] as const];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: `${pathname}${target}`,
        headers: [["host", `${hostname}:${port}`] as const, ...headers, ...length].flat(),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        const answered = (): void =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [
                name,
                value === undefined ? value : String(value),
              ]),
            ),
            text: Buffer.concat(chunks).toString(),
          });
        // It has no end.
        if (incoming.headers["content-type"] === "text/event-stream") {
          answered();
          incoming.destroy();
          return;
        }
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", answered);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** The JSON of an answer: a problem, or an envelope with what the caller expects. */
export function jsonOf<Data>({ text }: WireAnswer): Problem & { data: Data } {
  return JSON.parse(text);
}

/** The request as a command of bash, for whoever wants to see it fail; no command can have NUL bytes. */
export function curlLine(baseUrl: string, { method, target, headers, body }: WireRequest): string {
  const fields = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === null ? [] : [`--data-binary ${quoted(body)}`];
  return ["curl -gsi --path-as-is", `-X ${method}`, quoted(`${baseUrl}${target}`), ...fields, ...data].join(" ");
}

/** A word of bash; bytes that cannot be seen are escaped. */
function quoted(word: string | Uint8Array): string {
  const text = Buffer.from(word).toString("latin1");
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `$'${escaped}'`;
}
