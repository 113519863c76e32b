/** @import { Exemplified, Schema } from "../openapi.d.ts" */
/** @import { Context, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
import { exampleLeaves, examplesOf, isMarked, only, schemaExamples } from "../document/examples.mjs";
import { member } from "../document/located.mjs";
import { isPlaceholder, looksLikeSecret, PLACEHOLDER } from "../secrets/looks-like-secret.mjs";

/**
 * @typedef {object} Options
 * @property {string} placeholder the regular expression that an example of a secret has to match, if not `<API_KEY>`
 */

/**
 * Example values of secrets are placeholders, and nothing else in an example looks like a secret. Examples are
 * published, and a real token in one works for whoever reads it.
 *
 * Secrets are known by their marks (`x-sensitive: true`, `format: password`) and by their looks; a short secret in a
 * field without a mark passes.
 *
 * @type {Rule<Options>}
 */
export function secretPlaceholders({ placeholder }) {
  const pattern = placeholder === undefined ? PLACEHOLDER : new RegExp(placeholder);
  // An example that several places share is met under each of them; one fault is still one problem.
  /** @type {Set<string>} */
  const reported = new Set();
  /** @type {Set<string>} places of the examples that were checked with their schema */
  const checked = new Set();

  /**
   * @param {Context} context
   * @param {Located<unknown>[]} examples
   * @param {{ schemas: Located<Schema>[], sensitive?: boolean }} expected
   */
  function check(context, examples, { schemas, sensitive = false }) {
    for (const example of examples) {
      for (const leaf of exampleLeaves(context, example, schemas, sensitive)) {
        const message = problemOf(leaf, pattern);
        if (message === undefined || reported.has(leaf.location.absolutePointer)) continue;
        reported.add(leaf.location.absolutePointer);
        context.report({ message, location: leaf.location });
      }
    }
  }

  /**
   * @param {Exemplified} node
   * @param {Context} context
   */
  function checkExemplified(node, context) {
    const subject = { node, location: context.location };
    const schema = member(context, subject, "schema");
    const examples = examplesOf(context, subject);
    for (const { location } of examples) checked.add(location.absolutePointer);
    check(context, examples, {
      schemas: schema === undefined ? [] : [schema],
      sensitive: isMarked(node),
    });
  }

  return {
    MediaType: checkExemplified,
    Parameter: checkExemplified,
    Header: checkExemplified,
    Example(node, context) {
      const own = only({ node, location: context.location }, "value");
      check(
        context,
        own.filter(({ location }) => !checked.has(location.absolutePointer)),
        { schemas: [] },
      );
    },
    Schema(node, context) {
      const schema = { node, location: context.location };
      check(context, [...schemaExamples(schema), ...only(schema, "default")], { schemas: [schema] });
    },
  };
}

/**
 * @param {{ value: unknown, sensitive: boolean }} leaf
 * @param {RegExp} placeholder
 * @returns {string | undefined}
 */
function problemOf({ value, sensitive }, placeholder) {
  if (sensitive && value !== null && !isPlaceholder(value, placeholder)) {
    return placeholder === PLACEHOLDER
      ? "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty."
      : `The example of a secret must match ${placeholder}.`;
  }
  if (!sensitive && typeof value === "string" && looksLikeSecret(value)) {
    return "This example looks like a real secret: use a placeholder like `<API_KEY>`.";
  }
  return undefined;
}
