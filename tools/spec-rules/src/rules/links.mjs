/** @import { Link } from "../openapi.d.ts" */
/** @import { Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { members, member } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";

/**
 * A link leads to an operation of the document and names parameters that this operation has.
 *
 * @type {Rule}
 */
export function links() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      const entries = operations(document, context);
      const byId = new Map(entries.map((entry) => [entry.operation.node.operationId, entry]));
      const repeated = new Set(
        entries.map((entry) => entry.operation.node.operationId).filter((id, at) => byId.get(id) !== entries[at]),
      );
      const all = entries.flatMap(({ responses }) =>
        responses.flatMap(([, response]) => members(context, member(context, response, "links"))),
      );
      for (const [name, link] of all) {
        const { operationId } = link.node;
        // A link by `operationRef` is checked as any reference.
        if (operationId === undefined) continue;
        // Two operations with one id are reported as such.
        if (repeated.has(operationId)) continue;
        const target = byId.get(operationId);
        if (target !== undefined) checkParameters(name, link, target, report);
        else {
          const place = link.location.child(["operationId"]);
          report(`The link \`${name}\` leads to \`${operationId}\`, which is no operation.`, place);
        }
      }
    },
  };
}

/**
 * @param {string} name
 * @param {Located<Link>} link
 * @param {OperationEntry} target
 * @param {ReturnType<typeof reportOnce>} report
 */
function checkParameters(name, { node, location }, { operation, parameters }, report) {
  const known = new Set(parameters.flatMap(({ node: { name: own, in: place } }) => [own, `${place}.${own}`]));
  for (const parameter of Object.keys(node.parameters ?? {})) {
    if (known.has(parameter)) continue;
    const place = location.child(["parameters", parameter]);
    report(`The link \`${name}\` sets \`${parameter}\`, which ${operation.node.operationId} does not have.`, place);
  }
}
