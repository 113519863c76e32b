import type { OpenApiDocument, Parameter, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";
import { openEnumOf } from "../open-enum.ts";
import { groupBy } from "../text.ts";

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Refuses parameters that have no place in the input of a call, and those that a path lacks.
 * @throws Error naming the parameter
 */
export function refuseParameters(document: OpenApiDocument, path: string, parameters: readonly Parameter[]): void {
  for (const parameter of parameters) refuseParameter(document, parameter);
  for (const [, same] of groupBy(
    parameters,
    ({ in: place, name }) => `${place} ${place === "header" ? name.toLowerCase() : name}`,
  )) {
    const [first, second] = same;
    if (first === undefined || second === undefined) continue;
    throw new Error(`the ${first.in} parameters ${first.name} and ${second.name} are one. Remove one of them.`);
  }
  refusePath(path, parameters);
}

function refuseParameter(document: OpenApiDocument, parameter: Parameter): void {
  const { in: place, name } = parameter;
  const subject = `the ${place} parameter ${name}`;
  if (place === "header" && !token.test(name))
    throw new Error(`${subject} has a character that no header may have. Choose another name.`);
  refuseValue(document, subject, parameter);
}

/** A text stands for one scalar, or for several in a list. */
function refuseValue(document: OpenApiDocument, subject: string, { schema }: Parameter): void {
  if (schema === undefined) throw new Error(`${subject} has no schema. Give it one.`);
  const { items, ...own } = resolve(document, schema);
  const kind = kindOf(own);
  const item = kind === "array" && items !== undefined ? kindOf(resolve(document, items)) : kind;
  if (item !== "scalar") throw new Error(`${subject} must be a scalar of one type, or a list of such scalars.`);
}

function kindOf(schema: Schema): "scalar" | "array" | "other" {
  const { type } = openEnumOf(schema)?.response ?? schema;
  if (type === "array") return "array";
  return typeof type === "string" && type !== "object" && type !== "null" ? "scalar" : "other";
}

/** The router compares whole segments, and clients fill in what the path names. */
function refusePath(path: string, parameters: readonly Parameter[]): void {
  const names: string[] = [];
  for (const segment of path.split("/").slice(1)) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (name !== undefined) names.push(name);
    else if (!/^[\w.~-]*$/.test(segment) || /^\.{1,2}$/.test(segment))
      throw new Error(
        `the segment ${segment} of ${path} is not supported. Use letters, digits, _, -, . and ~, or one parameter as a whole segment.`,
      );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${path} has the parameter ${twice} twice. Rename one of them.`);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const missing = names.find((name) => declared.every((parameter) => parameter.name !== name));
  if (missing !== undefined) throw new Error(`${path} has the parameter ${missing}, which is not described. Add it.`);
  for (const { name, required } of declared) {
    if (!names.includes(name)) throw new Error(`the path parameter ${name} is not in ${path}. Remove it.`);
    if (required !== true) throw new Error(`the path parameter ${name} must have required: true.`);
  }
}
