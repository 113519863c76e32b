import { listenOnLoopback, type LoopbackServer } from "./loopback.ts";

/** When the server sends another token: a chain that rotates with time, a new one per response, or the chain's newest only to requests with an older one. */
export type MintPolicy = "chain" | "per-response" | "stale-only";

/** Whether the token of a response is chosen when the request arrives or when the response is sent. */
export type MintPosition = "start" | "end";

/** How one request fails. */
export type ServerFault =
  /** This status, without a token. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Served, but never responded to, until the caller aborts. */
  | { readonly kind: "hang" }
  /** Served, then the connection breaks. */
  | { readonly kind: "network" }
  /** Not served: 307 to this address. */
  | { readonly kind: "redirect"; readonly to: string }
  /** Served, but a page of another origin cannot read the `Authorization` header. */
  | { readonly kind: "hide_token" };

/** One request as the server saw it. */
export interface ServedRequest {
  /** Method and path below the base URL: `GET /units/listing`. */
  readonly operation: string;
  /** The token that was sent, without scheme. */
  readonly token: string | undefined;
  readonly headers: Headers;
  /** The body as text. */
  readonly body: string;
}

/** Where delays come from. `virtualTime()` is one. */
export interface Scheduler {
  now(): number;
  at(delay: number, run: () => void): void;
}

/** Options of `rotatingServer`. */
export interface RotatingServerOptions {
  /** Base URL that `fetch` serves. Default `https://fleet.example.com/api/v1`. */
  readonly baseUrl?: string;
  /** Default `per-response`. */
  readonly policy?: MintPolicy;
  /** Default `end`. */
  readonly position?: MintPosition;
  /** Age in scheduler milliseconds at which a chain moves on. Default 40. */
  readonly rotateAfterMs?: number;
  /** The token with a serial number. Default `T<serial>`, which tells no order to `compareTokens`. */
  readonly nameToken?: (serial: number) => string;
  /** The token that is current at the start and known to clients; `undefined`: none. Default none. */
  readonly firstToken?: string;
  /** With it requests take time: `delay` to the server, and back. Default: none. */
  readonly scheduler?: Scheduler;
  /** Scheduler milliseconds of one way. Default 0. */
  readonly delay?: () => number;
  /** Decides how a request fails; called when it arrives. */
  readonly fault?: (request: ServedRequest) => ServerFault | undefined;
}

/** A service of one user that rotates tokens as its options say. */
export interface RotatingServer {
  readonly baseUrl: string;
  /** Serves requests in this process: for the `fetch` option of `createAuth`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Serves the same state on a loopback port, with CORS headers. Node only. */
  listen(): Promise<LoopbackServer>;
  /** Every request, in order of arrival. */
  readonly requests: readonly ServedRequest[];
  /** How often an operation was called. */
  count(operation: string): number;
  /** Logins that were granted. */
  logins(): number;
  /** The newest token that was issued, or `undefined`. */
  newest(): string | undefined;
  /** Every token that was issued, oldest first. */
  readonly issued: readonly string[];
  /** From now on no token issued so far is accepted. */
  expire(): void;
  /** Rotates now. Returns the new token. */
  rotate(): string;
}

/**
 * Fake of the service's authentication (source description, sections 4 and 5): `POST /auth/login` responds with a token
 * in the `Authorization` response header, every other operation needs one and may respond with a newer one,
 * `GET /auth/token` responds with the current one, `POST /auth/logout` ends the session. Anything else responds 200 with
 * `{ data: { operation, body } }`.
 */
export function rotatingServer(options: RotatingServerOptions = {}): RotatingServer {
  const { baseUrl = "https://fleet.example.com/api/v1", scheduler, delay = () => 0 } = options;
  const mint = createMint(options);
  const requests: ServedRequest[] = [];

  const travel = (): Promise<void> =>
    scheduler === undefined ? Promise.resolve() : new Promise((resolve) => scheduler.at(delay(), resolve));

  const serve = async (request: ServedRequest): Promise<Response> => {
    const chosen = options.position === "start" && mint.accepts(request) ? mint.handOut(request.token) : undefined;
    await travel();
    const given = (token: string | undefined, body: unknown): Response =>
      Response.json(body, token === undefined ? {} : { headers: { authorization: `bearer ${token}` } });
    if (request.operation === "POST /auth/login") return given(mint.logIn(), { data: {} });
    if (!mint.accepts(request)) return Response.json({ code: "unauthenticated" }, { status: 401 });
    if (request.operation === "POST /auth/logout") {
      mint.expire();
      return new Response(null, { status: 204 });
    }
    const token = options.position === "start" ? chosen : mint.handOut(request.token);
    if (request.operation === "GET /auth/token") return given(token, { data: { token: `bearer ${mint.newest()}` } });
    return given(token, { data: { operation: request.operation, body: request.body } });
  };

  const respond = async (input: Request, base: string): Promise<Response> => {
    await travel();
    const request = await describe(input, base);
    requests.push(request);
    const fault = options.fault?.(request);
    if (fault?.kind === "status")
      return new Response(null, { status: fault.status, ...(fault.headers && { headers: fault.headers }) });
    if (fault?.kind === "redirect") return new Response(null, { status: 307, headers: { location: fault.to } });
    const response = await serve(request);
    if (fault?.kind === "hang") return new Promise<Response>(() => undefined);
    if (fault?.kind === "network") throw new TypeError("fetch failed");
    if (fault?.kind === "hide_token") response.headers.set("x-hide-token", "1");
    await travel();
    return response;
  };

  return {
    baseUrl,
    requests,
    issued: mint.issued,
    newest: mint.newest,
    logins: mint.logins,
    expire: mint.expire,
    rotate: mint.rotate,
    count: (operation) => requests.filter((request) => request.operation === operation).length,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      return untilAborted(request.signal, respond(request, baseUrl).then(asSeenFromAnotherOrigin));
    },
    listen: () => listenOnLoopback(new URL(baseUrl).pathname, respond),
  };
}

/** The tokens: which are accepted, which is newest, and who gets one when. */
function createMint(options: RotatingServerOptions) {
  const { policy = "per-response", rotateAfterMs = 40, nameToken = (serial) => `T${serial}`, firstToken } = options;
  const now = (): number => options.scheduler?.now() ?? 0;
  const issued: string[] = firstToken === undefined ? [] : [firstToken];
  const accepted = new Set(issued);
  let mintedAt = 0;
  let serial = 0;
  let logins = 0;

  const rotate = (): string => {
    const token = nameToken(++serial);
    mintedAt = now();
    issued.push(token);
    accepted.add(token);
    return token;
  };
  return {
    issued,
    rotate,
    newest: () => issued.at(-1),
    logins: () => logins,
    accepts: ({ token }: ServedRequest) => token !== undefined && accepted.has(token),
    expire: () => accepted.clear(),
    logIn(): string {
      logins++;
      return rotate();
    },
    handOut(sent: string | undefined): string | undefined {
      if (policy === "per-response") return rotate();
      if (now() - mintedAt > rotateAfterMs) rotate();
      const newest = issued.at(-1);
      return policy === "stale-only" && sent === newest ? undefined : newest;
    },
  };
}

async function describe(request: Request, baseUrl: string): Promise<ServedRequest> {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  const token = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return { operation: `${request.method} ${path}`, token, headers: request.headers, body: await request.text() };
}

/** What the platform does when a header is not exposed: the header is not there, and the response says `cors`. */
function asSeenFromAnotherOrigin(response: Response): Response {
  if (!response.headers.has("x-hide-token")) return response;
  response.headers.delete("x-hide-token");
  response.headers.delete("authorization");
  return Object.defineProperty(response, "type", { value: "cors" });
}

function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
