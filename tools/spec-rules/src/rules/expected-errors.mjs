/** @import { Rule } from "../redocly.d.ts" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { operations } from "../document/operations.mjs";

/**
 * The service checks every request in the same order before an operation runs, so the errors of those checks can come
 * from every operation that has the thing that is checked, and each operation has to declare them.
 *
 * @type {Rule}
 */
export function expectedErrors() {
  return {
    Root(document, context) {
      for (const entry of operations(document, context)) {
        const declared = new Set(entry.responses.map(([status]) => status));
        for (const [status, reason] of expected(entry)) {
          if (!declared.has(status)) {
            context.report({
              message: `${entry.operation.node.operationId} must declare the response ${status}: ${reason}.`,
              location: entry.operation.location.child(["responses"]),
            });
          }
        }
      }
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @returns {[status: string, reason: string][]}
 */
function expected({ operation, isPublic }) {
  /** @type {[string, string][]} */
  const errors = [
    ["400", "any request may be one that cannot be parsed"],
    ["422", "any request may break the contract"],
    ["500", "any operation may fail"],
    ["503", "the service may be unavailable"],
  ];
  if (!isPublic) errors.push(["401", "it needs an access token"]);
  if (typeof operation.node["x-permission"] === "object") errors.push(["403", "it needs a permission"]);
  if (operation.node.requestBody !== undefined) {
    errors.push(["413", "its body may be too large"], ["415", "its body may have another media type"]);
  }
  return errors;
}
