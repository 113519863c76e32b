import { isIdempotent } from "@fleet-api/http";
import { type Fetch, parseUrl } from "../platform.ts";
import { bearer } from "../token-text.ts";

/** Kinds of body that can be sent any number of times. A stream, or an async iterable, can be read once only. */
export type ReplayableBody = Exclude<Body, ReadableStream>;

/** What a body may be. Derived, because the name of that type is known in browsers only. */
type Body = NonNullable<RequestInit["body"]>;

/** Whether a body can be sent twice. `null` is no body, which can; `undefined` is an unknown one. */
export function isReplayable(body: Body | null | undefined): body is ReplayableBody | null {
  if (typeof body !== "object" || body === null) return body !== undefined;
  // Not by class: a stream may come from another realm.
  return !("getReader" in body || Symbol.asyncIterator in body);
}

/** The body of any `Request`: `null` for none, else `undefined`, as it cannot be known. */
function plainBody({ body, method }: Request): null | undefined {
  // Not every browser has `Request.body`; where it is missing only the method tells that there is no body.
  return body === null || /^(GET|HEAD)$/.test(method) ? null : undefined;
}

/**
 * A `Request` that remembers what its body was made from, by reference, so that a call can be sent again without
 * `clone()`, which costs several times the request itself and buffers uploads twice. Give it to the client
 * (`createClient({ Request: session.Request })`, or `...session.bind()`).
 *
 * Limits: a stream body cannot be remembered. A plain `Request` that other middleware makes from this one does not
 * remember the body either: such middleware should use `session.Request`, or set headers on the request it is given.
 * If a buffer is changed after it was handed over, a repeated call sends the changed bytes.
 */
export class ReplayableRequest extends Request {
  readonly #body: ReplayableBody | null | undefined;

  constructor(input: Parameters<typeof fetch>[0], init?: RequestInit) {
    super(input, init);
    const given = init?.body ?? null;
    if (given === null && input instanceof Request) this.#body = ReplayableRequest.bodyOf(input);
    else if (isReplayable(given)) this.#body = given;
  }

  /**
   * Every `Request` passes for an instance. openapi-fetch takes what a middleware returns for a request only if it is an
   * instance of the class that it was given, and most middleware makes its requests with the platform's class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }

  /** The body to send of any `Request`: `null` for none, `undefined` when it cannot be known or cannot be sent twice. */
  static bodyOf(request: Request): ReplayableBody | null | undefined {
    return #body in request ? request.#body : plainBody(request);
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
  /** Whether the body can be sent a second time. */
  isReplayable(): boolean;
  /** Sends the call, with this token if there is one. The caller's input and init are left as they are. */
  send(token: string | undefined): Promise<Response>;
}

/** Reads what must be known of a request, and copies nothing. */
export function readTarget(request: Request): CallTarget {
  return {
    url: request.url,
    method: request.method.toUpperCase(),
    isClaimed: request.headers.has("authorization"),
    signal: () => request.signal,
    bodyText: () => textOf(ReplayableRequest.bodyOf(request)),
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
  readonly #transport: Fetch;

  constructor(url: string, init: RequestInit, headers: Readonly<Record<string, string>>, transport: Fetch) {
    this.url = url;
    this.method = (init.method ?? "GET").toUpperCase();
    this.#init = { ...init };
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
    return textOf(this.#init.body);
  }

  isIdempotent(): boolean {
    return isIdempotent(this.method, headerOf(this.#headers, "idempotency-key"));
  }

  isReplayable(): boolean {
    return isReplayable(this.#init.body ?? null);
  }

  send(token: string | undefined): Promise<Response> {
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

/** Reads `fetch` arguments without consuming or changing them. Throws the platform's error for an invalid URL. */
export function readCall(
  input: string | URL | Request,
  given: RequestInit | undefined,
  transport: Fetch,
): OutgoingCall {
  // As it is now: a replay is the same call, whatever the caller does with the object meanwhile.
  const init = given && { ...given };
  const request = typeof input === "object" && "url" in input ? input : undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const body = init?.body ?? (request ? ReplayableRequest.bodyOf(request) : null);
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();

  return {
    url: request ? request.url : absolute(String(input)),
    method,
    isClaimed: headers.has("authorization"),
    signal: () => init?.signal ?? request?.signal,
    bodyText: () => textOf(body),
    isIdempotent: () => isIdempotent(method, headers.get("idempotency-key")),
    isReplayable: () => isReplayable(body),
    send(token) {
      if (token === undefined) return transport(input, init);
      headers.set("authorization", bearer(token));
      // The Request fixed a multipart boundary that the body, encoded afresh, will not have.
      if (body instanceof FormData) headers.delete("content-type");
      // What is not known, such as a stream in a Request, stays where it is: no body given here means that one.
      const sent = { ...init, headers, body: body ?? null };
      if (request === undefined) return transport(input, sent);
      // These two go back to their defaults where a Request is read together with any init (Fetch standard, section 5.4).
      const { referrer, referrerPolicy } = request;
      return transport(input, { referrer, referrerPolicy, ...sent });
    },
  };
}

function textOf(body: unknown): string | undefined {
  return typeof body === "string" ? body : undefined;
}

function absolute(url: string): string {
  // A relative URL is resolved by the platform's own rules: against the document in a browser, an error elsewhere.
  return parseUrl(url)?.href ?? new Request(url).url;
}
