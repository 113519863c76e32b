import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { createServer, request } from "node:http";
import { listen, stopListening } from "./page-server.ts";

/** An answer of the service, not yet passed on. */
interface ForwardedAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request on to the service at this origin, as a reverse proxy does. Resolves to its answer. */
export async function forward(incoming: IncomingMessage, body: Buffer, origin: string): Promise<ForwardedAnswer> {
  const { host, hostname, port } = new URL(origin);
  const { method, url, headers } = incoming;
  return new Promise((resolve, reject) => {
    const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      const { statusCode = 502 } = answer;
      readAll(answer).then((text) => resolve({ status: statusCode, headers: answer.headers, body: text }), reject);
    });
    onward.on("error", reject);
    onward.end(body);
  });
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Gives the answer to the page, or breaks the connection if there is none. */
export function passOn(response: ServerResponse, answer: ForwardedAnswer | undefined): void {
  if (answer === undefined) response.destroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** A proxy as some companies run them: passes everything on, but not which headers a page may read. */
export async function startHidingProxy(target: string): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const { pathname, origin: service } = new URL(target);
  const server = createServer(async (incoming, outgoing) => {
    const { headers, ...answer } = await forward(incoming, await readAll(incoming), service);
    const { "access-control-expose-headers": _hidden, ...rest } = headers;
    passOn(outgoing, { ...answer, headers: rest });
  });
  const origin = await listen(server);
  return { baseUrl: `${origin}${pathname}`, close: () => stopListening(server) };
}

/** A proxy that passes on what comes as it comes, streams too. */
interface BreakableProxy {
  readonly baseUrl: string;
  /** Breaks all connections; new ones are accepted. */
  breakConnections(): void;
  close(): Promise<void>;
}

export async function startBreakableProxy(target: string): Promise<BreakableProxy> {
  const { pathname, origin: service } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const onward = request(`${service}${url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const origin = await listen(server);
  return {
    baseUrl: `${origin}${pathname}`,
    breakConnections: () => server.closeAllConnections(),
    close: () => stopListening(server),
  };
}

/** A request as the service got it. */
export interface RecordedCall {
  /** Who logged in to get the token that it carried; empty without one. */
  readonly user: string;
  /** Method and path, without the base path. */
  readonly operation: string;
  readonly token: string | undefined;
}

/** A request that is stopped on its way. */
interface HeldCall {
  /** Resolves when it has come as far as it may. */
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

interface Hold {
  readonly operation: string;
  readonly what: "request" | "answer";
  /** The request is there; resolves when it may go on. */
  stop(): Promise<void>;
}

/** A reverse proxy before the service that notes who sent what. */
export interface RecordingProxy {
  readonly baseUrl: string;
  readonly calls: readonly RecordedCall[];
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Stops the next request of the operation before it reaches the service, or its answer before it reaches the page. */
  hold(operation: string, what: "request" | "answer"): HeldCall;
  close(): Promise<void>;
}

/** Whose tokens these are is known from the logins: their body has the name, and each answer the next token. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const { pathname, origin: service } = new URL(target);
  const calls: RecordedCall[] = [];
  const users = new Map<string, string>();
  const holds: Hold[] = [];

  const pass = async (operation: string, what: Hold["what"]): Promise<void> => {
    const index = holds.findIndex((held) => held.operation === operation && held.what === what);
    if (index >= 0) await holds.splice(index, 1)[0]?.stop();
  };
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = incoming;
    const operation = `${method} ${url.slice(pathname.length).replace(/\?.*/, "")}`;
    const body = await readAll(incoming);
    const token = tokenIn(headers.authorization);
    const user = operation === "POST /auth/login" ? nameIn(body) : (users.get(token ?? "") ?? "");
    await pass(operation, "request");
    if (method !== "OPTIONS") calls.push({ user, operation, token });
    const answer = await forward(incoming, body, service);
    const next = tokenIn(answer.headers.authorization);
    if (next !== undefined) users.set(next, user);
    await pass(operation, "answer");
    passOn(outgoing, answer);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => passOn(outgoing, undefined));
  });
  const origin = await listen(server);
  return {
    baseUrl: `${origin}${pathname}`,
    calls,
    handle,
    hold(operation, what) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const arrived = new Promise<void>((resolve) => {
        const stop = (): Promise<void> => {
          resolve();
          return released;
        };
        holds.push({ operation, what, stop });
      });
      return { arrived, release: () => release() };
    },
    close: () => stopListening(server),
  };
}

function tokenIn(header: unknown): string | undefined {
  return typeof header === "string" ? header.replace(/^bearer /, "") : undefined;
}

function nameIn(body: Buffer): string {
  const { username = "" }: { username?: string } = JSON.parse(String(body));
  return username;
}
