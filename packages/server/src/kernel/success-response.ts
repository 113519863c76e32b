import type { AnyReply } from "./envelope.ts";
import { envelope } from "./envelope.ts";
import type { CompiledOperation } from "./operation-table.ts";
import type { KernelResponse, ResponseContext } from "./response.ts";
import { kernelResponse } from "./response.ts";

/**
 * The one place where the reply of a handler becomes a response: an envelope, or for 304 nothing but headers.
 * @throws Error for a status that the operation does not have, which no typed handler gives
 */
export function successResponse(
  context: ResponseContext,
  { id, success, validators }: CompiledOperation,
  reply: AnyReply,
): KernelResponse {
  const [only] = success.length === 1 ? success : [];
  const { status = only, headers } = reply;
  if (status === undefined || !success.includes(status)) {
    const given = status === undefined ? "no status" : `the status ${status}`;
    throw new Error(`The handler of ${id} gave ${given}; the operation answers with ${success.join(", ")}.`);
  }
  if (validators.responses[status] === null) return kernelResponse(context, status, { ...headers }, null);
  return kernelResponse(context, status, { "content-type": "application/json", ...headers }, envelope(reply));
}
