import type {
  CallMeta,
  FailureKind,
  FailureResult,
  Ok,
  OkPage,
  Pagination,
  Problem,
  ProblemCode,
  ProblemResult,
} from "@fleet-api/contract";
import { type ErrorFacts, FleetError } from "../errors.ts";

/** A success of any paged operation. */
export type AnyPage = OkPage<number, unknown>;

/** A success of any operation; the generated facade types are narrower. */
export type AnySuccess = Ok<number, unknown> & { pagination?: Pagination };

/** A failure of any operation. */
export type AnyFailure = ProblemResult<number, ProblemCode> | FailureResult;

/** The result of any operation. */
export type AnyResult = AnySuccess | AnyFailure;

/** Status and headers of a response: the response itself, or null for none. */
type Head = Pick<Response, "status" | "headers"> | null;

/**
 * What results are made on top of, so that `headers` is there but not enumerable: the headers of a response may hold the
 * newest access token, and results get logged.
 */
class Result {
  declare readonly headers: Headers | null;
  readonly #head: Head;

  constructor(head: Head) {
    this.#head = head;
    // An own property, so that it is there through a proxy, such as those of Vue.
    Object.defineProperty(this, "headers", { value: head?.headers ?? null });
  }

  /** Node and Bun print what is in it, without the name of a class. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    return { ...this };
  }

  static responseOf(result: object): Response | null {
    const head = #head in result ? result.#head : null;
    return head && "text" in head ? (head as Response) : null;
  }

  static withMeta(result: AnyResult, meta: CallMeta): AnyResult {
    const { status, headers } = result;
    const head = #head in result ? result.#head : status === null || headers === null ? null : { status, headers };
    return Object.assign(new Result(head), result, { meta });
  }

  static withResponse(result: AnyResult, seen: readonly AnyResult[]): AnyResult {
    const isCopy = !(#head in result) && !("headers" in result);
    if (!isCopy) return result;
    const original = seen.find(({ meta }) => meta === Object(result).meta) ?? seen.at(-1);
    const head = original && #head in original && original.status === Object(result).status ? original.#head : null;
    return Object.assign(new Result(head), result);
  }
}

/** The response behind a result; its body has been read. Null when there was none. */
export const { responseOf } = Result;

/** The same result with another meta, and the same response behind it. */
export const { withMeta } = Result;

/**
 * A result that a middleware has copied with `{ ...result }`, with the headers and the response that such a copy loses: those
 * of the result with the same meta among `seen`, else of the last one. Returns any other result as it is.
 */
export const { withResponse } = Result;

function metaOf(operationId: string, head: Head): CallMeta {
  return { operationId, requestId: head?.headers.get("x-request-id") ?? null, attempts: 0, durationMs: 0 };
}

/** What a success holds. */
export type SuccessContent = Pick<AnySuccess, "data" | "notices" | "pagination">;

/** A success. The members stand in the order in which they are printed. */
export function successResult(
  operationId: string,
  head: NonNullable<Head>,
  { data, pagination, notices }: SuccessContent,
): AnySuccess {
  const result: Result & Partial<Omit<AnySuccess, "headers">> = new Result(head);
  result.ok = true;
  result.data = data;
  if (pagination) result.pagination = pagination;
  result.notices = notices;
  result.status = head.status;
  result.meta = metaOf(operationId, head);
  return result as AnySuccess;
}

/** A failure that the contract documents. */
export function problemResult(operationId: string, head: NonNullable<Head>, error: Problem): AnyFailure {
  const content = { ok: false, kind: "http", error, status: head.status, meta: metaOf(operationId, head) };
  return Object.assign(new Result(head), content) as AnyFailure;
}

/** Any failure that the contract does not describe, with the error that says why. */
export function failureResult(
  operationId: string,
  { kind, message, cause }: Pick<ErrorFacts, "kind" | "message"> & { readonly cause?: unknown },
  head: Head = null,
  problem: Problem | null = null,
): FailureResult {
  const meta = metaOf(operationId, head);
  const status = head?.status ?? null;
  const error = new FleetError<FailureKind>(message, { ...meta, kind, status, problem, cause });
  return Object.assign(new Result(head), { ok: false as const, kind, error, status, meta });
}

/** Whether it is a success with a page: of a list by page, the only other one is a 304. */
export function isPage(result: AnyResult): result is AnyPage {
  return result.ok && result.pagination !== undefined;
}

/** The success; throws the error of a failure. */
export function successOf(result: AnyResult): AnySuccess {
  if (result.ok) return result;
  throw errorOf(result);
}

/** The error that says what a failure says. */
export function errorOf(failure: AnyFailure): FleetError {
  if (failure.kind !== "http") return failure.error;
  const { status, error, meta } = failure;
  return new FleetError(`${status} ${error.code}: ${error.detail}`, { ...meta, kind: "http", status, problem: error });
}

/** A copy of a page with these rows. Who gets it may change it: the response stays as it was. */
export function withRows(page: AnyPage, rows: readonly unknown[]): AnyPage {
  return pageWith(page, rows, page.pagination);
}

/**
 * The result of a list as an iteration reads it, copied: that of a list by cursor gets its items as `data`, and as `pagination`
 * what its `data` was. A result without a page stays as it is, also one that says that there is more, but not where.
 */
export function toPage(result: AnyResult, cursorList: string | undefined): AnyResult {
  if (!result.ok) return result;
  if (isPage(result)) return Array.isArray(result.data) ? withRows(result, result.data) : result;
  const data: Record<string, unknown> = Object(result.data);
  const rows = data[cursorList ?? ""];
  const isSound = data["has_more"] === true ? typeof data["next_cursor"] === "string" : data["has_more"] === false;
  return Array.isArray(rows) && isSound ? pageWith(result, rows, Object(data)) : result;
}

/** The success that a page was made from by {@link toPage}, with these rows. */
export function fromPage(page: AnyPage, rows: readonly unknown[], cursorList: string | undefined): AnySuccess {
  const copy: AnySuccess = withRows(page, rows);
  if (cursorList === undefined) return copy;
  copy.data = { ...page.pagination, [cursorList]: copy.data };
  delete copy.pagination;
  return copy;
}

function pageWith(success: AnySuccess, rows: readonly unknown[], pagination: AnyPage["pagination"]): AnyPage {
  const copy = { ...success, data: [...rows], pagination: { ...pagination } };
  // Not enumerable, as in any result: headers may hold a token.
  return Object.defineProperty(copy, "headers", { value: success.headers });
}
