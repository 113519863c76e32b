import { describe, expect, it } from "vitest";
import {
  authFloors,
  dependencyDirection,
  importCyclesCheck,
  importDirection,
  rulePaths,
  serverBoundaries,
} from "../src/checks/directions.ts";
import { specReaders } from "../src/checks/spec.ts";
import { manifest, problemsOf } from "./support.ts";

const contract = manifest({
  name: "@x/contract",
  exports: { ".": "./src/index.ts", "./operations": "./src/o.ts", "./checks/*": "./dist/checks/*.js" },
});

/** The runtime dependencies that the rules fix for the client. */
const LIBRARIES = {
  "openapi-fetch": "catalog:",
  "@svta/cml-structured-field-values": "catalog:",
  "@svta/cml-utils": "catalog:",
};

describe("dependency-direction", () => {
  it("accepts the arrow client -> contract", async () => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "packages/client/package.json": manifest({
        name: "@x/client",
        dependencies: { ...LIBRARIES, "@x/contract": "workspace:*" },
      }),
      "packages/client/src/index.ts": `export * from "@x/contract";`,
    });
    expect(problems).toEqual([]);
  });

  it("refuses rules that no manifest needs, unless the package is not there", async () => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "packages/client/package.json": manifest({
        name: "@x/client",
        dependencies: { "openapi-fetch": "catalog:" },
      }),
    });
    const rules = "tools/repo-checks/src/config/arrows.ts";
    const end = "which its package.json does not have; remove it";
    expect(problems).toEqual([
      `${rules} WORKSPACE_ARROWS lets packages/client depend on packages/contract, ${end}`,
      `${rules} RUNTIME_DEPENDENCIES lets packages/client depend on @svta/cml-structured-field-values, ${end}`,
      `${rules} RUNTIME_DEPENDENCIES lets packages/client depend on @svta/cml-utils, ${end}`,
    ]);
  });

  it.each([
    ["src/index.ts", `import type { A } from "@x/contract/operations";`, 0],
    ["rules.yaml", `plugins: ["@x/contract"]`, 0],
    ["README.md", "It does not use @x/contract.", 1],
    ["src/index.ts", `import "@x/contracts";`, 1],
  ] as const)("refuses a workspace dependency that no file uses: %s with %s", async (file, text, count) => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "tools/contract-tests/package.json": manifest({
        name: "@x/contract-tests",
        devDependencies: { "@x/contract": "workspace:*" },
      }),
      [`tools/contract-tests/${file}`]: text,
    });
    const message = "no file of tools/contract-tests uses @x/contract; remove the dependency";
    expect(problems).toEqual(Array(count).fill(`tools/contract-tests/package.json ${message}`));
  });

  it.each(["dependencies", "devDependencies", "peerDependencies"])("refuses auth -> client in %s", async (field) => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/client/package.json": manifest({ name: "@x/client", dependencies: LIBRARIES }),
      "packages/auth/package.json": manifest({ name: "@x/auth", [field]: { "@x/client": "workspace:*" } }),
      "packages/auth/src/index.ts": `import "@x/client";`,
    });
    expect(problems).toEqual([
      "packages/auth/package.json packages/auth may not depend on packages/client; allowed: packages/http, tools/test-tier",
    ]);
  });

  it("refuses every workspace dependency of a package that nobody listed", async () => {
    const problems = await problemsOf(dependencyDirection, {
      "packages/contract/package.json": contract,
      "packages/cli/package.json": manifest({ name: "@x/cli", dependencies: { "@x/contract": "workspace:*" } }),
      "packages/cli/src/index.ts": `import "@x/contract";`,
    });
    expect(problems).toEqual([
      "packages/cli/package.json packages/cli may not depend on packages/contract; allowed: no workspace package",
    ]);
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

const src = "packages/auth/src";

describe("import-cycles", () => {
  it("accepts files that share what is below them", async () => {
    const problems = await problemsOf(importCyclesCheck, {
      [`${src}/a.ts`]: `import "./b.ts"; import "./c.ts"; import "node:fs"; import "other";`,
      [`${src}/b.ts`]: `export * from "./c.ts";`,
      [`${src}/c.ts`]: `export const c = 1;`,
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [`import { b } from "./b.ts";`, `import { a } from "./a.ts";`],
    [`import type { B } from "./b.ts";`, `import type { A } from "./a.ts";`],
    [`import { type B } from "./b.ts";`, `export type * from "./a.ts";`],
    [`export { b } from "./b.ts";`, `type A = import("./a.ts").A;`],
    [`export * from "./b.ts";`, `const a = await import("./a.ts");`],
  ])("refuses %s against %s", async (one, other) => {
    const files = { [`${src}/a.ts`]: `\n${one}`, [`${src}/b.ts`]: other };
    expect(await problemsOf(importCyclesCheck, files)).toEqual([
      `${src}/a.ts:2 leads back to itself: ${src}/a.ts -> ${src}/b.ts -> ${src}/a.ts; move what both need below them`,
    ]);
  });

  it("tells a shortest cycle of each knot, and a file that imports itself", async () => {
    const problems = await problemsOf(importCyclesCheck, {
      "tools/x/src/a.ts": `import "./b.ts";`,
      "tools/x/src/b.ts": `import "./c.ts"; import "./d.ts";`,
      "tools/x/src/c.ts": `import "./d.ts";`,
      "tools/x/src/d.ts": `import "./a.ts";`,
      "tools/x/src/e.ts": `import "./e.ts"; import "./a.ts";`,
    });
    expect(problems.map((problem) => problem.replaceAll("tools/x/src/", ""))).toEqual([
      "a.ts:1 leads back to itself: a.ts -> b.ts -> d.ts -> a.ts; move what both need below them",
      "e.ts:1 leads back to itself: e.ts -> e.ts; move what both need below them",
    ]);
  });

  it("leaves tests alone", async () => {
    const files = { "tools/x/test/a.ts": `import "./b.ts";`, "tools/x/test/b.ts": `import "./a.ts";` };
    expect(await problemsOf(importCyclesCheck, files)).toEqual([]);
  });
});

describe("auth-floors", () => {
  const files = [
    "create-auth.ts",
    "call/fetch.ts",
    "login/login.ts",
    "token/order.ts",
    "store/sync.ts",
    "store/token-store.ts",
    "stores/web/web.ts",
    "testing/faulty.ts",
    "state.ts",
  ];
  const check = (from: string, to: string, code = `import type { A } from "TO";`): Promise<string[]> => {
    const relative = `./${"../".repeat(from.split("/").length - 1)}${to}`;
    const tree = Object.fromEntries(files.map((file) => [`${src}/${file}`, ""]));
    return problemsOf(authFloors, { ...tree, [`${src}/${from}`]: code.replace("TO", relative) });
  };

  it.each([
    ["create-auth.ts", "call/fetch.ts"],
    ["create-auth.ts", "stores/web/web.ts"],
    ["call/fetch.ts", "login/login.ts"],
    ["call/fetch.ts", "state.ts"],
    ["login/login.ts", "token/order.ts"],
    ["token/order.ts", "store/sync.ts"],
    ["store/sync.ts", "store/token-store.ts"],
    ["stores/web/web.ts", "store/token-store.ts"],
    ["testing/faulty.ts", "store/token-store.ts"],
    ["state.ts", "store/token-store.ts"],
  ])("lets %s import %s", async (from, to) => {
    expect(await check(from, to)).toEqual([]);
  });

  it.each([
    ["call/fetch.ts", "create-auth.ts", "call may not import entry"],
    ["login/login.ts", "call/fetch.ts", "login may not import call"],
    ["token/order.ts", "login/login.ts", "token may not import login"],
    ["store/sync.ts", "token/order.ts", "store may not import token"],
    ["store/sync.ts", "stores/web/web.ts", "store may not import stores"],
    ["stores/web/web.ts", "store/sync.ts", "stores may not import store"],
    ["testing/faulty.ts", "stores/web/web.ts", "testing may not import stores"],
    ["create-auth.ts", "testing/faulty.ts", "entry may not import testing"],
    ["state.ts", "store/sync.ts", "ground may not import store"],
    ["store/token-store.ts", "call/fetch.ts", "ground may not import call"],
  ])("refuses that %s imports %s", async (from, to, why) => {
    expect(await check(from, to)).toEqual([`${src}/${from}:1 imports ${src}/${to}: ${why}`]);
    expect(await check(from, to, `export { a } from "TO";`)).toHaveLength(1);
  });

  it("refuses a folder that is no floor", async () => {
    expect(await problemsOf(authFloors, { [`${src}/attic/a.ts`]: "" })).toEqual([
      `${src}/attic/a.ts belongs to no floor: name one in src/config/arrows.ts`,
    ]);
  });
});

describe("server-boundaries", () => {
  const server = "packages/server/src";
  const units = `${server}/resources/units`;

  it.each([
    [`${units}/operations.ts`, "../../http/reply.ts", "resources/*/ may import access/, bus/, db/"],
    [`${units}/changes.ts`, "../../kernel/response.ts", "resources/*/ may import access/, bus/, db/"],
    [`${units}/index.ts`, "./handlers.ts", "resources/*/index.ts may import resources/group.ts"],
    [`${units}/table.ts`, "./operations.ts", "resources/*/table.ts may import records/"],
    [`${units}/repository.ts`, "./operations.ts", "resources/*/repository.ts may import db/, platform/, sessions/"],
    [`${units}/operations.ts`, "../vehicles/repository.ts", "only the index.ts of vehicles may be imported"],
    [`${server}/compose.ts`, "./resources/units/table.ts", "compose.ts may import access/"],
    [`${server}/records/pages.ts`, "../resources/units/index.ts", "records/ may import db/, kernel/, platform/"],
    [`${server}/kernel/kernel.ts`, "../resources/units/index.ts", "kernel/ may import platform/"],
    [`${server}/platform/clock.ts`, "../sessions/index.ts", "platform/ may import nothing else"],
  ])("refuses %s -> %s", async (path, specifier, reason) => {
    const problems = await problemsOf(serverBoundaries, { [path]: `import type { A } from "${specifier}";` });
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });

  it("accepts the way down, the doors, and problems that a group throws", async () => {
    const problems = await problemsOf(serverBoundaries, {
      [`${units}/index.ts`]: `export * from "./operations.ts"; export * from "./table.ts";`,
      [`${units}/operations.ts`]: `import "./changes.ts"; import "../vehicles/index.ts"; import "../group.ts";`,
      [`${units}/changes.ts`]: `import "./table.ts"; import "../../kernel/problem.ts"; import "../../db/db.ts";`,
      [`${units}/table.ts`]: `import "../../records/index.ts";`,
      [`${server}/kernel/kernel.ts`]: `import "./reply.ts"; import "../platform/clock.ts";`,
    });
    expect(problems).toEqual([]);
  });

  it("refuses a folder that is no part", async () => {
    expect(await problemsOf(serverBoundaries, { [`${server}/attic/a.ts`]: "" })).toEqual([
      `${server}/attic/a.ts belongs to no part of the server: name one in src/config/arrows.ts`,
    ]);
  });
});

describe("rule-paths", () => {
  it("refuses a rule about a folder that is not there, in every list", async () => {
    const problems = await problemsOf(rulePaths, { "packages/server/src/resources/units/index.ts": "" });
    const file = "tools/repo-checks/src/config/arrows.ts";
    expect(problems).toContain(
      `${file} SERVER_PARTS names packages/server/src/resources/*/table.ts, where there is no file; remove or rename it`,
    );
    expect(problems.join("\n")).not.toMatch(/SERVER_PARTS names packages\/server\/src\/resources\/\*\/(index\.ts)?,/);
    const lists = [
      "ACYCLIC_FOLDERS",
      "AUTH_FLOORS",
      "CLOCK_SOURCES",
      "ENVIRONMENT_READERS",
      "IN_PAGES",
      "NOT_IN_PAGES",
      "PORTABLE_FOLDERS",
      "RUNTIME_DEPENDENCIES",
      "SPEC_READERS",
      "WORKSPACE_ARROWS",
    ];
    for (const list of lists) expect(problems.join("\n")).toContain(`${file} ${list} names `);
    const ofPages = await problemsOf(rulePaths, { "packages/auth/src/index.ts": "" });
    expect(ofPages).toContain(
      `${file} EXPOSED names packages/server/src/, where there is no file; remove or rename it`,
    );
  });

  it("takes a folder for absent where only one with a longer name is there", async () => {
    const problems = await problemsOf(rulePaths, { "tools/bench-results/a.ts": "" });
    expect(problems.join("\n")).toContain("WORKSPACE_ARROWS names tools/bench/, where there is no file");
  });

  it("refuses overrides of the lint for files that are not there", async () => {
    const overrides = [{ files: ["packages/*/src/cli.ts", "**/test/**"], rules: {} }];
    const problems = await problemsOf(rulePaths, {
      ".oxlintrc.json": JSON.stringify({ overrides }),
      "tools/bench/test/a.test.ts": "",
    });
    expect(problems.filter((problem) => problem.startsWith(".oxlintrc.json"))).toEqual([
      ".oxlintrc.json overrides name packages/*/src/cli.ts, where there is no file; remove or rename it",
    ]);
  });
});
