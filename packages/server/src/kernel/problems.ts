import type { FindingList } from "./findings.ts";
import type { Finding } from "./problem.ts";
import { ProblemError } from "./problem.ts";
import { noToken } from "./problem-response.ts";

/** 400: the request cannot be parsed. */
export function malformed(detail: string): ProblemError {
  return new ProblemError("malformed_request", detail);
}

/** Most bytes of request line and headers together. */
export const maxHeadBytes = 16_384;

/** Most header fields of a request. */
export const maxHeaderFields = 100;

/** 405; `allow` has the methods of the path. */
export function methodNotAllowed(method: string, allow: string): ProblemError {
  const detail = `The path does not have the method ${method.slice(0, 32)}. It has ${allow}.`;
  return new ProblemError("method_not_allowed", detail, { headers: { allow } });
}

/** 431: request line and headers are larger than any client of the contract needs. */
export function headTooLarge(): ProblemError {
  return new ProblemError("headers_too_large", `The request line and headers have more than ${maxHeadBytes} bytes.`);
}

/** 431: more header fields than any client of the contract needs. */
export function tooManyFields(fields: number): ProblemError {
  return new ProblemError(
    "headers_too_large",
    `The request has ${fields} header fields; the limit is ${maxHeaderFields}.`,
  );
}

/** 401 of a request without a usable `Authorization` header. */
export function notAuthenticated(detail: string): ProblemError {
  return new ProblemError("unauthenticated", detail, { headers: { "www-authenticate": noToken } });
}

/** 413: more than `limit` bytes. */
export function payloadTooLarge(limit: number): ProblemError {
  return new ProblemError(
    "payload_too_large",
    `The body has more than ${limit} bytes, which is the limit of this operation.`,
  );
}

/** 422 with the findings; its detail says how many there are. */
export function validationFailed({ listed, count }: FindingList): ProblemError {
  const [first] = listed;
  const detail = `${amount(count, listed.length)}: ${first ? sentence(first) : ""}`;
  return new ProblemError("validation_failed", detail, { errors: [...listed] });
}

function amount(count: number, listed: number): string {
  if (count === 1) return "1 finding";
  const all = `${count.toLocaleString("en")} findings`;
  return count > listed ? `${all}, the first ${listed} are listed; the first` : `${all}, the first`;
}

function sentence({ in: place, name, pointer, detail }: Finding): string {
  const subject = [place, name ?? pointer].filter(Boolean).join(" ");
  return `${subject} ${detail}${detail.endsWith("?") ? "" : "."}`;
}

/** 500: says nothing of what happened; the log does. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError("internal_error", "The service failed. Give the request_id when you report it.", { cause });
}
