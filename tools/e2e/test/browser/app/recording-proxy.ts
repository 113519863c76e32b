import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { forward, passOn, readAll } from "../support/forward.ts";
import { listen, stopListening } from "../support/page-server.ts";

/** A request as the service got it. */
export interface RecordedCall {
  /** Who logged in to get the token that it carried; empty without one. */
  readonly user: string;
  /** Method and path, without the base path. */
  readonly operation: string;
  readonly token: string | undefined;
}

/** A request that is stopped on its way. */
export interface HeldCall {
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
