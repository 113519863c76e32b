import { isKnown } from "./entity-tags.ts";
import type { AnyReply } from "./envelope.ts";
import { envelope } from "./envelope.ts";
import type { CompiledOperation } from "./operation-table.ts";
import type { KernelResponse, ResponseContext } from "./response.ts";
import { kernelResponse } from "./response.ts";

const NOT_MODIFIED = 304;

/**
 * The one place where the reply of a handler becomes a response: an envelope, or for 304 nothing but headers. A reply
 * with an `ETag` that the caller has (`If-None-Match`) becomes a 304 where the operation has one.
 * @throws Error for a status that the operation does not have, which no typed handler gives
 */
export function successResponse(
  context: ResponseContext,
  { id, success, validators }: CompiledOperation,
  reply: AnyReply,
  ifNoneMatch: string | null,
): KernelResponse {
  const { status = onlySuccess(success), headers } = reply;
  if (status === undefined || !success.includes(status)) {
    const given = status === undefined ? "no status" : `the status ${status}`;
    throw new Error(`The handler of ${id} gave ${given}; the operation answers with ${success.join(", ")}.`);
  }
  const { etag } = headers ?? {};
  if (ifNoneMatch !== null && etag !== undefined && success.includes(NOT_MODIFIED) && isKnown(ifNoneMatch, etag)) {
    return kernelResponse(context, NOT_MODIFIED, { etag }, null);
  }
  if (validators.responses[status] === null) return kernelResponse(context, status, { ...headers }, null);
  return kernelResponse(context, status, { "content-type": "application/json", ...headers }, envelope(reply));
}

/** What a handler means that names no status: the one that there is, besides 304. */
function onlySuccess(success: readonly number[]): number | undefined {
  const [only, ...others] = success.filter((status) => status !== NOT_MODIFIED);
  return others.length === 0 ? only : undefined;
}
