/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 285cc6f9bcf5105fa509d803fec9f291c6de8589dfef5ca91645442cce9f0522
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
