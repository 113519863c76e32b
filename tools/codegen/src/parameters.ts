import type { OpenApiDocument, Parameter } from "./document.ts";
import { resolve } from "./document.ts";
import { refuseInherited } from "./member-names.ts";

/** A parameter with its references followed. */
export interface ParameterModel extends Parameter {
  /** The name of the shared component that it comes from. */
  component: string | null;
  /** Whether it is a list that is written as one value with commas, and not as a repeated name. */
  csv: boolean;
}

/** The one style of each place that the client writes and the server reads; it is also the default of OpenAPI 3.1. */
const styles = { path: "simple", query: "form", header: "simple" } as const;

/**
 * Reads a parameter.
 * @throws Error for one that the client does not write and the server does not read
 */
export function readParameter(document: OpenApiDocument, parameter: Parameter): ParameterModel {
  const found = resolve(document, "parameters", parameter);
  const { name, in: place, style, explode, schema } = found;
  if (place === "cookie") throw new Error(`The parameter ${name} is a cookie. Use the query or a header.`);
  if (style !== undefined && style !== styles[place]) {
    throw new Error(
      `The parameter ${name} has the style ${style}. Leave it out: in a ${place} it is ${styles[place]}.`,
    );
  }
  if (schema === undefined) throw new Error(`The parameter ${name} has no schema. Describe it by one, not by content.`);
  refuseInherited("parameter", name);
  const isList = resolve(document, "schemas", schema).type === "array";
  const component = parameter.$ref?.split("/").at(-1) ?? null;
  return { ...found, component, csv: isList && (place !== "query" || explode === false) };
}
