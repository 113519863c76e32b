import type {
  BrokenResult,
  CallMeta,
  Ok,
  OkPage,
  Pagination,
  Problem,
  ProblemCode,
  ProblemResult,
} from "@fleet-api/contract";
import { FleetError } from "./fleet-error.ts";

/** A success of any paged operation. */
export type AnyPage = OkPage<number, unknown>;

/** A success of any operation; the generated facade types are narrower. */
export type AnySuccess = Ok<number, unknown> & { pagination?: Pagination };

/** A broken result whose error is known to be ours. */
export interface Broken extends BrokenResult {
  error: FleetError;
}

/** A failure of any operation. */
export type AnyFailure = ProblemResult<number, ProblemCode> | BrokenResult;

/** The result of any operation. */
export type AnyResult = AnySuccess | AnyFailure;

/** Any result that is not documented, with the error that says why. */
export function brokenResult(
  operationId: string,
  kind: BrokenResult["kind"],
  message: string,
  response: Response | null,
  facts: { problem?: Problem | null; cause?: unknown },
): Broken {
  const result = resultOf(operationId, response ?? noResponse, { ok: false as const, kind });
  return Object.assign(result, { error: new FleetError(message, { ...result, ...result.meta, ...facts }) });
}

const noResponse = { status: null, headers: null };

/** Whether it is a success with a page: of a list, the only other one is a 304. */
export function isPage(result: AnyResult): result is AnyPage {
  return result.ok && result.pagination !== undefined;
}

/** The success, or the exception for a failure. */
export function successOf(result: AnyResult): AnySuccess {
  if (result.ok) return result;
  if (result.kind !== "http") throw result.error;
  const { status, error, meta } = result;
  throw new FleetError(`${status} ${error.code}: ${error.detail}`, { ...result, ...meta, problem: error });
}

/** Status and headers of an answer: the answer itself, or what stands for none. */
export type AnswerHead = Pick<Response, "status" | "headers"> | { readonly status: null; readonly headers: null };

/**
 * Results are made on top of this class so that `headers` is there but not enumerable: the headers of an answer may
 * hold the newest access token, and results get logged.
 */
class WithHeaders<Head extends AnswerHead> {
  readonly #head: Head;

  constructor(head: Head) {
    this.#head = head;
  }

  get headers(): Head["headers"] {
    return this.#head.headers;
  }

  static responseOf(result: object): Response | null {
    const head = #head in result ? result.#head : noResponse;
    return "text" in head ? (head as Response) : null;
  }

  /** The same result with another meta, and the same answer behind it. */
  static withMeta(result: AnyResult, meta: CallMeta): AnyResult {
    const head: AnswerHead = #head in result ? result.#head : (result as AnswerHead);
    return Object.assign(new WithHeaders(head), result, { meta });
  }
}

/** The answer behind a result; its body has been read. Null when there was none. */
export const { responseOf, withMeta } = WithHeaders;

/** A result: its content, and what all results have. */
export function resultOf<const Content extends object, Head extends AnswerHead>(
  operationId: string,
  head: Head,
  content: Content,
): Content & { status: Head["status"]; meta: CallMeta; headers: Head["headers"] } {
  const requestId = head.headers?.get("x-request-id") ?? null;
  const meta: CallMeta = { operationId, requestId, attempts: 0, durationMs: 0 };
  return Object.assign(new WithHeaders(head), content, { status: head.status, meta });
}
