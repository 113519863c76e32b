import { describe, expect, it } from "vitest";
import {
  catalogVersions,
  publishedManifests,
  registryHosts,
  rootScripts,
  scriptTargets,
} from "../src/checks/manifests.ts";
import { manifest, problemsOf } from "./support.ts";

const GOOD = {
  name: "@x/auth",
  description: "d",
  license: "MIT",
  repository: { directory: "packages/auth" },
  type: "module",
  engines: { node: ">=20" },
  files: ["dist", "src"],
  exports: { ".": "./src/index.ts", "./types/*": "./src/*.ts", "./data.json": "./dist/data.json" },
  publishConfig: {
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./types/*": "./dist/*.d.ts",
      "./data.json": "./dist/data.json",
    },
  },
};

const check = (fields: object): Promise<string[]> =>
  problemsOf(publishedManifests, {
    "package.json": manifest({ name: "root", license: "MIT" }),
    "packages/auth/package.json": manifest({ ...GOOD, ...fields }),
    "packages/auth/src/index.ts": "",
  });

describe("published-manifests", () => {
  it("accepts a whole manifest", async () => {
    expect(await check({})).toEqual([]);
  });

  it.each([
    [{ license: "ISC" }, "license must equal the root's (MIT)"],
    [{ repository: { directory: "packages/other" } }, 'repository.directory must be "packages/auth"'],
    [{ engines: {} }, "engines.node is missing"],
    [{ files: ["src"] }, 'files must be a list that has "dist"'],
    [{ files: ["dist", "gone.d.ts"] }, "files names gone.d.ts, which does not exist"],
    [{ private: true }, "private keeps the package from being published; it lies under packages/"],
    [{ bin: { auth: "./dist/main.js" } }, "bin names ./dist/main.js, which has no source"],
    [
      { exports: { ...GOOD.exports, "./types/*": "./src/types/*.ts" } },
      'exports "./types/*" leads to ./src/types/*.ts, which does not exist',
    ],
    [{ exports: { ".": "./src/index.ts" } }, 'exports has no entry "./data.json"'],
    [
      { exports: { ...GOOD.exports, ".": "./src/gone.ts" } },
      'exports "." leads to ./src/gone.ts, which does not exist',
    ],
    [
      { publishConfig: { exports: { ...GOOD.publishConfig.exports, ".": "./dist/other.js" } } },
      'publishConfig.exports "." leads to ./dist/other.js, but exports leads elsewhere: ./src/index.ts',
    ],
    [{ publishConfig: { exports: { "./data.json": "./dist/data.json" } } }, 'publishConfig.exports has no entry "."'],
  ])("refuses %j", async (fields, message) => {
    expect(await check(fields)).toContain(`packages/auth/package.json ${message}`);
  });
});

describe("catalog-versions", () => {
  it("refuses versions outside the catalog, ranges in it, and entries that nobody uses", async () => {
    const problems = await problemsOf(catalogVersions, {
      "package.json": manifest({ name: "root", devDependencies: { turbo: "catalog:" } }),
      "packages/auth/package.json": manifest({
        name: "@x/auth",
        devDependencies: { vitest: "5.1.1", "@x/client": "^1.0.0" },
      }),
      "packages/client/package.json": manifest({ name: "@x/client" }),
      "pnpm-workspace.yaml": "catalog:\n  turbo: ^2.0.0\n  ky: 2.1.0\n",
    });
    expect(problems).toEqual([
      'packages/auth/package.json vitest is "5.1.1"; write "catalog:"',
      'packages/auth/package.json @x/client is "^1.0.0"; write "workspace:*"',
      "pnpm-workspace.yaml turbo: ^2.0.0 is not an exact version",
      "pnpm-workspace.yaml ky is used by no package; remove it",
    ]);
  });
});

describe("registry-hosts", () => {
  const host = ["registry", "example", "org"].join(".");

  it.each([
    ["pnpm-lock.yaml", `  resolution: {${"tarball"}: https://mirror.example.org/a.tgz}`],
    ["pnpm-lock.yaml", `    ${"resolved"} "https://${host}/a.tgz"`],
    [".npmrc", `@x:registry=https://${host}`],
    ["README.md", `Set it to https://${host}/.`],
  ])("refuses an address in %s", async (path, text) => {
    expect(await problemsOf(registryHosts, { [path]: `ok\n${text}\n` })).toEqual([
      expect.stringMatching(/:2 names the registry address ".*"; leave it to the reader's configuration$/),
    ]);
  });

  it.each([
    ["package.json", `  "turbo": "latest",`],
    [".github/workflows/ci.yml", `      - run: npx pnpm@${"latest"} test`],
  ])("refuses the floating version in %s", async (path, text) => {
    expect(await problemsOf(registryHosts, { [path]: text })).toEqual([
      `${path}:1 "latest" is another version every day; pin one`,
    ]);
  });

  it("lets prose speak of a registry and of the latest page", async () => {
    const text = "The registry has it. `npm` installs from your registry. The latest page wins.\n";
    expect(await problemsOf(registryHosts, { "README.md": text, "runs-on.yml": "runs-on: ubuntu-latest\n" })).toEqual(
      [],
    );
  });
});

describe("root-scripts", () => {
  const scripts = { test: "a", "codegen:check": "b", "lint-code": "c" };
  const files = { "package.json": manifest({ name: "root", scripts }) };

  it("wants plain words, each with its line in the README", async () => {
    const readme = "| `test` | runs all |\n- `pnpm lint-code` looks at code\nRun `codegen:check` often.\n";
    expect(await problemsOf(rootScripts, { ...files, "README.md": readme })).toEqual([
      'README.md the script "codegen:check" has no line that says what it does',
      'package.json "lint-code" is not a plain word',
    ]);
  });

  it("says so when there is no README", async () => {
    expect(await problemsOf(rootScripts, files)).toEqual(["README.md does not exist, so no command is explained"]);
  });
});

describe("script-targets", () => {
  it("refuses scripts whose files are gone", async () => {
    const scripts = {
      types: "tsc -p tsconfig.json",
      start: "turbo run x && node tools/e2e/src/start.ts",
      clean: 'node -e "1"',
    };
    const files = { "package.json": manifest({ name: "root", scripts }), "tsconfig.json": "{}" };
    expect(await problemsOf(scriptTargets, files)).toEqual([
      'package.json the script "start" runs tools/e2e/src/start.ts, which does not exist',
    ]);
  });
});
