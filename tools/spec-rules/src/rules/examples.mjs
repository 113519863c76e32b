/** @import { Exemplified, RequestBody, Response } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { Exceptions } from "../options.mjs" */
import { member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { exceptionTest } from "../options.mjs";

/**
 * Every body that is sent or received has an example, and so has every parameter: the reference shows them, the first
 * try is made with them, and the built-in rules check them against their schemas.
 *
 * Limits: whether there is one, not whether it is a good one. An example in the schema of a body does not count, because
 * a body is shown as a whole.
 *
 * @type {Rule<{ exceptions: Exceptions }>}
 */
export function examples({ exceptions = {} }) {
  const isExcepted = exceptionTest(exceptions);
  return {
    Root(document, context) {
      const report = reportOnce(context);
      for (const { operation, parameters, responses } of operations(document, context)) {
        for (const parameter of parameters) {
          const schema = member(context, parameter, "schema");
          if (hasExample(context, parameter) || schema?.node.examples !== undefined) continue;
          if (isExcepted(`${parameter.node.in}.${parameter.node.name}`)) continue;
          report(`The parameter \`${parameter.node.name}\` must have an \`example\`.`, parameter.location);
        }
        /** @type {(Located<RequestBody | Response> | undefined)[]} */
        const bodies = [member(context, operation, "requestBody"), ...responses.map(([, response]) => response)];
        for (const body of bodies) {
          for (const [type, media] of members(context, member(context, body, "content"))) {
            if (!hasExample(context, media)) report(`The body \`${type}\` must have an example.`, media.location.key());
          }
        }
      }
    },
  };
}

/**
 * @param {Context} context
 * @param {Located<Exemplified>} subject
 */
function hasExample(context, subject) {
  if (Object.hasOwn(subject.node, "example")) return true;
  const named = members(context, member(context, subject, "examples"));
  return named.some(([, { node }]) => Object.hasOwn(node, "value") || Object.hasOwn(node, "externalValue"));
}
