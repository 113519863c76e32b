/**
 * Response validators that also refuse members which the contract does not name: for tests of a server.
 *
 * @module
 */
import type { OperationId } from "@fleet-api/contract/operations";
import type { Validate } from "@fleet-api/contract/validators";

/** By operation and status; null where the response has no body. */
export declare const strictResponses: Readonly<Record<OperationId, Readonly<Record<number, Validate | null>>>>;
