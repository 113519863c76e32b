import { isIdempotent } from "@fleet-api/http";
import { AuthError } from "../errors.ts";
import { type Fetch, parseUrl } from "../platform.ts";
import { bearer } from "../token-text.ts";
import { CallBody, noBody, type ReplayObstacle, unknownBody } from "./body.ts";

/** The body of any `Request`. */
function plainBody({ body, method }: Request): CallBody {
  // Not every browser has `Request.body`; where it is missing only the method tells that there is no body.
  return body === null || /^(GET|HEAD)$/.test(method) ? noBody : unknownBody;
}

/**
 * A `Request` that remembers what its body was made from, so that a call can be sent again without
 * `clone()`, which costs several times the request itself and buffers uploads twice. Give it to the client
 * (`createClient({ Request: session.Request })`, or `...session.bind()`).
 *
 * Limits: a stream body cannot be remembered. A plain `Request` that other middleware makes from this one does not
 * remember the body either: such middleware should use `session.Request`, or set headers on the request it is given.
 * If a buffer is changed after it was given, the call is sent as it was made, and not again.
 */
export class ReplayableRequest extends Request {
  readonly #body: CallBody;

  constructor(input: Parameters<typeof fetch>[0], init?: RequestInit) {
    super(input, init);
    const given = init?.body ?? null;
    if (given !== null) this.#body = CallBody.ofRequest(given);
    else this.#body = input instanceof Request ? ReplayableRequest.bodyOf(input) : noBody;
  }

  /**
   * Every `Request` passes for an instance. openapi-fetch takes what a middleware returns for a request only if it is an
   * instance of the class that it was given, and most middleware makes its requests with the platform's class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }

  /** The body of any `Request`, as it was when the request was made. */
  static bodyOf(request: Request): CallBody {
    return #body in request ? request.#body : plainBody(request);
  }

  /** A `fetch` of another library, such as node-fetch, treats a `Request` of any other class as a URL. */
  override toString(): string {
    return this.url;
  }
}

/** What the session must know of a call that somebody else sends. */
export interface CallTarget {
  /** Absolute, serialised URL. */
  readonly url: string;
  /** Method in capitals. */
  readonly method: string;
  /** The caller set an Authorization header: the session leaves the call alone. */
  readonly isClaimed: boolean;
  /** The caller's signal, read only where it matters: on some platforms the getter creates it. */
  signal(): AbortSignal | undefined;
  /** The body if it is a text. */
  bodyText(): string | undefined;
}

/** A call that the session sends: where it goes, whether it can be sent again, and how to send it. */
export interface OutgoingCall extends CallTarget {
  /** May be sent twice by RFC 9110 section 9.2.2, or because it carries an `Idempotency-Key`. */
  isIdempotent(): boolean;
  /** Why the body cannot be sent a second time, if it cannot. */
  replayObstacle(): ReplayObstacle | undefined;
  /**
   * Sends the call, with this token if there is one. The caller's input and init are left as they are. Rejects with
   * `replay_impossible` if the body was changed while the call waited.
   */
  send(token: string | undefined): Promise<Response>;
}

/** Reads what must be known of a request, and copies nothing. */
export function readTarget(request: Request): CallTarget {
  return {
    url: request.url,
    method: request.method.toUpperCase(),
    isClaimed: request.headers.has("authorization"),
    signal: () => request.signal,
    bodyText: () => ReplayableRequest.bodyOf(request).text,
  };
}

/** As {@link readCall}, and faster for a call that is plain. `prefix` is the base URL of the session, serialised. */
export function readFetchCall(
  input: string | URL | Request,
  init: RequestInit | undefined,
  transport: Fetch,
  prefix: string,
): OutgoingCall {
  const headers = init?.headers;
  if (typeof input === "string" && headers && isPlainRecord(headers) && isSerialised(input, prefix)) {
    // The boundary of a form is up to the platform.
    if (!(init.body instanceof FormData)) return new PlainCall(input, init, headers, transport);
  }
  return readCall(input, init, transport);
}

/**
 * A call to a serialised URL with headers in a record, as the client of this project makes them: what other calls need to be
 * parsed and copied is at hand.
 */
class PlainCall implements OutgoingCall {
  readonly url: string;
  readonly method: string;
  readonly #init: RequestInit;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #body: CallBody;
  readonly #transport: Fetch;

  constructor(url: string, init: RequestInit, headers: Readonly<Record<string, string>>, transport: Fetch) {
    this.url = url;
    const copy = copyInit(init);
    this.method = (copy.method ?? "GET").toUpperCase();
    this.#body = copy.body == null ? noBody : new CallBody(copy.body);
    this.#init = copy.body == null ? copy : { ...copy, body: this.#body.value ?? null };
    this.#headers = { ...headers };
    this.#transport = transport;
  }

  get isClaimed(): boolean {
    return headerOf(this.#headers, "authorization") !== undefined;
  }

  signal(): AbortSignal | undefined {
    return this.#init.signal ?? undefined;
  }

  bodyText(): string | undefined {
    return this.#body.text;
  }

  isIdempotent(): boolean {
    return isIdempotent(this.method, headerOf(this.#headers, "idempotency-key"));
  }

  replayObstacle(): ReplayObstacle | undefined {
    return this.#body.obstacle;
  }

  async send(token: string | undefined): Promise<Response> {
    assertUnchanged(this.#body);
    if (token === undefined) return this.#transport(this.url, this.#init);
    return this.#transport(this.url, { ...this.#init, headers: { ...this.#headers, authorization: bearer(token) } });
  }
}

/** Whether headers are an object of names and values that HTTP allows; a `Headers` or a list of pairs can be iterated. */
function isPlainRecord(headers: NonNullable<RequestInit["headers"]>): headers is Record<string, string> {
  if (Symbol.iterator in headers) return false;
  return Object.entries(headers).every(
    ([name, value]: [string, unknown]) => headerName.test(name) && typeof value === "string" && headerValue.test(value),
  );
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible ASCII and blanks between them; what a platform may trim or refuse is left to it. */
const headerValue = /^(?:[!-~]+(?: [!-~]+)*)?$/;

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.keys(headers).find((each) => each.length === name.length && each.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

/** Characters that a URL parser leaves as they are, in a path and in a query. */
const plain = /^\/[\w!$&()*+,;=:@%~./?-]*$/;
const dotSegment = /\/(?:\.|%2e)/i;

/** Whether a text is within the base URL and is what a URL parser would make of it: no dot segments, nothing to encode. */
function isSerialised(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false;
  const rest = url.slice(prefix.length);
  return plain.test(rest) && !dotSegment.test(rest);
}

/** Members that an init may inherit: a `Request` has them as getters of its prototype. */
const inherited = [
  ...(["method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy"] as const),
  ...(["integrity", "keepalive", "signal"] as const),
];

/** The init as it is now, with what it inherits, as `fetch` reads it. */
function copyInit(given: RequestInit): RequestInit {
  const copy: Record<string, unknown> = { ...given };
  // As if it were not given.
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype === Object.prototype || prototype === null) return copy;
  for (const name of inherited) if (!(name in copy) && given[name] !== undefined) copy[name] = given[name];
  // `fetch` requires it for a stream.
  if (copy["body"] instanceof ReadableStream) copy["duplex"] = "half";
  return copy;
}

/** Reads `fetch` arguments without consuming or changing them. Throws the platform's error for an invalid URL. */
export function readCall(
  input: string | URL | Request,
  given: RequestInit | undefined,
  transport: Fetch,
): OutgoingCall {
  // As it is now: a replay is the same call, whatever the caller does with the object meanwhile.
  const init = given && copyInit(given);
  const request = typeof input === "object" && "url" in input ? input : undefined;
  const target = request ?? String(input);
  const headers = new Headers(init?.headers ?? request?.headers);
  const body = bodyOf(request, init);
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();

  return {
    url: typeof target === "string" ? absolute(target) : target.url,
    method,
    isClaimed: headers.has("authorization"),
    signal: () => (init && "signal" in init ? (init.signal ?? undefined) : request?.signal),
    bodyText: () => body.text,
    isIdempotent: () => isIdempotent(method, headers.get("idempotency-key")),
    replayObstacle: () => body.obstacle,
    async send(token) {
      if (token === undefined) return transport(target, init);
      headers.set("authorization", bearer(token));
      // The Request fixed a multipart boundary that the body, encoded afresh, will not have.
      if (body.value instanceof FormData) headers.delete("content-type");
      if (request === undefined || init?.body != null) assertUnchanged(body);
      // A body that is not known, or was changed, stays in its Request: no body given here means that one.
      const sent = { ...init, headers, body: body.obstacle === "changed" ? null : (body.value ?? null) };
      if (request === undefined) return transport(target, sent);
      // These go back to their defaults where a Request is read together with any init (Fetch standard, section 5.4), or where
      // a `fetch` of another library sees only its URL.
      const { referrer, referrerPolicy, signal, method: verb } = request;
      return transport(target, { referrer, referrerPolicy, signal, method: verb, ...sent });
    },
  };
}

function bodyOf(request: Request | undefined, init: RequestInit | undefined): CallBody {
  if (init?.body != null) return new CallBody(init.body);
  return request ? ReplayableRequest.bodyOf(request) : noBody;
}

function assertUnchanged(body: CallBody): void {
  if (body.obstacle !== "changed") return;
  throw new AuthError(
    "replay_impossible",
    "the body was changed while the call waited: send it again, and leave its body alone",
  );
}

/** Members of a `Request` that are options of `fetch` as well. */
const members = [
  "method",
  "redirect",
  "credentials",
  "mode",
  "cache",
  "integrity",
  "keepalive",
  "referrerPolicy",
] as const;

/**
 * A `Request` of another realm or library. The platform's `fetch` would take it for a URL that it cannot parse, and throw.
 */
export function isForeignRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "url" in input && !(input instanceof Request);
}

/** The options that make the platform's `fetch` send the same as such a request. Reads its body. */
export async function readForeignRequest(
  request: Request,
  given: RequestInit | undefined,
  follow: (signal: AbortSignal) => AbortSignal,
): Promise<RequestInit> {
  const init = given && copyInit(given);
  const headers = new Headers();
  // Not every class of headers can be iterated.
  request.headers.forEach((value, name) => headers.append(name, value));
  const own = members.flatMap((name) => (request[name] ? [[name, request[name]]] : []));
  const hasBody = init?.body == null && ReplayableRequest.bodyOf(request) !== noBody;
  const body = hasBody ? await request.arrayBuffer() : null;
  const signal = request.signal && follow(request.signal);
  return { ...Object.fromEntries(own), headers, body, signal, ...init };
}

function absolute(url: string): string {
  // A relative URL is resolved by the platform's own rules: against the document in a browser, an error elsewhere.
  return parseUrl(url)?.href ?? new Request(url).url;
}
