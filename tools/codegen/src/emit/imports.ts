import { type OpenApiDocument, resolve, type Schema } from "@fleet-api-tools/openapi-document";
import { banner } from "../banner.ts";
import { naming } from "../errors.ts";
import { findItemList, type ItemList } from "../item-list.ts";
import { openEnumOf } from "../open-enum.ts";
import type { OperationModel } from "../operations.ts";
import { fillObject, key, literal } from "../text.ts";

/** What a reader of CSV files needs to know of each operation that takes a list of items. */
export function emitImports(document: OpenApiDocument, operations: OperationModel[]): string {
  const rows = operations.flatMap((operation) =>
    naming(operation.id, () => {
      const found = findItemList(document, operation);
      return found === null ? [] : importRow(document, operation, found);
    }),
  );
  return `${banner()}
import type { ImportItems } from "../streams/csv-items.ts";

/** By operation: the bounds of a request, and the members of an item. */
export const imports = {
${rows.join("")}} as const satisfies Readonly<Record<string, ImportItems>>;
`;
}

function importRow(document: OpenApiDocument, { id, body }: OperationModel, { member, list, items }: ItemList): string {
  // The type of an item is read from the body under this name.
  if (member !== "items") throw new Error(`the list with x-validated-per-item is ${member}; name it items.`);
  if (list.maxItems === undefined) throw new Error(`the list ${member} needs maxItems: clients cut their items by it.`);
  const { properties = {}, required = [] } = resolve(document, items);
  const columns = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}: ${literal(kindOf(document, name, schema))}`,
  );
  const bounds = `maxItems: ${list.maxItems}, maxBytes: ${body?.["x-max-body-bytes"]}, required: ${literal(required)},`;
  return `  ${id}: { ${bounds}\n${fillObject("columns: {", columns, "} },", "    ")}`;
}

/** The type of a member, with `| null` where it may be null. */
function kindOf(document: OpenApiDocument, name: string, reference: Schema): string {
  const resolved = resolve(document, reference);
  const types = [(openEnumOf(resolved)?.request ?? resolved).type].flat();
  const [type, ...others] = types.filter((each) => each !== "null");
  if (type === undefined || others.length > 0)
    throw new Error(`${name} of its items needs one type besides null: a column of a CSV file is read as that type.`);
  return types.includes("null") ? `${type} | null` : type;
}
