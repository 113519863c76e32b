import type { OperationId } from "@fleet-api/contract";
import { examples, type SuccessExample } from "@fleet-api/contract/examples";

type DataOf<Id extends OperationId> = SuccessExample<Id>["data"];

/** The record of an operation: an item where it answers with a list, else the whole `data`. */
export type ExampleOf<Id extends OperationId> = DataOf<Id> extends readonly (infer Item)[] ? Item : DataOf<Id>;

/**
 * A fresh copy of the record that the contract has as the example of an operation, with some members replaced:
 * `example("unitsListing", { id: 7, name: "Truck 7" })` is a unit.
 */
export function example<Id extends OperationId>(
  operationId: Id,
  overrides: Partial<ExampleOf<Id>> = {},
): ExampleOf<Id> {
  const { data }: { data: unknown } = examples[operationId];
  const [record] = Array.isArray(data) ? data : [data];
  // The compiler does not follow that the first item of the data is an item of its type.
  return Object.assign(structuredClone(record), overrides) as ExampleOf<Id>;
}
