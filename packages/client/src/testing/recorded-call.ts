import type { HandlerInput, OperationId } from "@fleet-api/contract";
import { sensitiveNames } from "@fleet-api/contract/sensitive";
import type { ReadRequest } from "./read-request.ts";

interface CallOf<Id extends OperationId> extends HandlerInput<Id> {
  readonly operationId: Id;
  /** The `Authorization` header; null without one. Not shown when the call is printed. */
  readonly authorization: string | null;
  /** What was sent, for everything else; its body has been read. Not shown when the call is printed. */
  readonly request: Request;
}

/**
 * A request as the server read it, defaults of the contract filled in. Of one that was refused (400, 413, 415, 422) the
 * values are as they came.
 */
export type RecordedCall<Id extends OperationId = OperationId> = Id extends OperationId ? CallOf<Id> : never;

/** What a test sees of a request. Tokens and passwords are there, but do not show in logs and snapshots. */
export function recordCall(operationId: OperationId, { path, query, headers, body }: ReadRequest, request: Request) {
  const call = { operationId, path, query, headers, body };
  const shown = (): unknown => redact(call);
  const hidden = {
    authorization: request.headers.get("authorization"),
    request,
    toJSON: shown,
    [Symbol.for("nodejs.util.inspect.custom")]: shown,
  };
  for (const key of Reflect.ownKeys(hidden)) Object.defineProperty(call, key, { value: Reflect.get(hidden, key) });
  // What was read is typed by the operation, which the compiler cannot follow.
  return call as RecordedCall;
}

const secrets: ReadonlySet<string> = new Set(sensitiveNames);

function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    secrets.has(name) && member != null ? "<redacted>" : redact(member),
  ]);
  return Object.fromEntries(members);
}
