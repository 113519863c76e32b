/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 50b93c6dd4326e4663183bc258129d52010262e585254b6efb6328dc3f1824a9
 */

/** Members and parameters whose values are secrets: whatever prints a value leaves out what stands under these names. */
export const sensitiveNames = [
  "api_key",
  "password",
  "publish_key",
  "registration_token",
  "signature",
  "subscribe_key",
  "token",
] as const;
