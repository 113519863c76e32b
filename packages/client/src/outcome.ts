import type {
  BrokenResult,
  CallMeta,
  Ok,
  OkPage,
  OperationRow,
  Pagination,
  Problem,
  ProblemCode,
  ProblemResult,
} from "@fleet-api/contract";
import { FleetError } from "./fleet-error.ts";

/** A success of any paged operation. */
export type AnyPage = OkPage<number, unknown>;

/** A success of any operation; the generated facade types are narrower. */
export type AnySuccess = Ok<number, unknown> & { pagination?: Pagination | undefined };

/** A broken result whose error is known to be ours. */
export interface Broken extends BrokenResult {
  error: FleetError;
}

/** A failure of any operation. */
export type AnyFailure = ProblemResult<number, ProblemCode> | Broken;

/** The result of any operation. */
export type AnyResult = AnySuccess | AnyFailure;

/**
 * Results are made on top of this class so that `headers` is there but not enumerable: the headers of an answer may
 * hold the newest access token, and results get logged.
 */
class WithHeaders<H extends Headers | null> {
  readonly #headers: H;

  constructor(headers: H) {
    this.#headers = headers;
  }

  get headers(): H {
    return this.#headers;
  }
}

/** A result with an answer that the contract documents. */
export function documentedResult<const Content extends object>(
  { id }: OperationRow,
  { headers, status }: Response,
  content: Content,
): Content & { headers: Headers; status: number; meta: CallMeta } {
  return Object.assign(new WithHeaders(headers), content, { status, meta: metaOf(id, headers) });
}

/** Where a broken result comes from. */
export interface BrokenFacts {
  readonly response?: Response;
  readonly problem?: Problem | undefined;
  readonly cause?: unknown;
}

/** Any other result, with the error that says why. */
export function brokenResult(
  { id }: OperationRow,
  kind: BrokenResult["kind"],
  message: string,
  facts: BrokenFacts,
): Broken {
  const { response, problem = null, cause } = facts;
  const { headers = null, status = null } = response ?? {};
  const meta = metaOf(id, headers);
  const error = new FleetError(message, { kind, status, problem, cause, ...meta });
  return Object.assign(new WithHeaders(headers), { ok: false as const, kind, status, error, meta });
}

/** The exception for a failure. */
export function errorOf(failure: AnyFailure): FleetError {
  if (failure.kind !== "http") return failure.error;
  const { kind, status, error: problem, meta } = failure;
  return new FleetError(`${status} ${problem.code}: ${problem.detail}`, { kind, status, problem, ...meta });
}

function metaOf(operationId: string, headers: Headers | null): CallMeta {
  return { operationId, requestId: headers?.get("x-request-id") ?? null };
}
