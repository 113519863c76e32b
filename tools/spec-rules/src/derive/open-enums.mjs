/** @import { Schema } from "../openapi.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { SchemaUse } from "../document/schema-uses.mjs" */
/** @import { References } from "./references.mjs" */
import { member } from "../document/located.mjs";
import { bundledEnum, isOpenEnum } from "../document/open-enums.mjs";
import { rememberOrigin } from "../document/origins.mjs";

/**
 * Writes every open enum, also of the names of a map, in the form that lets other strings through. Lint sees it too, so
 * that an example of a response may have any string.
 *
 * @param {References} references
 * @param {readonly SchemaUse[]} uses
 */
export function completeOpenEnums({ context }, uses) {
  for (const { schema } of uses) {
    complete(schema);
    const names = member(context, schema, "propertyNames");
    if (names !== undefined) complete(names);
  }
}

/** @param {Located<Schema>} schema */
function complete({ node, location }) {
  if (!isOpenEnum(node)) return;
  const completed = bundledEnum(node);
  for (const keyword of Object.keys(node)) Reflect.deleteProperty(node, keyword);
  Object.assign(node, completed);
  rememberOrigin(location.child(["anyOf", 0, "enum"]), location.child(["enum"]));
}
