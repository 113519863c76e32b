import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  type OpenAPITSOptions,
  resolveRef,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import { banner } from "../banner.ts";
import { int64Meaning } from "./group-text.ts";

const int64Line = `/** ${int64Meaning} */\nexport type Int64 = number;\n`;

/**
 * Types of a bundled document as openapi-typescript writes them: `paths` for openapi-fetch, `operations` and
 * `components`. Its default export would first lint and bundle the document, which takes longer than writing the types.
 * A test compares the two.
 */
export function emitOpenapiTypes(bundled: string): string {
  const document: OpenAPI3 = JSON.parse(bundled);
  const nodes = transformSchema(document, contextOf(document));
  const text = astToString(nodes.map((node) => (isPaths(node) ? withoutNever(node) : node)));
  return `${banner()}\n${int64Line}\n${withDocstrings(text)}`;
}

/** What the three public types are; the generator says it of none of them. */
const docstrings: Readonly<Record<string, string>> = {
  paths: "The paths of the OpenAPI document with their operations, as openapi-typescript writes them.",
  components:
    "Schemas, parameters, headers and responses of the OpenAPI document by name, as openapi-typescript writes them.",
  operations: "The operations of the OpenAPI document by id, as openapi-typescript writes them.",
};

/** The text of the generator with docstrings of the public types. */
export function withDocstrings(text: string): string {
  return text.replaceAll(/^export (?:interface|type) (\w+)/gm, (whole, name: string) =>
    docstrings[name] === undefined ? whole : `/** ${docstrings[name]} */\n${whole}`,
  );
}

/**
 * What differs from the defaults of the generator: what has a default may still be left out, empty objects are unknown. An open
 * enum is a plain string: the types of openapi-fetch take `string & {}`, which our own types have, for an object.
 */
export const generatorOptions = {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  silent: true,
  transform({ type, format, ...rest }) {
    return type === "integer" && format === "int64" && !("enum" in rest || "const" in rest)
      ? ts.factory.createTypeReferenceNode("Int64")
      : undefined;
  },
} satisfies OpenAPITSOptions;

/** All options, as the generator completes them. */
function contextOf(document: OpenAPI3): GlobalContext {
  return {
    ...generatorOptions,
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    discriminators: scanDiscriminators(document, {}),
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    transformProperty: undefined,
    get redoc(): never {
      throw new Error("The document is bundled already.");
    },
    resolve: ($ref) => resolveRef(document, $ref, { silent: true }),
  };
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
