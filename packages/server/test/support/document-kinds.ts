import { contractOperations } from "./contract-operations.ts";
import { addedTo, permissionsFor, subjectOf } from "./example-variants.ts";

/** A kind of records that have documents, such as vehicles; the names in examples are theirs. */
export interface DocumentKind {
  /** The path of the records: `vehicles`. */
  readonly records: string;
  /** The table of the documents: `vehicle_documents`. */
  readonly table: string;
  /** The field of a document with the id of its record: `vehicle_id`. */
  readonly recordId: string;
  /** The permissions that each change of a document needs: `vehicles.vehicles_admin_edit`. */
  readonly permissions: Readonly<Record<"POST" | "PATCH" | "DELETE", readonly string[]>>;
}

/** Every kind of records in the contract that have documents: those with an operation that adds one. */
export const documentKinds: readonly DocumentKind[] = contractOperations.flatMap((operation) => {
  const { collection: records = "", parameter: recordId = "", part } = subjectOf(operation) ?? {};
  const table = addedTo(operation);
  if (table === null || part !== "/documents") return [];
  const permissionsOf = (method: string): string[] =>
    permissionsFor(operation.id.replace(/CreateDocument$/, `${method}Document`), {});
  return {
    records,
    table,
    recordId,
    permissions: { POST: permissionsOf("Create"), PATCH: permissionsOf("Update"), DELETE: permissionsOf("Delete") },
  };
});
