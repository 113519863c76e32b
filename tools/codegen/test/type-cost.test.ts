import ts from "typescript";
import { expect, test } from "vitest";
import { programOf } from "./support/type-check.ts";

const libraries = ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"];

/** Type instantiations of a program that imports one of the entries of the contract; it must have no type error. */
function instantiations(entry: string, source: string): number {
  const imports = `import type { Facade } from "./src/${entry}";\nexport declare const fleet: Facade;\n`;
  const program = programOf({ "packages/contract/type-cost.ts": imports + source }, libraries);
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
