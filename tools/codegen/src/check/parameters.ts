import type { OpenApiDocument, Parameter, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";
import { openEnumOf } from "../open-enum.ts";
import { groupBy } from "../text.ts";

/** How the client writes and the server reads the parameters of each place. */
const styles: Readonly<Record<"path" | "query" | "header", string>> = {
  path: "simple",
  query: "form",
  header: "simple",
};

/** Header fields that OpenAPI 3.1 describes elsewhere: a parameter with such a name means nothing (section 4.8.12.1). */
const notParameters = new Set(["accept", "content-type", "authorization"]);

/** Header fields that a browser sets itself, so that no client there can send them (Fetch Standard, section 2.2.2). */
const forbidden =
  /^(?:accept-(?:charset|encoding)|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Refuses the parameters that the client does not send or the server does not read as the contract says.
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
  const { in: place, name, style } = parameter;
  const subject = `the ${place} parameter ${name}`;
  if (place === "cookie")
    throw new Error(`${subject} is not supported: no client sends it and no server reads it. Use a header.`);
  const supported = styles[place];
  if ((style ?? supported) !== supported)
    throw new Error(`${subject} has the style ${style}; only ${supported} is supported. Leave style out.`);
  const flags = Object.entries(parameter).filter(([, value]) => value === true);
  const odd = flags.find(([keyword]) => keyword === "allowReserved" || keyword === "allowEmptyValue");
  if (odd !== undefined) throw new Error(`${subject} has ${odd[0]}, which no client and no server follows. Remove it.`);
  if ("content" in parameter)
    throw new Error(`${subject} has content; only a schema is supported. Describe it by one.`);
  if (place === "header") refuseHeader(subject, name);
  refuseValue(document, subject, parameter);
}

function refuseHeader(subject: string, name: string): void {
  if (notParameters.has(name.toLowerCase()))
    throw new Error(`the header ${name} is no parameter. Describe it by content or security.`);
  if (forbidden.test(name)) throw new Error(`${subject} cannot be set in a browser. Choose another name.`);
  if (!token.test(name)) throw new Error(`${subject} has a character that no header may have. Choose another name.`);
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
