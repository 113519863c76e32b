import { describe, expect, it } from "vitest";
import { dependencyDirection } from "../src/checks/dependency-direction.ts";
import { importDirection } from "../src/checks/import-direction.ts";
import { specReaders } from "../src/checks/spec-readers.ts";
import { manifest, problemsOf } from "./support/problems-of.ts";

const contract = manifest({
  name: "@x/contract",
  exports: { ".": "./src/index.ts", "./operations": "./src/o.ts", "./checks/*": "./dist/checks/*.js" },
});

describe("dependency-direction", () => {
  it("accepts the arrow client -> contract", async () => {
    const client = manifest({
      name: "@x/client",
      dependencies: { "@x/contract": "workspace:*", "openapi-fetch": "catalog:" },
    });
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "packages/client/package.json": client,
    });
    expect(problems).toEqual([]);
  });

  it.each(["dependencies", "devDependencies", "peerDependencies"])("refuses auth -> client in %s", async (field) => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/client/package.json": manifest({ name: "@x/client" }),
      "packages/auth/package.json": manifest({ name: "@x/auth", [field]: { "@x/client": "workspace:*" } }),
    });
    expect(problems).toEqual([
      "packages/auth/package.json packages/auth may not depend on packages/client; allowed: packages/http, tools/test-postgres",
    ]);
  });

  it("refuses every workspace dependency of a package that nobody listed", async () => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "packages/cli/package.json": manifest({ name: "@x/cli", dependencies: { "@x/contract": "workspace:*" } }),
    });
    expect(problems).toHaveLength(1);
  });

  it("refuses a runtime dependency of contract, but lets it test with anything", async () => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": manifest({
        name: "@x/contract",
        dependencies: { ajv: "catalog:" },
        devDependencies: { vitest: "catalog:" },
      }),
    });
    expect(problems).toEqual([
      "packages/contract/package.json packages/contract may not have the runtime dependency ajv; allowed: none",
    ]);
  });
});

describe("import-direction", () => {
  const client = manifest({
    name: "@x/client",
    dependencies: { "@x/contract": "workspace:*" },
    devDependencies: { vitest: "catalog:" },
  });
  const check = (path: string, code: string): Promise<string[]> =>
    problemsOf(importDirection, {
      "packages/contract/package.json": contract,
      "packages/client/package.json": client,
      "packages/auth/package.json": manifest({ name: "@x/auth", exports: { ".": "./src/index.ts" } }),
      [path]: code,
    });

  it("accepts entries of allowed packages, builtins and its own files", async () => {
    const code = `import type { A } from "@x/contract";\nexport * from "@x/contract/operations";\nexport * from "@x/contract/checks/ping";\nimport "./a.ts";\nimport "node:fs";`;
    expect(await check("packages/client/src/index.ts", code)).toEqual([]);
  });

  it.each([
    [
      `import "@x/contract/src/index.ts";`,
      '"@x/contract/src/index.ts" is not among the exports of @x/contract; import one of its entries',
    ],
    [
      `import "@x/contract/checks/";`,
      '"@x/contract/checks/" is not among the exports of @x/contract; import one of its entries',
    ],
    [
      `import { a } from "../../contract/src/index.ts";`,
      '"../../contract/src/index.ts" leaves packages/client; import the package by name',
    ],
    [`export { a } from "@x/auth";`, "packages/client may not import packages/auth: the arrow does not exist"],
    [`const a = await import("@x/auth");`, "packages/client may not import packages/auth: the arrow does not exist"],
    [`type A = import("@x/auth").A;`, "packages/client may not import packages/auth: the arrow does not exist"],
    [`import { it } from "vitest";`, "vitest is a dev dependency, but published code imports it"],
    [`import a from "left/pad";`, "left is not declared in packages/client/package.json"],
  ])("refuses %s", async (code, message) => {
    expect(await check("packages/client/src/index.ts", `\n${code}\n`)).toEqual([
      `packages/client/src/index.ts:2 ${message}`,
    ]);
  });

  it("lets tests import dev dependencies, but not other packages' insides", async () => {
    const code = `import "vitest";\nimport "../../auth/src/index.ts";`;
    expect(await check("packages/client/test/a.test.ts", code)).toEqual([
      'packages/client/test/a.test.ts:2 "../../auth/src/index.ts" leaves packages/client; import the package by name',
    ]);
  });
});

describe("spec-readers", () => {
  const code = (text: string): string => `import { readFileSync } from "node:fs";\nreadFileSync(${text});`;

  it.each(['"../../spec/openapi.yaml"', "`${root}/spec/resources/units/paths.yaml`", 'join("../../spec", name)'])(
    "refuses %s outside the tools that generate",
    async (text) => {
      const problems = await problemsOf(specReaders, { "packages/server/src/main.ts": code(text) });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(
        /^packages\/server\/src\/main\.ts:2 names ".*"; take what it needs from @fleet-api\/contract$/,
      );
    },
  );

  it("lets codegen read spec/, and end-to-end tests only the journeys", async () => {
    const problems = await problemsOf(specReaders, {
      "tools/codegen/src/main.ts": code('"../../spec/openapi.yaml"'),
      "tools/e2e/test/a.test.ts": code('"../../spec/workflows/login.arazzo.yaml"'),
      "tools/e2e/test/b.test.ts": code('"../../spec/openapi.yaml"'),
    });
    expect(problems).toEqual([expect.stringContaining("tools/e2e/test/b.test.ts:2")]);
  });
});
