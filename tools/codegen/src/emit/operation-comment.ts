import type { OpenApiDocument } from "../document.ts";
import type { OperationModel } from "../operations.ts";
import { withoutTags } from "../text.ts";
import { type CallStyle, exampleCall } from "./example-call.ts";

/** What an editor shows of an operation: summary, permission, problem codes, where the reference is, and an example. */
export function operationComment(
  document: OpenApiDocument,
  operation: OperationModel,
  style: CallStyle = "method",
): string {
  const errors = operation.responses.flatMap((response) => response.codes);
  const successes = operation.responses.filter(({ success }) => success).map(({ status }) => `\`${status}\``);
  return [
    `${withoutTags(operation.summary)}. \`${operation.verb.toUpperCase()} ${operation.path}\``,
    "",
    withoutTags(operation.description.trim()),
    "",
    ...(successes.length > 1 ? [`Statuses of a success: ${successes.join(", ")}.`] : []),
    ...(operation.conditional
      ? ["With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed."]
      : []),
    `Problem codes: ${errors.map((code) => `\`${code}\``).join(", ")}.`,
    `Permission: ${permissionText(operation)}. Reference: \`/docs/v1/operations/${operation.id}/\` of the service.`,
    ...(operation.deprecated ? ["@deprecated"] : []),
    "@example",
    exampleCall(document, operation, style),
  ].join("\n");
}

function permissionText(operation: OperationModel): string {
  if (operation.permission === null) return permissionOfNobody[operation.auth];
  if (operation.permission === "self") return "any logged-in user";
  return `\`${operation.permission.resource}.${operation.permission.action}\``;
}

const permissionOfNobody: Record<OperationModel["auth"], string> = {
  none: "none; no access token is needed",
  optional: "none; an access token is optional",
  required: "none",
};
