/**
 * Checks what is sent and answered against the contract, by validators that were compiled ahead.
 *
 * @module
 */
export { findingsOf } from "./findings.ts";
export type { ContractFinding } from "./findings.ts";
export { requestSchema, type RequestSchemaId, responseSchema, type ResponseSchemaStatus } from "./standard-schema.ts";
export { type StandardIssue, type StandardResult, type StandardSchema, standardSchema } from "./standard-schema.ts";
export { type Drift, validate, type ValidateOptions } from "./validate.ts";
