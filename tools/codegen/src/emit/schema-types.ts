import openapiTS, { astToString } from "openapi-typescript";
import { banner } from "../banner.ts";

/**
 * Types of a bundled document. The options are those of the generator except where named: int64 is `number`
 * (every integer of the contract fits), lists are mutable, enums are unions of literals.
 */
export async function emitSchemaTypes(bundled: string, hash: string): Promise<string> {
  const nodes = await openapiTS(bundled, {
    alphabetize: false,
    additionalProperties: false,
    emptyObjectsUnknown: true,
    enum: false,
    immutable: false,
    silent: true,
  });
  return `${banner(hash)}\n${astToString(nodes)}`;
}
