import createClient from "openapi-fetch";
import { type AuthEvent, type AuthOptions, createAuth, type Fetch, type TokenSession } from "../../src/index.ts";
import { deferred, type Deferred } from "./deferred.ts";
import { virtualClock, type VirtualClock } from "./virtual-clock.ts";

/** Base address of the fake service; nothing listens there. */
export const baseUrl = "https://fleet.example.com/api/v1";

/** One request as the service sees it. */
export interface Seen {
  /** Method and path below the base URL. */
  readonly operation: string;
  readonly request: Request;
  /** The token that was sent, without scheme. */
  readonly token: string | undefined;
}

export interface RespondOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export function respond(status: number, { token, body = { data: {} }, headers = {} }: RespondOptions = {}): Response {
  const given = token === undefined ? headers : { ...headers, authorization: `bearer ${token}` };
  return new Response(status === 204 || status === 304 ? null : JSON.stringify(body), { status, headers: given });
}

export type Handler = (seen: Seen) => Response | Promise<Response>;

/** A service inside the process. `seen` lists what was sent, in order. */
export function fakeService(handler: Handler): { fetch: Fetch; seen: Seen[]; count(operation: string): number } {
  const seen: Seen[] = [];
  return {
    seen,
    count: (operation) => seen.filter((one) => one.operation === operation).length,
    async fetch(input, init) {
      const request = new Request(input, init);
      const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
      const header = request.headers.get("authorization");
      const one = { operation: `${request.method} ${path}`, request, token: header?.replace(/^bearer /, "") };
      seen.push(one);
      const response = await handler(one);
      request.signal.throwIfAborted();
      return response;
    },
  };
}

export const credentials = { username: "demo.operator", password: "correct horse" };

/** A session against a handler, with everything that a test looks at. */
export function setUp(handler: Handler, options: Partial<AuthOptions> & { readonly time?: VirtualClock } = {}) {
  const { time = virtualClock(), ...given } = options;
  const service = fakeService(handler);
  const session = createAuth({
    baseUrl,
    fetch: service.fetch,
    credentials,
    clock: time.clock,
    timers: time.timers,
    random: () => 0.5,
    ...given,
  });
  const events: AuthEvent[] = [];
  session.subscribe((event) => void events.push(event));
  return { ...service, time, session, events };
}

type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** The two ways to use a session: the same case must hold for both. */
export const ways: readonly { name: string; open(session: TokenSession, fetch: Fetch, base?: string): Call }[] = [
  {
    name: "fetch",
    open:
      (session, _fetch, base = baseUrl) =>
      (path, init) =>
        session.fetch(new session.Request(base + path, init)),
  },
  {
    name: "openapi-fetch middleware",
    open(session, fetch, base = baseUrl) {
      const made = { baseUrl: base, fetch, Request: session.Request };
      const client = createClient<Record<string, Record<string, object>>>(made);
      client.use(session.middleware());
      return async (path, init = {}) => {
        const { method = "GET", headers, ...rest } = init;
        const options = { ...rest, bodySerializer: (body: unknown) => body, parseAs: "stream", headers };
        return (await requestOf(client)(method, path, options)).response;
      };
    },
  },
];

/** openapi-fetch types its calls by a `paths` type; these tests have none, so the loose shape is named here once. */
function requestOf(client: object): (method: string, path: string, init: object) => Promise<{ response: Response }> {
  return (client as { request: (method: string, path: string, init: object) => Promise<{ response: Response }> })
    .request;
}

/** How events and snapshots name this token. */
export function fingerprintOf(token: string): string {
  const session = createAuth({ baseUrl });
  session.adopt(token);
  return session.snapshot().fingerprint ?? "";
}

/** A handler whose operations `GET /r/<name>` and `POST /r/<name>` wait for the test; `rest` responds to the others. */
interface Gates {
  readonly handler: Handler;
  /** Responds to the waiting request. */
  reply(name: string, response: Response): void;
  /** Breaks the waiting request. */
  fail(name: string, error: unknown): void;
  /** Names that wait. */
  waiting(): string[];
}

export function gates(rest: Handler): Gates {
  const open = new Map<string, Deferred<Response>>();
  const take = (name: string): Deferred<Response> => {
    const gate = open.get(name);
    if (!gate) throw new Error(`nothing waits at /r/${name}`);
    open.delete(name);
    return gate;
  };
  return {
    handler(seen) {
      const [, name] = /^(?:GET|POST) \/r\/(.+)$/.exec(seen.operation) ?? [];
      if (name === undefined) return rest(seen);
      const gate = deferred<Response>();
      open.set(name, gate);
      return gate.promise;
    },
    reply: (name, response) => take(name).resolve(response),
    fail: (name, error) => take(name).reject(error),
    waiting: () => [...open.keys()],
  };
}

/** Sends calls one after the other; those that are overlapping are not waited for before the next one is sent. */
export async function inWaves<Wave extends { readonly isOverlapping: boolean }>(
  calls: readonly Wave[],
  send: (call: Wave, index: number) => Promise<unknown>,
): Promise<void> {
  let underWay: Promise<unknown>[] = [];
  for (const [index, call] of calls.entries()) {
    underWay.push(send(call, index));
    if (call.isOverlapping) continue;
    await Promise.all(underWay);
    underWay = [];
  }
  await Promise.all(underWay);
}
