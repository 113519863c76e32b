/** A session with one service, and the calls that are made in it. Nothing is stored. */
import { createAuth, memoryStore, type SessionSnapshot } from "@fleet-api/auth";
import { createFleetClient, type FleetClient, type OperationId } from "@fleet-api/client";
import type { ExampleRequest } from "../samples/example-request.ts";
import { explain, type Explanation, REFUSED } from "./explain.ts";

type Fetch = typeof globalThis.fetch;

/** A response as it arrived. */
export interface Exchange {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** From the first byte that was sent to the last one that arrived, in ms; a login that came first is included. */
  readonly tookMs: number;
}

/** What became of a call: a response, or an explanation of why there is none. */
export interface Outcome {
  readonly exchange: Exchange | null;
  readonly explanation: Explanation | null;
}

/** Who is logged in and how old the token is. */
interface SessionState extends SessionSnapshot {
  readonly username: string | null;
  readonly rotations: number;
}

export interface Connection {
  readonly baseUrl: string;
  /** Calls operations in the session, once each: what fails is not sent again. */
  readonly fleet: FleetClient;
  /** Null, or why the login failed. */
  login(username: string, password: string): Promise<Explanation | null>;
  logout(): Promise<void>;
  /** Makes one request of an operation. */
  send(operation: string, request: ExampleRequest, signal?: AbortSignal): Promise<Outcome>;
  /** Explains an error of `fleet`. */
  explain(error: unknown): Promise<Explanation>;
  session(): SessionState;
  /** Calls back whenever the session changes. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/** How a connection reaches its service. */
interface ConnectionOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Origin of the page. */
  readonly origin: string;
  /** Whether the service is elsewhere, so that it may be tried whether it can be reached at all. */
  readonly probe: boolean;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** The operation that makes a session. */
const LOGIN = "authLogin";

/** @throws Error for an address that cannot be one, in words for the reader */
export function connect({ baseUrl, fetch, origin, probe, now }: ConnectionOptions): Connection {
  let username: string | null = null;
  /** Whom the newest login is for; theirs is the next token that is not a newer one of the same session. */
  let newcomer: string | null = null;
  /** The last response that refused a token: the session keeps it to itself, and says only that a login is needed. */
  let refused: Promise<Exchange> | null = null;
  const transport: Fetch = async (input, init) => {
    const started = now();
    const response = await fetch(input, init);
    if (response.status === 401) {
      const copy = copyOf(response, () => now() - started);
      refused = copy.exchange;
      await copy.complete;
    }
    return response;
  };
  const session = createAuth({ baseUrl, fetch: transport, store: memoryStore() });
  const listeners: (() => void)[] = [];
  session.subscribe((event) => {
    if (event.type === "logged_out") username = null;
    if (event.type === "token" && (event.why === "login" || event.why === "adopted")) username = newcomer;
    for (const listener of listeners) listener();
  });
  const why = async (error: unknown, signal?: AbortSignal): Promise<Explanation> => {
    const reachable = probe && signal?.aborted !== true ? await isReachable(fetch, baseUrl) : null;
    return explain(error, { baseUrl, origin, reachable, inPage: !probe });
  };

  const send: Connection["send"] = async (operation, request, signal) => {
    let exchange: Promise<Exchange> | null = null;
    refused = null;
    if (operation === LOGIN) newcomer = String(Object(request.body)["username"]);
    const started = now();
    const record: Fetch = async (input, init) => {
      const response = await session.fetch(input, init);
      const copy = copyOf(response, () => now() - started);
      exchange = copy.exchange;
      await copy.complete;
      return response;
    };
    const fleet = createFleetClient({ baseUrl, fetch: record, Request: session.Request, retry: false });
    try {
      const result = await calling(fleet, operation, request, { signal, read: () => settled(exchange) });
      const arrived = await settled(exchange);
      if (arrived !== null) return { exchange: arrived, explanation: null };
      const refusal = await settled(refused);
      if (refusal !== null) return { exchange: refusal, explanation: REFUSED };
      return { exchange: null, explanation: result.ok ? null : await why(result.error, signal) };
    } finally {
      fleet.close();
    }
  };

  const fleet = createFleetClient({ baseUrl, fetch: session.fetch, Request: session.Request, retry: false });
  return {
    baseUrl,
    fleet,
    send,
    async login(name, password) {
      newcomer = name;
      try {
        await session.login({ username: name, password });
        return null;
      } catch (error) {
        return await why(error);
      }
    },
    async logout() {
      await session.logout();
    },
    explain: (error) => why(error),
    session: () => ({ ...session.snapshot(), username, rotations: session.stats().rotations }),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      fleet.close();
      await session[Symbol.asyncDispose]();
    },
  };
}

function inputOf({ path, query, headers, body }: ExampleRequest): object {
  return { path, query, headers, ...(body !== undefined && { body }) };
}

/** Calls an operation; a stream is over when `read` has what is shown of it. */
async function calling(
  fleet: FleetClient,
  operation: string,
  request: ExampleRequest,
  { signal, read }: { readonly signal: AbortSignal | undefined; readonly read: () => Promise<unknown> },
): Promise<{ readonly ok: boolean; readonly error?: unknown }> {
  let opened = (): void => {};
  const open = new Promise<void>((resolve) => (opened = resolve));
  const options = { signal, onOpen: () => opened(), reconnect: { maxFailures: 0 } };
  // The form is made from the contract's schemas, of which the types of the operations know nothing.
  const call = fleet.op(operation as OperationId, inputOf(request) as never, options as never);
  return "then" in call ? call : listen(call, open.then(read));
}

/** Opens a stream for as long as its response is read. */
async function listen(
  stream: AsyncIterable<unknown> & { close(): void },
  read: Promise<unknown>,
): Promise<{ readonly ok: boolean; readonly error: unknown }> {
  const events = stream[Symbol.asyncIterator]();
  const failed = events.next().then(
    () => null,
    (error: unknown) => error,
  );
  // Its first event may be long in coming, and what was read need not end with it.
  const error = (await Promise.race([failed, read.then(() => null)])) ?? (await read.then(() => null));
  stream.close();
  return { ok: error === null, error };
}

/** What is shown of a stream: so many events, or what comes in so many milliseconds or before it breaks off or is stopped. */
const SHOWN = { events: 5, ms: 10_000 };

async function readEvents(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const timer = setTimeout(() => void reader?.cancel(), SHOWN.ms);
  for (;;) {
    const piece = await reader?.read().catch(() => undefined);
    const { done, value } = piece ?? { done: true, value: undefined };
    text += decoder.decode(value, { stream: !done });
    const enough = (text.match(/^data:/gm)?.length ?? 0) >= SHOWN.events;
    if (!done && !enough) continue;
    clearTimeout(timer);
    if (enough) void reader?.cancel();
    return text;
  }
}

/**
 * A copy of a response, and when the response itself may be handed on: once a client knows why a stream is refused, it aborts the
 * request, and the copy with it.
 */
function copyOf(
  response: Response,
  tookMs: () => number,
): { readonly exchange: Promise<Exchange>; readonly complete: Promise<unknown> } {
  const exchange = readExchange(response.clone(), tookMs);
  // A copy that breaks off must not reject while nobody listens.
  const read = exchange.catch(() => null);
  return { exchange, complete: isStream(response) ? Promise.resolve() : read };
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type") === "text/event-stream";
}

async function readExchange(response: Response, tookMs: () => number): Promise<Exchange> {
  const body = isStream(response) ? await readEvents(response) : await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].map(([name, value]) => [name, name === "authorization" ? "bearer …" : value]),
    body,
    tookMs: Math.round(tookMs()),
  };
}

/** Null for an exchange that broke off, or for none. */
async function settled(exchange: Promise<Exchange> | null): Promise<Exchange | null> {
  return exchange === null ? null : exchange.catch(() => null);
}

/** Whether a request that may not read the answer gets one: the server is there, and its CORS headers are not. */
async function isReachable(fetch: Fetch, baseUrl: string): Promise<boolean> {
  try {
    await fetch(baseUrl, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(3000),
    });
    return true;
  } catch {
    return false;
  }
}
