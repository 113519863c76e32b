import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { ReadBody, RequestHead } from "../kernel/index.ts";
import { BodyBuffer, malformed, payloadTooLarge } from "../kernel/index.ts";
import { discardBody } from "./discard-body.ts";

/**
 * The head of a Node request. Reads `rawHeaders`, because `headers` drops or joins repeated fields.
 *
 * A class for its getter: V8 describes each object literal with a getter anew, in memory that outlives the request and
 * holds on to it.
 */
export class NodeRequestHead implements RequestHead {
  readonly method: string;
  readonly target: string;
  readonly ip: string;
  readonly hasBody: boolean;
  readonly #rawHeaders: readonly string[];
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, target: string, ip: string) {
    const { rawHeaders, headers } = message;
    this.method = message.method ?? "GET";
    this.target = originForm(target);
    this.ip = ip;
    this.hasBody = Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
    this.#rawHeaders = rawHeaders;
    this.#response = response;
  }

  /** Made when it is asked for: most requests are answered without. */
  get signal(): AbortSignal {
    return (this.#signal ??= abortsWith(this.#response));
  }

  values(name: string): string[] {
    return fieldValues(this.#rawHeaders, name);
  }
}

function abortsWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
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

/** Reads the body of a Node request up to a limit. */
export function nodeBodyReader(message: IncomingMessage, response: ServerResponse): ReadBody {
  return (limit) =>
    new Promise((resolve, reject) => {
      const body = new BodyBuffer(limit);
      const refuse = (error: unknown): void => {
        message.removeListener("data", take);
        discardBody(message, response);
        reject(error);
      };
      const take = (piece: Buffer): void => attempt(() => body.add(piece), refuse);
      const announced = Number(message.headers["content-length"] ?? 0);
      if (announced > limit) {
        refuse(payloadTooLarge(limit));
        return;
      }
      sendContinue(message, response);
      message.on("data", take);
      message.on("end", () => resolve(body.bytes()));
      // After "end" these change nothing: the promise is settled.
      const broken = (): void => reject(malformed("The connection closed before the body was complete."));
      message.on("error", broken);
      message.on("close", broken);
    });
}

function attempt(action: () => void, failed: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    failed(error);
  }
}

const continued = new WeakSet<IncomingMessage>();

/** Sends `100 Continue` once, if the client waits for it. */
export function sendContinue(message: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(message) || continued.has(message)) return;
  continued.add(message);
  response.writeContinue();
}

/** Whether the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1). */
export function expectsContinue(message: IncomingMessage): boolean {
  // An older client would take it for the answer.
  return message.httpVersion === "1.1" && message.headers.expect?.toLowerCase() === "100-continue";
}

/** RFC 9112 section 3.2.2: servers take the absolute form of a target as well. */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
}

/** The path of a request target, in either form. */
export function targetPath(target: string): string {
  const origin = originForm(target);
  const mark = origin.indexOf("?");
  return mark < 0 ? origin : origin.slice(0, mark);
}

/** Some proxies write the port too: `192.0.2.7:5123`, `[2001:db8::7]:5123`. */
const withPort = /^(?:\[([0-9a-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

/** Whether an address, with or without a port, is one of these addresses or lies in one of these CIDR ranges. */
export function isWithin(ranges: readonly string[]): (entry: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (entry) => {
    const address = withoutPort(entry);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/**
 * The address of the client: of the connection, or from a trusted proxy the rightmost entry of `X-Forwarded-For` that is
 * not itself a trusted proxy. Entries to the left of it come from the client, and an entry that is not an address counts
 * as the proxy that passed it on.
 */
export function clientAddress({ ips = [], raw }: FastifyRequest): string {
  return ips.map(withoutPort).findLast((address) => isIP(address) !== 0) ?? raw.socket.remoteAddress ?? "";
}

function withoutPort(entry: string): string {
  const match = withPort.exec(entry);
  return match?.[1] ?? match?.[2] ?? entry;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
