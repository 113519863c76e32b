import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { rootUrl } from "../src/artefact.ts";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Type instantiations of a program that lies beside the contract and uses one of its entries; it must have no type error. */
function instantiations(entry: string, source: string): number {
  const imports = `import type { Facade } from "./src/${entry}";\nexport declare const fleet: Facade;\n`;
  const name = fileURLToPath(new URL("packages/contract/type-cost.ts", rootUrl));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => (path === name ? imports + source : readFile(path));
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, target) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([name], options, host);
  expect(ts.getPreEmitDiagnostics(program).map((diagnostic) => diagnostic.messageText)).toEqual([]);
  return program.getInstantiationCount();
}

test.each(["index.ts", "exact.ts"])("the first call costs at most 200 instantiations on top of %s", (entry) => {
  const first =
    'const result = await fleet.auth.permission({ path: { resource: "units", action: "view" } });\nif (result.ok) result.data.allow;';
  const paged = "for await (const unit of fleet.units.listing({ query: { per_page: 100 } })) unit.name;";
  const idle = instantiations(entry, "");
  expect(instantiations(entry, first) - idle).toBeLessThanOrEqual(200);
  expect(instantiations(entry, paged) - idle).toBeLessThanOrEqual(200);
});
