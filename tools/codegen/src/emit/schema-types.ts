import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { banner } from "../banner.ts";

/**
 * Types of a bundled document. The options are those of the generator except where named: lists are mutable, enums
 * are unions of literals. Integers of 64 bits are `Int64` by name, so that the two sets of types differ in one line:
 * `number` for clients that refuse what a number would round, `number | bigint` for those that read it exactly.
 */
export async function emitSchemaTypes(bundled: string, hash: string, int64: Int64 = "number"): Promise<string> {
  const nodes = await openapiTS(bundled, {
    alphabetize: false,
    additionalProperties: false,
    emptyObjectsUnknown: true,
    enum: false,
    immutable: false,
    silent: true,
    transform: ({ type, format, ...rest }) =>
      type === "integer" && format === "int64" && !("enum" in rest || "const" in rest)
        ? ts.factory.createTypeReferenceNode("Int64")
        : undefined,
  });
  return `${banner(hash)}
/** ${meanings[int64]} */
export type Int64 = ${int64};

${astToString(nodes)}`;
}

/** The type of an integer of 64 bits. */
export type Int64 = "number" | "number | bigint";

const meanings: Record<Int64, string> = {
  number: "An integer of `format: int64`. The client refuses one that a number would round.",
  "number | bigint": "An integer of `format: int64`: a number up to 2^53 - 1, beyond that an exact bigint.",
};
