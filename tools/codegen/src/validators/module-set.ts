/** Modules that the compiled functions share: what makes errors, formats, and helpers of the compiler. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import ts from "typescript";
import { ownFormats } from "./formats.ts";
import type { CompiledSchema, Need } from "./schema-compiler.ts";

/** A name that a module takes from another one. */
export interface Import {
  readonly path: string;
  readonly name: string;
}

/** A module that puts together what others export. */
interface Exports {
  /** By local identifier. */
  readonly imports: ReadonlyMap<string, Import>;
  /** The statements after the imports. */
  readonly body: string;
}

/** Modules by path, with their imports among each other. */
export class ModuleSet {
  readonly #sources = new Map<string, string>();
  /** Modules that are minified; those that put exports together would be larger after it, compressed. */
  readonly #compiled = new Set<string>();
  readonly #pathOf: (schema: string) => string;

  /** @param pathOf path of the module of a schema */
  constructor(pathOf: (schema: string) => string) {
    this.#pathOf = pathOf;
  }

  has(path: string): boolean {
    return this.#sources.has(path);
  }

  /** A module with exports made of what others export. */
  add(path: string, exports: Exports): void {
    this.#sources.set(path, moduleText(path, exports));
  }

  /** The module of a compiled schema, which exports its function as `validate`. */
  addSchema(path: string, { identifier, code, constants, needs }: CompiledSchema): void {
    const imports = new Map([...needs].map(([local, need]) => [local, this.#importOf(need)]));
    const lines = [...constants].map(([name, value]) => `const ${name} = ${value};`);
    const body = [...lines, code, `export { ${identifier} as validate };`].join("\n");
    this.#addCompiled(path, moduleText(path, { imports, body }));
  }

  /** Adds the module of what a function needs, unless it is another function. */
  async addSupport(need: Need): Promise<void> {
    const { path } = this.#importOf(need);
    if (need.kind !== "schema" && !this.has(path)) this.#addCompiled(path, await supportModule(need));
  }

  /** The texts of all modules by path. Each depends on nothing but what it is made of. */
  async texts(): Promise<Map<string, string>> {
    const entries = [...this.#sources].map(async ([path, source]): Promise<[string, string]> => {
      return [path, this.#compiled.has(path) ? await minified(source) : `${source}\n`];
    });
    return new Map(await Promise.all(entries));
  }

  /** These exports and everything that they lead to in one module. */
  async bundle(exports: Exports): Promise<string> {
    const sources = this.#sources;
    const { outputFiles } = await build({
      ...output,
      stdin: { contents: moduleText("", exports) },
      bundle: true,
      write: false,
      plugins: [
        {
          name: "modules",
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /.*/ }, ({ path: target, importer }) => ({
              path: posix.join(importer === "<stdin>" ? "" : posix.dirname(importer), target),
              namespace: "modules",
            }));
            onLoad({ filter: /.*/, namespace: "modules" }, (each) => ({ contents: sources.get(each.path) ?? "" }));
          },
        },
      ],
    });
    return outputFiles[0]?.text ?? "";
  }

  #addCompiled(path: string, source: string): void {
    this.#sources.set(path, source);
    this.#compiled.add(path);
  }

  #importOf({ kind, name }: Need): Import {
    if (kind === "schema") return { path: this.#pathOf(name), name: "validate" };
    if (kind === "refuse") return { path: "runtime/refuse.js", name };
    return { path: `runtime/${kind}s/${posix.basename(name)}.js`, name: kind };
  }
}

const output = {
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "silent",
} as const;

async function minified(source: string): Promise<string> {
  const { code } = await transform(source, { ...output, loader: "js", treeShaking: true });
  return code;
}

function moduleText(path: string, { imports, body }: Exports): string {
  const lines = [...imports].map(
    ([local, target]) => `import { ${target.name} as ${local} } from ${JSON.stringify(relative(path, target.path))};`,
  );
  return [...lines.toSorted(), body].join("\n");
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Where packages of the compiler are found from. */
const here = fileURLToPath(new URL("../..", import.meta.url));

/** The text of the module for something that a function needs, other than another function. */
async function supportModule({ kind, name }: Need): Promise<string> {
  if (kind === "refuse") return bundled(`export * from "./src/validators/runtime/refuse.ts";`);
  if (kind === "format" && Object.hasOwn(ownFormats, name))
    return bundled(`export * from "./src/validators/runtime/formats/${name}.ts";`);
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
function formatSource(file: string, name: string): string {
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
