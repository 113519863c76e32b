import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { banner } from "../banner.ts";
import type { Schema } from "../document.ts";
import { type Int64, int64Meanings } from "./group-text.ts";

/**
 * Types of a bundled document as openapi-typescript writes them: `paths` for openapi-fetch, `operations` and
 * `components`. The options are those of the generator except where named: lists are mutable, enums are unions of
 * literals, and open ones of literals and any other string, what has a default may still be left out.
 */
export async function emitOpenapiTypes(bundled: string): Promise<string> {
  const nodes = await openapiTS(JSON.parse(bundled, markAnyString), {
    alphabetize: false,
    additionalProperties: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    enum: false,
    immutable: false,
    silent: true,
    transform: ({ type, format, ...rest }) => {
      if (anyString in rest) return anyStringType();
      return type === "integer" && format === "int64" && !("enum" in rest || "const" in rest)
        ? ts.factory.createTypeReferenceNode("Int64")
        : undefined;
    },
  });
  return `${banner()}\n${int64Line("number")}\n${astToString(nodes.map((node) => (isPaths(node) ? withoutNever(node) : node)))}`;
}

/** Marks the branch of an open enum that lets any string through. */
const anyString = "x-any-string";

/** Reviver of JSON: the generator shows a schema to `transform` only if it has a type, which an open enum has not. */
function markAnyString(_key: string, value: unknown): unknown {
  const { "x-open-enum": isOpen, anyOf }: Schema = Object(value);
  const [, any] = isOpen === true ? (anyOf ?? []) : [];
  if (any !== undefined) Object.assign(any, { [anyString]: true });
  return value;
}

/** `string & {}`: a union with plain `string` would lose its literals, and editors could not offer them. */
function anyStringType(): ts.TypeNode {
  const { factory } = ts;
  const empty = factory.createTypeLiteralNode([]);
  return factory.createIntersectionTypeNode([factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword), empty]);
}

/** The same types with exact integers of 64 bits: they differ in one line. */
export function exactOpenapiTypes(text: string): string {
  return text.replace(int64Line("number"), int64Line("number | bigint"));
}

function int64Line(int64: Int64): string {
  return `/** ${int64Meanings[int64]} */\nexport type Int64 = ${int64};\n`;
}

function isPaths(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) && node.name.text === "paths";
}

/** Without the methods and parameters that a path does not have: the generator writes each of them as `never`. */
function withoutNever<Node extends ts.Node>(node: Node): Node {
  const visit = (child: ts.Node): ts.Node | undefined => {
    const isNever = ts.isPropertySignature(child) && child.type?.kind === ts.SyntaxKind.NeverKeyword;
    return isNever ? undefined : ts.visitEachChild(child, visit, undefined);
  };
  return ts.visitEachChild(node, visit, undefined);
}
