/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: f19d8bf08eca609a032f3e34408f2009f9f14bee97301fc655f1742de8d72d94
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
