import type { OpenApiDocument, Parameter } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";

/** A parameter with its references followed. */
export interface ParameterModel extends Parameter {
  /** The name of the shared component that it comes from. */
  component: string | null;
  /** Whether it is a list that is written as one value with commas, and not as a repeated name. */
  csv: boolean;
}

/** Reads a parameter; `check/` has refused those that clients do not write and servers do not read. */
export function readParameter(document: OpenApiDocument, parameter: Parameter): ParameterModel {
  const found = resolve(document, parameter);
  const { in: place, explode, schema = {} } = found;
  const isList = resolve(document, schema).type === "array";
  const component = parameter.$ref?.split("/").at(-1) ?? null;
  return { ...found, component, csv: isList && (place !== "query" || explode === false) };
}
