import { describeErrors } from "./findings.ts";
import type { Operation } from "./operation-table.ts";
import { TestServerError } from "./test-server-error.ts";

/** What every response to one request has in common. */
export interface AnswerContext {
  readonly requestId: string;
  /** Path of the request, without the secrets in it. */
  readonly instance: string;
  /** Whether the request has a token, valid or not. */
  readonly hasToken: boolean;
  /** Token to hand out, without its scheme; null for none. */
  readonly newerToken: string | null;
}

/** A response with the headers that every response of the contract has. */
export function answerWith(
  { requestId, newerToken }: AnswerContext,
  status: number,
  contentType: string | null,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Response {
  return new Response(body, {
    status,
    headers: {
      "cache-control": "no-store",
      ...(contentType !== null && { "content-type": contentType }),
      ...(newerToken !== null && { authorization: `bearer ${newerToken}` }),
      ...headers,
      "x-request-id": requestId,
    },
  });
}

/** Most findings that a message names. */
const named = 5;

/** The error for a response that is not what the contract has. */
export function breach({ id }: Operation, findings: readonly string[], cause?: unknown): TestServerError {
  const more = findings.length > named ? ` and ${findings.length - named} more` : "";
  const message = `${id}: the response breaks the contract: ${findings.slice(0, named).join(", ")}${more}`;
  return new TestServerError(message, { cause });
}

/** Throws where a body is not what the contract has for the status. */
export function refuseBreaches(operation: Operation, status: number, text: string): void {
  const validate = operation.responses[status];
  const findings = validate == null ? [] : describeErrors(validate, JSON.parse(text));
  if (findings.length > 0) throw breach(operation, findings);
}
