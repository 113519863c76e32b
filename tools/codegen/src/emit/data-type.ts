import { refTarget } from "../document.ts";
import type { ResponseModel } from "../operations.ts";
import { inlineType, schemaType } from "../text.ts";

/** The type of `data` of a success; through its envelope where it has no name of its own. */
export function dataType(response: ResponseModel): string {
  if (response.schema === null) return "undefined";
  const inline = response.data === null ? null : inlineType(response.data);
  return inline ?? `${bodyType(response)}["data"]`;
}

/** The type of the whole JSON body of a response. */
export function bodyType(response: ResponseModel): string {
  if (response.schema === null) return "undefined";
  if (response.schema.$ref === undefined)
    throw new Error(`The body of a response ${response.status} must be a component schema.`);
  return schemaType(refTarget(response.schema.$ref).name);
}
