/**
 * The operations of the contract as data: what a server, a tool or a page of docs needs to know of them at run time.
 *
 * @module
 */
export { contractHash, contractVersion } from "./built/contract-identity.ts";
export { type OperationId, operations } from "./generated/index.ts";
