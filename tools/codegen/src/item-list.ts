import { type OpenApiDocument, resolve, type Schema } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "./operations.ts";

/** The list of a request body whose items are validated one by one (`x-validated-per-item`). */
export interface ItemList {
  /** Its name in the body. */
  readonly member: string;
  readonly list: Schema;
  /** The schema of an item, as the list refers to it. */
  readonly items: Schema;
}

/** Finds that list; null for an operation without one. */
export function findItemList(document: OpenApiDocument, { id, body }: OperationModel): ItemList | null {
  const schema = body === null ? undefined : Object.values(body.content)[0]?.schema;
  const { properties = {} } = schema === undefined ? {} : resolve(document, schema);
  const marked = Object.entries(properties).filter(([, list]) => list["x-validated-per-item"] === true);
  const [[member, list] = [undefined, undefined], ...others] = marked;
  if (member === undefined) return null;
  if (list?.items === undefined || others.length > 0)
    throw new Error(`x-validated-per-item of ${id}: it stands on one list of the body, whose items have a schema.`);
  return { member, list, items: list.items };
}
