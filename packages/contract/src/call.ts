/**
 * The shape of a call, as types: what the generated facade is written in and what the client implements.
 * There is no behaviour here.
 */
import type { components } from "./generated/schema.ts";

type Schemas = components["schemas"];

/** Options of one call, beside its parameters and body. */
export interface CallOptions {
  /** Aborts the call; the result is then `kind: "abort"`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up as `kind: "timeout"`. Default: the client's. */
  timeoutMs?: number | undefined;
}

/** What is known of a call beside its result. */
export interface CallMeta {
  /** The operation, for example `unitsListing`. */
  operationId: string;
  /** `X-Request-Id` of the response; null without one. Give it when you report a problem. */
  requestId: string | null;
}

/** A successful result. */
export interface Ok<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  /** Informational messages; empty when the response has none. */
  notices: readonly string[];
  headers: Headers;
  meta: CallMeta;
}

/** A successful result of a paged list. */
export interface OkPage<Status extends number, Item> extends Ok<Status, Item[]> {
  pagination: Schemas["Pagination"];
}

/** An error that the contract documents: an RFC 9457 problem. */
export interface ProblemResult<Status extends number, Code extends Schemas["ProblemCode"]> {
  ok: false;
  kind: "http";
  status: Status;
  /** Switch on `error.code`. */
  error: Schemas["Problem"] & { code: Code };
  headers: Headers;
  meta: CallMeta;
}

/** A result that the contract does not describe: no answer, or one that breaks the contract. */
export interface BrokenResult {
  ok: false;
  /**
   * - `unexpected`: a status that the contract does not document, or a body that is not what it says
   * - `decode`: a documented status whose body is not valid JSON
   * - `network`: no answer
   * - `timeout`: no answer in time
   * - `abort`: the caller's signal
   * - `auth`: the fetch of the auth package gave up, for example because the password was rejected
   * - `request`: the call itself is wrong, for example a path parameter that would leave its path; nothing was sent
   */
  kind: "unexpected" | "decode" | "network" | "timeout" | "abort" | "auth" | "request";
  /** HTTP status, if there was an answer. */
  status: number | null;
  error: CallError;
  headers: Headers | null;
  meta: CallMeta;
}

/** The error of a result that is no problem of the contract. */
export interface CallError extends Error {
  /** Stable code, for example `timeout`. */
  code: string;
}

/** A call under way: await it for the result, or take the data or an exception. */
export interface Call<Success, Failure> extends PromiseLike<Success | Failure> {
  /** Resolves with the success; throws a `FleetError` otherwise. */
  orThrow(): Promise<Success>;
}

/**
 * A call of a paged list. Await it for the one page that was asked for; iterate it for the items of that page
 * and of all that follow; each step throws a `FleetError` when a page fails.
 */
export interface PagedCall<Success, Failure, Item> extends Call<Success, Failure>, AsyncIterable<Item> {
  /** The pages from the asked one on, as successful results. */
  pages(): AsyncIterable<Success>;
  /** Every item from the asked page on, at most `limit`. */
  toArray(options?: { limit?: number }): Promise<Item[]>;
}

/** Input of an operation that takes none: no member fits. */
export interface EmptyInput {
  path?: never;
  query?: never;
  body?: never;
}
