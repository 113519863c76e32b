import type { OperationRow, ProblemCode } from "@fleet-api/contract";
import { problemExamples } from "@fleet-api/contract/examples";
import { type PermissionResourceName, permissionCatalogue } from "@fleet-api/contract/permissions";
import { problems } from "@fleet-api/contract/problems";
import { type AnswerContext, answerWith, breach, refuseBreaches } from "./answer.ts";
import type { ProblemAnswer, ProblemMembers } from "./handler.ts";
import type { Operation } from "./operation-table.ts";

/**
 * An answer with a problem: `problem("duplicate", { existing_id: 7 })`. Status and title follow from the code; members
 * that are not given come from the example of the contract.
 */
export function problem<const Code extends ProblemCode>(code: Code, members: ProblemMembers = {}): ProblemAnswer<Code> {
  return { problem: code, members };
}

/** Whether a handler gave a problem. */
export function isProblem(value: object): value is ProblemAnswer {
  return "problem" in value && "members" in value;
}

/** Instants are the same in every run, so that snapshots of tests are. */
const timestamp = "2026-01-15T08:30:00.000Z";

/** The response of a problem, as RFC 9457 has it. Throws where the operation does not document the problem. */
export function problemResponse(operation: Operation, answer: ProblemAnswer, context: AnswerContext): Response {
  const { problem: code } = answer;
  const documented = Object.values(operation.row.problems).flat();
  if (!documented.includes(code)) {
    const remedy = "Give a Response for an answer that the contract does not have";
    throw breach(operation, [`it has no problem ${code}; it has ${documented.join(", ")}. ${remedy}`]);
  }
  const { status } = problems[code];
  refuseBreaches(operation, status, bodyOf(operation.row, answer, context));
  return problemOutside(answer, context, {}, operation.row);
}

/** The same without a check; `operation` is missing where the path or the method is unknown. */
export function problemOutside(
  answer: ProblemAnswer,
  context: AnswerContext,
  headers: Readonly<Record<string, string>>,
  operation?: OperationRow,
): Response {
  const { problem: code } = answer;
  const { status } = problems[code];
  const retryAfter = extrasOf(operation, answer).retry_after_s;
  const own = {
    ...headers,
    ...(status === 401 && { "www-authenticate": challengeOf(code, context) }),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
  return answerWith(context, status, "application/problem+json", own, bodyOf(operation, answer, context));
}

function bodyOf(operation: OperationRow | undefined, answer: ProblemAnswer, context: AnswerContext): string {
  const { problem: code } = answer;
  const { status, title } = problems[code];
  return JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail: `${title}.`,
    instance: context.instance,
    code,
    request_id: context.requestId,
    timestamp,
    ...extrasOf(operation, answer),
  });
}

function extrasOf(operation: OperationRow | undefined, { problem: code, members }: ProblemAnswer): ProblemMembers {
  return { ...problemExamples[code], ...requiredPermission(operation, code), ...members };
}

/** RFC 6750 section 3: an error only where a token was sent and refused. */
function challengeOf(code: ProblemCode, { hasToken }: AnswerContext): string {
  return `Bearer realm="fleet"${hasToken && code !== "invalid_credentials" ? ', error="invalid_token"' : ""}`;
}

/** The permission of the operation rather than that of the example. */
function requiredPermission(operation: OperationRow | undefined, code: ProblemCode): ProblemMembers {
  const permission = operation?.permission;
  if (code !== "permission_denied" || permission == null || permission === "self") return {};
  return { required_permission: { ...permission, title: titleOf(permission) } };
}

function titleOf({ resource, action }: { resource: PermissionResourceName; action: string }): string {
  const catalogue: Readonly<Record<string, { actions: Readonly<Record<string, { title: string }>> }>> =
    permissionCatalogue;
  return catalogue[resource]?.actions[action]?.title ?? `${resource}.${action}`;
}
