import ts from "typescript";
import { expect, test } from "vitest";
import { programOf } from "./support/type-check.ts";

const libraries = ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"];

/** Type instantiations of a program that imports the contract; it must have no type error. */
function instantiations(source: string): number {
  const imports = `import type { Facade } from "./src/index.ts";\nexport declare const fleet: Facade;\n`;
  const program = programOf({ "packages/contract/type-cost.ts": imports + source }, libraries);
  expect(ts.getPreEmitDiagnostics(program).map((diagnostic) => diagnostic.messageText)).toEqual([]);
  return program.getInstantiationCount();
}

test("the first call costs at most 200 instantiations on top of the imports", () => {
  const first =
    'const result = await fleet.auth.permission({ path: { resource: "units", action: "view" } });\nif (result.ok) result.data.allow;';
  const paged = "for await (const unit of fleet.units.listing({ query: { per_page: 100 } })) unit.name;";
  const conditional = `const unit = await fleet.units.get({ path: { unit_id: 1 }, headers: { "If-None-Match": '"v1"' } });
if (unit.ok && unit.status === 200) unit.data.name;`;
  const idle = instantiations("");
  expect(instantiations(first) - idle).toBeLessThanOrEqual(200);
  expect(instantiations(paged) - idle).toBeLessThanOrEqual(200);
  expect(instantiations(conditional) - idle).toBeLessThanOrEqual(200);
});
