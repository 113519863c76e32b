/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: a245d99f52a94c2c8ddd1dc97672b9d1d0eef07f78ebf1da6005d74664391a42
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
