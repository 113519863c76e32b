/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
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
