import { posix } from "node:path";
import { build, transform } from "esbuild";
import type { CompiledSchema, Need } from "./schema-compiler.ts";
import { supportModule } from "./support-modules.ts";

/** A name that a module takes from another one. */
export interface Import {
  readonly path: string;
  readonly name: string;
}

/** A module that puts together what others export. */
export interface Exports {
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
