import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import { boundLoops } from "./bounded-loops.ts";
import type { JsonSchema } from "./validation-schema.ts";

/** What to compile. */
export interface Compilation {
  /** All schemas by the name that `$ref` uses. */
  schemas: Record<string, JsonSchema>;
  /** Schema name by the identifier that the compiled function gets. */
  functions: Record<string, string>;
  /** Module text that exports what is wanted, in terms of `compiled.<identifier>`. */
  table: string;
  banner: string;
}

/**
 * Compiles schemas into one module that needs nothing at run time: no `require`, no code made from strings.
 * The module therefore runs under a strict content security policy and on runtimes without `eval`.
 */
export async function compile(compilation: Compilation): Promise<string> {
  const code = standalone(compilation);
  const result = await build({
    stdin: { contents: `import * as compiled from "compiled";\n${compilation.table}`, loader: "js" },
    plugins: [
      {
        name: "compiled-schemas",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^compiled$/ }, () => ({ path: "compiled", namespace: "schemas" }));
          onLoad({ filter: /.*/, namespace: "schemas" }, () => ({ contents: code, loader: "js", resolveDir: here }));
        },
      },
    ],
    absWorkingDir: here,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  return `${compilation.banner}${result.outputFiles[0]?.text ?? ""}`;
}

/** Where the runtime parts of the compiler are found from. */
const here = fileURLToPath(new URL("../..", import.meta.url));

function standalone({ schemas, functions }: Compilation): string {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    // Findings for people name the bounds that the schema around the broken rule gives.
    verbose: true,
    code: { source: true, esm: true },
  });
  ajv.addVocabulary(["x-expected"]);
  addFormats.default(ajv);
  boundLoops(ajv);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...schema, $id: name });
  return standaloneCode.default(ajv, functions);
}
