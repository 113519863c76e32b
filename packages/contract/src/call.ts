/// <reference lib="esnext.disposable" preserve="true" />
import type { CommonHeader, Pagination, Problem, ProblemCode } from "./generated/shared.ts";

/**
 * The shape of a call, as types: what the generated facade is written in and what the client implements.
 * There is no behaviour here.
 */

/** Options of one call, beside its parameters and body. */
export interface CallOptions {
  /** Aborts the call; the result is then `kind: "abort"`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until one request of the call is given up as `kind: "timeout"`. Default: the client's. */
  timeoutMs?: number | undefined;
  /** Milliseconds for the whole call, with its retries and the waits between them. Default: the client's. */
  deadlineMs?: number | undefined;
  /** How often the call may be sent again; 0 for never. Default: the client's. */
  retries?: number | undefined;
  /** Headers of this call, over those of the client. */
  headers?: NonNullable<RequestInit["headers"]> | undefined;
  /**
   * Sends the requests of this call instead of the client's `fetch`, which is also that of a session: such a call carries no
   * token unless `headers` has one.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** Key by which the service knows a repeated request. Default: made where the contract takes one. */
  idempotencyKey?: string | undefined;
}

/** What is known of a call beside its result. */
export interface CallMeta {
  /** The operation, for example `unitsListing`. */
  operationId: string;
  /** `X-Request-Id` of the response; null without one. Give it when you report a problem. */
  requestId: string | null;
  /** Requests that the client sent for it; a session may repeat each of them. */
  attempts: number;
  /** Milliseconds from the start of the call to its result. */
  durationMs: number;
}

/** The headers of an answer. Those that the contract documents for it come first where an editor completes names. */
export interface AnswerHeaders<Name extends string> extends Headers {
  get(name: Name | CommonHeader | (string & {})): string | null;
}

/** A successful result. An operation with several success statuses has a union of them, to be told apart by `status`. */
export interface Ok<Status extends number, Data, Header extends string = never> {
  /** Tells a success from every failure. */
  ok: true;
  /** Never there, so that `result.kind === "http"` compiles before `ok` is tested. */
  kind?: undefined;
  /** HTTP status of the response. */
  status: Status;
  /** Null for 304, which has no body. */
  data: Data;
  /** Never there, so that `const { data, error } = await call` compiles. */
  error?: undefined;
  /** Informational messages; empty when the response has none. */
  notices: readonly string[];
  /** Headers of the response. */
  headers: AnswerHeaders<Header>;
  /** Operation, request id, attempts and duration. */
  meta: CallMeta;
}

/** A successful result of a paged list. */
export interface OkPage<Status extends number, Item, Header extends string = never> extends Ok<Status, Item[], Header> {
  /** The page, its size, and the number of items in all. */
  pagination: Pagination;
}

/** The successes of a call without a condition: 304 is an answer to `If-None-Match` alone. */
export type Unconditional<Success> = Exclude<Success, { status: 304 }>;

/** An error that the contract documents: an RFC 9457 problem. */
export interface ProblemResult<Status extends number, Code extends ProblemCode, Header extends string = never> {
  /** Tells a failure from every success. */
  ok: false;
  /** The service answered with a problem. */
  kind: "http";
  /** HTTP status of the response; it narrows `error.code`. */
  status: Status;
  /** Never there. */
  data?: undefined;
  /** Switch on `error.code`. */
  error: Problem & { code: Code };
  /** Headers of the response. */
  headers: AnswerHeaders<Header>;
  /** Operation, request id, attempts and duration. */
  meta: CallMeta;
}

/**
 * Why a call failed, where the service did not answer with a problem:
 * - `unexpected`: a status that the contract does not document, or a body that is not what it says; without a status, a
 *   redirected write, which may have been carried out or not, or a `fetch` that failed otherwise than networks do
 * - `decode`: a documented status whose body is not valid JSON
 * - `network`: no response, or one that was cut off; `status` is that of the latter
 * - `timeout`: no complete response in time; `status` is that of a response whose body did not come
 * - `abort`: aborted by the caller's signal or by `fetch`, or the client was closed
 * - `auth`: the session gave up, for example because the password was rejected; `cause` is its `AuthError`
 * - `request`: the call itself is wrong, for example a path parameter that would leave its path; nothing was sent
 */
export type FailureKind = "unexpected" | "decode" | "network" | "timeout" | "abort" | "auth" | "request";

/** A failure that the contract does not describe: no answer, or one that breaks the contract. */
export interface FailureResult {
  /** Tells a failure from every success. */
  ok: false;
  /** Why there is no documented answer. */
  kind: FailureKind;
  /** HTTP status; null without a response. It is known, like `headers`, when the body was cut off or came too late. */
  status: number | null;
  /** Never there. */
  data?: undefined;
  /** What `orThrow()` rejects with. */
  error: FleetError<FailureKind, FailureKind>;
  /** Headers of the response; null without one. */
  headers: Headers | null;
  /** Operation, request id, attempts and duration. */
  meta: CallMeta;
}

/** What kind of failure it is: `http` for a problem of the contract. */
export type FleetErrorKind = "http" | FailureKind;

/** What programs switch on: the code of the problem for `http`, else the kind itself. */
export type FleetErrorCode = ProblemCode | FailureKind;

/** The one error of the client: thrown by `orThrow()` and while iterating, and the `error` of a {@link FailureResult}. */
export interface FleetError<
  Kind extends FleetErrorKind = FleetErrorKind,
  Code extends FleetErrorCode = FleetErrorCode,
> extends Error {
  readonly name: "FleetError";
  readonly kind: Kind;
  /** Stable code: the problem's for kind `http`, else the kind. */
  readonly code: Code;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** The operation, for example `unitsListing`. */
  readonly operationId: string;
  /** `X-Request-Id` of the answer; null without one. */
  readonly requestId: string | null;
  /** The RFC 9457 problem that the service answered with; null without one. */
  readonly problem: Problem | null;
  /** The abort reason, the network error or the `AuthError` behind it. */
  readonly cause?: unknown;
  /** What may be logged. */
  toJSON(): Record<string, unknown>;
}

/**
 * A call: a promise of its result, which is sent at once, whether it is awaited or not, and never rejects. Two calls made
 * one after the other run at the same time. What is done to the input afterwards changes nothing.
 */
export interface Call<Success, Failure> extends Promise<Success | Failure> {
  /** A promise of the success, of whichever status; it rejects with a {@link FleetError} for any failure. */
  orThrow(): Promise<Success>;
  /** The result together with the response that it was read from; its body has been read. Null without a response. */
  withResponse(): Promise<{ result: Success | Failure; response: Response | null }>;
}

/**
 * A call of a paged list. Its request is sent at once, like that of every call. Await the call for that one page; iterate
 * it for the items of that page and of all that follow. Each iteration starts with the page of the call and requests the
 * pages after it, so iterating twice requests the first page once. Each step throws a `FleetError` when a page fails.
 *
 * An iteration that ends early cancels its own requests. The request of the call belongs to the call: only the signal in
 * the options of the call, its time limits and `close()` end it. It has been sent even if an iteration needs no page, as
 * with `limit: 0` or with options that are refused.
 */
export interface PagedCall<Success, Failure, Item> extends Call<Success, Failure>, AsyncIterable<Item> {
  /** The pages from the asked one on, as successful results, without items that came before. */
  pages(options?: PaginateOptions<Item>): AsyncIterable<Success>;
  /** Every item from the asked page on. */
  items(options?: PaginateOptions<Item>): AsyncIterable<Item>;
  /** Every item from the asked page on, at most `limit`. */
  toArray(options?: PaginateOptions<Item>): Promise<Item[]>;
}

/**
 * How a paged list is iterated. The guide on paging says what an iteration promises while rows come and go;
 * `@fleet-api/client/paginate` has iterations that miss nothing and can be resumed.
 */
export interface PaginateOptions<Item = unknown> {
  /**
   * Pages to fetch ahead, 0 to 4; also the most requests in flight. Begins when the first page has told how many there
   * are. Of a list with cursors at most one page is fetched ahead. Default 0: a page is fetched when it is wanted.
   */
  prefetch?: number | undefined;
  /** Most items to hand out, a whole number; the last page is cut. Default: all. */
  limit?: number | undefined;
  /** Most pages to hand out, a whole number. Default: all. */
  maxPages?: number | undefined;
  /**
   * Ends the iteration with a `FleetError` of kind `abort`, and its requests. The request of the call itself goes on: it
   * has the signal of the call.
   */
  signal?: AbortSignal | undefined;
  /** Told after each page that the caller is done with. It only watches: what it throws is dropped. */
  onProgress?: ((progress: PaginateProgress) => unknown) | undefined;
  /**
   * What tells items apart: unique in the list, and the same whenever the item is read. Default: the item's `id`.
   * Items without a key (null, undefined) are never taken for repeated ones.
   */
  keyOf?: ((item: Item) => string | number | bigint | null | undefined) | undefined;
}

/** How far an iteration has come. */
export interface PaginateProgress {
  /** Page of the list up to which items were handed out, 1-based; of a list with cursors, how many pages were. */
  page: number;
  /** How many pages the list has; null when the service does not tell. */
  pages: number | null;
  /** Items handed out. */
  retrieved: number;
  /** Items in the list by its newest answer; null when the service does not tell. */
  total: number | null;
}

/**
 * A stream of events, to be iterated once. It connects with the first step, reads only when it is asked for the next
 * event, connects again when the connection ends, and closes the connection when the loop is left.
 */
export interface EventStream<Event> extends AsyncIterable<Event> {
  /** The id of the last event that was handed out; where nothing was, the id to begin after. */
  readonly lastEventId: string;
  /** Ends the stream: a step under way ends without an event. May be called at any time and again. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Options of a stream of events. */
export interface StreamOptions {
  /** Where to resume: the `id` of the last event that was dealt with. Sent as `Last-Event-ID`. */
  lastEventId?: string | undefined;
  /** Ends everything; what waits then throws a `FleetError` of kind `abort`. */
  signal?: AbortSignal | undefined;
  /** Headers of every request, over those of the client. */
  headers?: NonNullable<RequestInit["headers"]> | undefined;
  /**
   * Connects again when nothing came for that many milliseconds, neither the head of the response nor a comment; 0 waits for
   * ever, also on a connection that died silently. Default 45 000, three times the heartbeat of the service.
   */
  idleMs?: number | undefined;
  /** How long it waits before it connects again, and how often it tries. */
  reconnect?: ReconnectOptions | undefined;
  /** Told about each connection that is open. It only watches: what it throws or rejects with is dropped. */
  onOpen?: ((connection: { readonly lastEventId: string }) => void) | undefined;
  /** Told before the pause in front of each new connection. It only watches: what it throws or rejects with is dropped. */
  onReconnect?: ((reconnect: Reconnect) => void) | undefined;
}

/** How a stream reconnects. */
export interface ReconnectOptions {
  /** Milliseconds, the longest first pause, until the service says another (`retry`). Default 3 000. */
  readonly baseMs?: number | undefined;
  /**
   * Milliseconds, the longest pause of our own. Pauses double with each connection in a row that ends soon, even with
   * `retry: 0`; for a service that is meant to be polled in this way, choose a small one. Default 60 000.
   */
  readonly capMs?: number | undefined;
  /**
   * Connections in a row that may give no event before the stream throws, those of a minute and more apart: a whole
   * number. Default: no limit; 0: none may.
   */
  readonly maxFailures?: number | undefined;
  /** Milliseconds, the longest pause that a service may ask for; more ends the stream. Default 600 000. */
  readonly maxPauseMs?: number | undefined;
}

/** Why and when a stream connects again. */
export interface Reconnect {
  /** What ended the connection; null when the service ended it in an orderly way. */
  readonly error: FleetError | null;
  /** Connections in a row that gave no event and did not last a minute. */
  readonly failures: number;
  /** Milliseconds until the next try. */
  readonly delayMs: number;
  readonly lastEventId: string;
}

/** Input of an operation that takes none: no member fits. */
export interface EmptyInput {
  path?: never;
  query?: never;
  headers?: never;
  body?: never;
}

/** Input of a call without a condition, whose result is therefore never 304. */
export interface NoCondition {
  headers?: { "If-None-Match"?: undefined } | undefined;
}

/** The condition of a read: an entity tag of an earlier result. */
export interface IfNoneMatch<Condition extends string | undefined> {
  headers?: { "If-None-Match"?: Condition } | undefined;
}

/** What a read gives without a condition, and with one: `status` is then 304 and `data` null if nothing has changed. */
export type ByCondition<Condition, Without, With> = [Condition] extends [undefined] ? Without : With;

/** The envelope of a successful JSON response. Source description, section 1. */
export interface Envelope<Data> {
  /** The requested resource or the result of the operation. */
  data: Data;
  /** Informational messages about a successful operation. */
  notices?: string[];
}

/** The envelope of a paged list. Source description, sections 1 and 8. */
export interface PagedEnvelope<Item> extends Envelope<Item[]> {
  pagination: Pagination;
}
