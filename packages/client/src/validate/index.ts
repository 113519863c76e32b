/**
 * Checks what is sent and answered against the contract, by validators that were compiled ahead.
 *
 * @module
 */
export { findingsOf } from "./contract-breach.ts";
export type { ContractFinding } from "./findings.ts";
export { requestSchema, type RequestSchemaId, responseSchema, type ResponseSchemaStatus } from "./schemas.ts";
export { type StandardIssue, type StandardResult, type StandardSchema, standardSchema } from "./standard-schema.ts";
export { type Drift, validate, type ValidateOptions } from "./validate.ts";
