/** Modules that the compiled functions share: what makes errors, formats, and helpers of the compiler. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import type { Need } from "./schema-compiler.ts";

/** Where packages of the compiler are found from. */
const here = fileURLToPath(new URL("../..", import.meta.url));

/** The text of the module for something that a function needs, other than another function. */
export async function supportModule({ kind, name }: Need): Promise<string> {
  if (kind === "refuse") return bundled(`export * from "./src/validators/runtime/refuse.ts";`);
  if (kind === "format") return bundled(formatSource(await formatsFile, name));
  const own = ownHelpers.get(name);
  return bundled(
    own ? `export * from ${JSON.stringify(own)};` : `export { default as helper } from ${JSON.stringify(name)};`,
  );
}

/** Helpers of Ajv that we have in a smaller form. */
const ownHelpers: ReadonlyMap<string, string> = new Map([
  ["ajv/dist/runtime/ucs2length", "./src/validators/runtime/count-characters.ts"],
]);

/** Resolves the imports, and leaves out what is not used. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: "js", resolveDir: here },
    absWorkingDir: here,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

const formatsFile = readFile(createRequire(import.meta.url).resolve("ajv-formats/dist/formats.js"), "utf8");

/**
 * One format out of the file of ajv-formats, whose table has all of them in one object, so that no bundler could leave
 * out the others.
 */
export function formatSource(file: string, name: string): string {
  const source = ts.createSourceFile("formats.js", file, ts.ScriptTarget.ES2022);
  const declarations = source.statements.filter(
    (statement) => ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement),
  );
  const value = tableOf(source)?.properties.find((property) => property.name && nameOf(property.name) === name);
  if (value === undefined) throw new Error(`ajv-formats has no format ${name}.`);
  const expression = ts.isPropertyAssignment(value) ? value.initializer : value.name;
  return [
    ...declarations.map((each) => each.getText(source)),
    `export const format = ${validatorOf(expression)};`,
  ].join("\n");

  /** Without the comparison, which only other keywords than those of JSON Schema use. */
  function validatorOf(node: ts.Node | undefined): string {
    const [validate] = node && ts.isCallExpression(node) ? node.arguments : [];
    return validate ? `{ validate: ${validate.getText(source)} }` : (node?.getText(source) ?? "");
  }
}

/** The object in `exports.fullFormats = {...}`. */
function tableOf(source: ts.SourceFile): ts.ObjectLiteralExpression | null {
  for (const statement of source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right } = statement.expression;
    if (left.getText(source) === "exports.fullFormats" && ts.isObjectLiteralExpression(right)) return right;
  }
  return null;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}
