import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import type { OperationModel } from "../operations.ts";
import { refuseNames } from "./names.ts";
import { refuseParameters } from "./parameters.ts";

/**
 * Refuses what no code can be generated for. What OpenAPI allows and client and server do not follow is for the lint:
 * `fleet/supported`, `fleet/operation-id`, `fleet/envelope` and `fleet/paging`.
 * @throws Error naming the operation or the schema
 */
export function checkOperations(document: OpenApiDocument, operations: readonly OperationModel[]): void {
  refuseNames(document, operations);
  for (const operation of operations)
    naming(operation.id, () => refuseParameters(document, operation.path, operation.parameters));
}
