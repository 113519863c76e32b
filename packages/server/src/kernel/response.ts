import type { SendEvents } from "./events.ts";
import { isKnown } from "./field-value.ts";
import type { CompiledOperation } from "./operation-table.ts";
import type { AnyReply, TextOrBytes } from "./reply.ts";
import { RawJson, envelope } from "./reply.ts";

/** What the kernel answers; a host sends it as it is, and leaves the body out for HEAD. */
export interface KernelResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be sent as UTF-8; null for none. */
  readonly body: TextOrBytes | null;
  /** Sends the body of a stream of events, which `body` is null for; not called for HEAD. */
  readonly events?: SendEvents;
  /** What was asked by whom, for the access log; undefined for what never became a request. */
  readonly asked?: Asked;
}

/** Facts about a request that hold no secret. */
export interface Asked {
  /** The operation; null for a path or method that the contract does not have. */
  readonly operation: string | null;
  /** The caller; null for an anonymous one. */
  readonly userId: number | null;
  /** As `Kernel.loggedPath` gives it; undefined where only that knows. */
  readonly path?: string;
}

/** What every answer to one request has in common. */
export interface ResponseContext {
  readonly requestId: string;
  /** Token to hand out, without its scheme; null for none. */
  readonly newerToken: string | null;
}

/**
 * Adds the headers that every response has. A newer token is sent with errors too. `headers` win over the defaults, but
 * a response with a newer token is never stored.
 */
export function kernelResponse(
  context: ResponseContext,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: KernelResponse["body"],
): KernelResponse {
  const { newerToken } = context;
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...headers,
      "x-request-id": context.requestId,
      ...(newerToken === null ? undefined : { authorization: `bearer ${newerToken}`, "cache-control": "no-store" }),
    },
    body,
  };
}

const NOT_MODIFIED = 304;

/** Nginx would collect events until its buffer is full. */
const streamHeaders = { "content-type": "text/event-stream", "x-accel-buffering": "no" };

/**
 * The reply of a handler if it has the parts that a response is made of. What types do not hold is found while the
 * changes of the handler can still be undone.
 * @throws Error that names the operation and what is wrong
 */
export function checkReply(operation: CompiledOperation, reply: AnyReply): AnyReply {
  const wrong = describeMisshapen(operation, reply);
  if (wrong === null) return reply;
  throw new Error(`The handler of ${operation.id} ${wrong}.`);
}

function describeMisshapen(operation: CompiledOperation, reply: AnyReply): string | null {
  if (!isObject(reply)) return `gave ${reply === null ? "null" : typeof reply} instead of a reply`;
  const { paged, stream, validators } = operation;
  const { data, json, events, pagination } = reply;
  if (stream) return typeof events === "function" ? null : "gave a reply without events";
  const status = successStatus(operation, reply);
  if (status === NOT_MODIFIED || validators.responses[status] === null) return null;
  const names = Object.keys(reply).join(", ") || "nothing";
  if (json === undefined && (data === undefined || typeof data === "function" || typeof data === "symbol"))
    return `gave a reply without data or json; it has ${names}`;
  if (json !== undefined && !(json instanceof RawJson)) return "gave json that is not made with rawJson";
  if (paged && !isObject(pagination)) return `gave a page without pagination; it has ${names}`;
  return null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * The one place where the reply of a handler becomes a response: an envelope, or for 304 nothing but headers. A reply
 * with an `ETag` that the caller has (`If-None-Match`) becomes a 304 where the operation has one.
 */
export function successResponse(
  context: ResponseContext,
  operation: CompiledOperation,
  reply: AnyReply,
  ifNoneMatch: string | null,
): KernelResponse {
  const { success, validators } = operation;
  const { headers } = reply;
  const status = successStatus(operation, reply);
  const { etag } = headers ?? {};
  if (ifNoneMatch !== null && etag !== undefined && success.includes(NOT_MODIFIED) && isKnown(ifNoneMatch, etag)) {
    return kernelResponse(context, NOT_MODIFIED, { etag }, null);
  }
  if (validators.responses[status] === null) return kernelResponse(context, status, { ...headers }, null);
  if (reply.events)
    return { ...kernelResponse(context, status, { ...streamHeaders, ...headers }, null), events: reply.events };
  return kernelResponse(context, status, { "content-type": "application/json", ...headers }, envelope(reply));
}

/** @throws Error for a status that the operation does not have, which no typed handler gives */
function successStatus({ id, success }: CompiledOperation, { status = onlySuccess(success) }: AnyReply): number {
  if (status !== undefined && success.includes(status)) return status;
  const given = status === undefined ? "no status" : `the status ${status}`;
  throw new Error(`The handler of ${id} gave ${given}; the operation answers with ${success.join(", ")}.`);
}

/** What a handler means that names no status: the one that there is, besides 304. */
function onlySuccess(success: readonly number[]): number | undefined {
  const [only, ...others] = success.filter((status) => status !== NOT_MODIFIED);
  return others.length === 0 ? only : undefined;
}
