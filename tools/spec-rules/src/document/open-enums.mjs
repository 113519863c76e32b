/** @import { OpenEnum, Schema } from "../openapi.d.ts" */

/** The mark of an enum to which a service may add values. Requests may have known values only. */
export const OPEN_ENUM = "x-open-enum";

/** What may be said of the values that an open enum does not name. */
const BOUNDS = ["minLength", "maxLength", "pattern", "x-expected"];

/** Keywords that say something else than "a string": an open enum has none of them. */
const FOREIGN = ["const", "format", "not", "allOf", "anyOf", "oneOf"];

/**
 * Whether a schema is an open enum in the form of the authors, `enum` with `x-open-enum: true`.
 *
 * @param {Schema} node
 * @returns {node is OpenEnum}
 */
export function isOpenEnum(node) {
  const isStrings = node.enum?.every((value) => typeof value === "string" || value === null) ?? false;
  return Object.hasOwn(node, OPEN_ENUM) && isStrings && flawOf(node) === undefined;
}

/**
 * Why a schema with `x-open-enum` is no open enum, and the keyword that is wrong.
 *
 * @param {Schema} node
 * @returns {{ message: string, keyword: string } | undefined}
 */
export function flawOf(node) {
  const types = [node.type ?? []].flat();
  if (node[OPEN_ENUM] !== true) {
    return { message: "`x-open-enum` must be `true`. A closed enum has none.", keyword: OPEN_ENUM };
  }
  if (node.enum === undefined) {
    return { message: "`x-open-enum` must stand beside the `enum` that it opens.", keyword: OPEN_ENUM };
  }
  if (!types.includes("string") || types.some((type) => type !== "string" && type !== "null")) {
    return { message: 'An open enum must have the type `string` or `[string, "null"]`.', keyword: OPEN_ENUM };
  }
  if (types.includes("null") && !node.enum.includes(null)) {
    return { message: "`null` must be in the `enum` as well, or not in the `type`.", keyword: "enum" };
  }
  const foreign = FOREIGN.find((keyword) => Object.hasOwn(node, keyword));
  return foreign === undefined ? undefined : { message: `An open enum must have no \`${foreign}\`.`, keyword: foreign };
}

/**
 * An open enum in the form of the bundle, which means the same to tools that do not know the mark: `anyOf` with the named
 * strings, any string, and null if it may be null.
 *
 * @param {OpenEnum} node
 * @returns {Schema}
 */
export function bundledEnum(node) {
  const bounds = Object.entries(node).filter(([keyword]) => BOUNDS.includes(keyword));
  const anyOf = [
    { type: "string", enum: node.enum.filter((value) => value !== null) },
    { type: "string", ...Object.fromEntries(bounds) },
    ...([node.type].flat().includes("null") ? [{ type: "null" }] : []),
  ];
  return Object.fromEntries(
    Object.entries(node).flatMap(([keyword, value]) => {
      if (keyword === "enum" || BOUNDS.includes(keyword)) return [];
      return [keyword === "type" ? ["anyOf", anyOf] : [keyword, value]];
    }),
  );
}

/**
 * A schema in the form of the authors: rules read `enum` and find the lines that authors wrote. Anything but an open enum
 * in the form of the bundle is returned as it is.
 *
 * @param {Schema} node
 * @returns {Schema}
 */
export function authoredEnum(node) {
  const { anyOf, ...rest } = node;
  const [named, any, none] = /** @type {(Schema | undefined)[]} */ (anyOf ?? []);
  if (node[OPEN_ENUM] !== true || named?.enum === undefined || any === undefined) return node;
  const isNullable = none !== undefined;
  return {
    ...any,
    ...rest,
    type: isNullable ? ["string", "null"] : "string",
    enum: isNullable ? [...named.enum, null] : named.enum,
  };
}
