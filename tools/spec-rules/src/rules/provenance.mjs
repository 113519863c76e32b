/** @import { Context, Rule } from "../redocly.d.ts" */
import { isRecord } from "../document/located.mjs";
import { schemaName } from "../document/schema-name.mjs";

const FIELD = "x-provenance";

/**
 * Every operation and every component schema says whether the source description states it or this contract decided
 * it. Other nodes may say so too, where they differ from their parent.
 *
 * @type {Rule}
 */
export function provenance() {
  return {
    any(node, context) {
      if (!isRecord(node)) return;
      const subject = subjectOf(context);
      if (Object.hasOwn(node, FIELD)) {
        checkValue(node[FIELD], context);
      } else if (subject !== undefined) {
        context.report({
          message: `${subject} must have \`${FIELD}: documented\` or \`${FIELD}: designed\`.`,
          location: context.location,
        });
      }
    },
    // OpenAPI 3.1 lets a schema reference have siblings, so the field may stand beside a `$ref` as well.
    ref(reference, context) {
      const value = Object.entries(reference).find(([key]) => key === FIELD);
      if (value !== undefined) checkValue(value[1], { ...context, location: context.rawLocation });
    },
  };
}

/**
 * What has to carry the field.
 *
 * @param {Context} context
 */
function subjectOf({ type, location }) {
  if (type.name === "Operation") return "An operation";
  const name = type.name === "Schema" ? schemaName(location) : undefined;
  return name === undefined ? undefined : `The schema \`${name}\``;
}

/**
 * @param {unknown} value
 * @param {Pick<Context, "location" | "report">} context
 */
function checkValue(value, { location, report }) {
  if (value === "documented" || value === "designed") return;
  report({
    message: `\`${FIELD}\` is either \`documented\` or \`designed\`, not ${JSON.stringify(value)}.`,
    location: location.child([FIELD]),
  });
}
