import { createHash } from "node:crypto";

/** SHA-256 of the bundled contract, lower-case hexadecimal. */
export function hashContract(bundled: string): string {
  return createHash("sha256").update(bundled).digest("hex");
}

/** The first lines of every checked-in generated file. */
export function banner(hash: string): string {
  return [
    "/**",
    " * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.",
    ` * Contract SHA-256: ${hash}`,
    " */",
    "",
  ].join("\n");
}
