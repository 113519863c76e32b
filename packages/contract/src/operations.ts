/**
 * The operations of the contract as data: what a server, a tool or a page of docs needs to know of them at run time.
 *
 * @module
 */
export { contractHash } from "./built/contract-hash.ts";
export { type OperationId, operations } from "./generated/index.ts";
