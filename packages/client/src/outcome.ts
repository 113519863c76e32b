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
export type AnyFailure = ProblemResult<number, ProblemCode> | Broken;

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

/** The success, or the exception for a failure. */
export function successOf(result: AnyResult): AnySuccess {
  if (result.ok) return result;
  if (result.kind !== "http") throw result.error;
  const { status, error, meta } = result;
  throw new FleetError(`${status} ${error.code}: ${error.detail}`, { ...result, ...meta, problem: error });
}

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

/** A result: its content, and what all results have. */
export function resultOf<const Content extends object, Status, H extends Headers | null>(
  operationId: string,
  { status, headers }: { readonly status: Status; readonly headers: H },
  content: Content,
): Content & { status: Status; meta: CallMeta; headers: H } {
  const meta = { operationId, requestId: headers?.get("x-request-id") ?? null };
  return Object.assign(new WithHeaders(headers), content, { status, meta });
}
