import { createHash } from "node:crypto";

/** SHA-256 of the bundled contract, lower-case hexadecimal. */
export function hashContract(bundled: string): string {
  return createHash("sha256").update(bundled).digest("hex");
}

/**
 * The first line of every generated file. It does not have the hash of the contract: every edit would change every
 * file, and no two branches would merge.
 */
export function banner(source = "spec/", remedy = "change the contract"): string {
  return `/** Generated from ${source} by tools/codegen. Do not edit: ${remedy} and run \`pnpm codegen\`. */\n`;
}
