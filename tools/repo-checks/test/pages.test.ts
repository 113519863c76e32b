import { describe, expect, it } from "vitest";
import { docCommandsCheck, docLinks, docPaths } from "../src/checks/pages.ts";
import { manifest, problemsOf } from "./support.ts";

const TREE = {
  "ARCHITECTURE.md": "# Architecture\n\n## The map\n\n## The map\n",
  "CONTRIBUTING.md": "",
  "packages/auth/src/index.ts": "one\ntwo\n",
  "packages/auth/README.md": "`src/index.ts`\n",
  "spec/resources/units/paths.yaml": "",
  "turbo.json": "{}",
};

describe("doc-paths", () => {
  const check = (readme: string): Promise<string[]> => problemsOf(docPaths, { ...TREE, "README.md": readme });

  it.each([
    "`packages/auth/`",
    "`packages/auth/src/index.ts:2`",
    "`packages/*/src`",
    "`spec/resources/<group>/paths.yaml`",
    "`packages/{auth,client}`",
    "`auth/src/index.ts`",
    "`turbo.json`",
    "`packages/contract/dist/openapi.json`",
    "`GET /units/listing`",
    "`/units/listing`",
    "`application/json`",
    "`@scope/name`",
    "```sh\nnode packages/auth/src/index.ts # see packages/gone\n```",
    "```ts\nimport 'packages/gone.ts';\n```",
  ])("accepts %s", async (text) => {
    expect(await check(text)).toEqual([]);
  });

  it.each([
    ["`packages/gone/`", "packages/gone/"],
    ["`packages/auth/src/gone.ts:2`", "packages/auth/src/gone.ts"],
    ["`spec/resources/<group>/gone.yaml`", "spec/resources/<group>/gone.yaml"],
    ["`units/gone.yaml`", "units/gone.yaml"],
    ["`gone.json`", "gone.json"],
    ["`./gone`", "./gone"],
    ["```sh\nnode packages/gone.ts\n```", "packages/gone.ts"],
    ["```\npackages/\n  auth/       tokens\n  gone/       nothing\n```", "packages/gone/"],
    ["```\n./\n├── packages/\n│   └── auth/  a\n│       └── gone.ts\n└── spec/\n```", "packages/auth/gone.ts"],
  ])("refuses %s", async (text, path) => {
    const problems = await check(text);
    expect(problems).toEqual([expect.stringMatching(/^README\.md:\d /)]);
    expect(problems[0]).toContain(`${path} does not exist`);
  });

  it("resolves paths from the folder of the page", async () => {
    const problems = await problemsOf(docPaths, {
      ...TREE,
      "README.md": "",
      "packages/auth/README.md": "`src/gone`\n",
    });
    expect(problems).toEqual(["packages/auth/README.md:1 src/gone does not exist"]);
  });

  it("wants each package on the map of the README and in the tree of the architecture", async () => {
    const packages = { "tools/bench/package.json": "{}", "tools/bench-data/package.json": "{}" };
    const readme = "[bench](tools/bench/README.md)\n";
    const files = { ...TREE, ...packages, "README.md": readme };
    const tree = "```\ntools/\n  bench-data/   figures\n```\n";
    expect(await problemsOf(docPaths, { ...files, "ARCHITECTURE.md": tree })).toEqual([
      "README.md has no link with tools/bench-data/; add a line that says what it is",
      "ARCHITECTURE.md has no tree with tools/bench/; add a line that says what it is",
    ]);
    const both = {
      "README.md": `${readme}[data](tools/bench-data)\n`,
      "ARCHITECTURE.md": `${tree.slice(0, -4)}  bench/  a\n\`\`\`\n`,
    };
    expect(await problemsOf(docPaths, { ...files, ...both })).toEqual([]);
  });

  it("says which first pages are missing", async () => {
    expect(await problemsOf(docPaths, { "CONTRIBUTING.md": "" })).toEqual([
      "README.md does not exist; the first pages of the repository are part of it",
      "ARCHITECTURE.md does not exist; the first pages of the repository are part of it",
    ]);
  });
});

describe("doc-links", () => {
  const check = (readme: string): Promise<string[]> => problemsOf(docLinks, { ...TREE, "README.md": readme });

  it.each([
    "[a](packages/auth)",
    "[a](ARCHITECTURE.md#the-map-1)",
    "# A `b` & c!\n[a](#a-b--c)",
    "[a](packages/auth/src/index.ts#L2)",
    "[a](https://example.org/gone)",
    "`[a](gone.md)`",
    "```md\n[a](gone.md)\n```",
  ])("accepts %s", async (text) => {
    expect(await check(text)).toEqual([]);
  });

  it.each([
    ["[a](gone.md)", "gone.md does not exist"],
    ["![a](img/gone.png)", "img/gone.png does not exist"],
    ["[a]: gone.md", "gone.md does not exist"],
    ["[a](ARCHITECTURE.md#the-map-2)", "ARCHITECTURE.md has no #the-map-2"],
    ["[a](#nowhere)", "README.md has no #nowhere"],
    ["[a](packages/auth/src/index.ts#L3)", "packages/auth/src/index.ts has no #L3"],
    ["[a](/ARCHITECTURE.md)", "/ARCHITECTURE.md is absolute; write it relative to the page"],
    ["[a](../outside.md)", "../outside.md leaves the repository"],
  ])("refuses %s", async (text, message) => {
    expect(await check(text)).toEqual([`README.md:1 ${message}`]);
  });
});

describe("doc-commands", () => {
  const docCommands = docCommandsCheck(() => ["doc-paths", "no-any"]);
  const pkg = {
    "package.json": manifest({ name: "root", scripts: { test: "x", "test:full": "x", "codegen:check": "y" } }),
  };

  it("refuses scripts and gates that do not exist", async () => {
    const readme =
      "`pnpm lint`\n\n```sh\nnpx -y pnpm@12 start\npnpm test -- --only nothing\npnpm test --only codegen-budgets\n```\n";
    expect(await problemsOf(docCommands, { ...pkg, "README.md": readme })).toEqual([
      "README.md:1 pnpm lint is not a script of the root or of this package",
      "README.md:4 pnpm start is not a script of the root or of this package",
      expect.stringMatching(/^README\.md:5 --only nothing: the gates are codegen, codegen:check, format/),
      expect.stringMatching(/^README\.md:6 --only codegen-budgets: the gates are /),
    ]);
  });

  it.each([
    ["`pnpm test --only unnit --only consumers`", "unnit", "gates"],
    ["`pnpm test --only unit --only=gone`", "gone", "gates"],
    ["`test --only typos`", "typos", "gates"],
    ["```sh\npnpm test --only unit && pnpm test:full --only gone\n```", "gone", "gates"],
    ["```sh\nnode tools/repo-checks/src/run.ts test --only gone\n```", "gone", "gates"],
    ["```sh\nnode tools/repo-checks/src/check.ts --only doc-paths --only gone\n```", "gone", "checks"],
  ])("looks at every --only of a command: %s", async (readme, name, of) => {
    expect(await problemsOf(docCommands, { ...pkg, "README.md": readme })).toEqual([
      expect.stringMatching(new RegExp(`^README\\.md:\\d --only ${name}: the ${of} are `)),
    ]);
  });

  it("leaves options of other programs alone", async () => {
    const readme = "```sh\nother --only something; pnpm test --only types\nnode tools/a/check.ts --only other\n```\n";
    expect(await problemsOf(docCommands, { ...pkg, "README.md": readme })).toEqual([]);
  });

  it("lets a page of a package speak of that package's scripts", async () => {
    const own = { "packages/auth/package.json": manifest({ name: "@x/auth", scripts: { unit: "vitest" } }) };
    const files = { ...pkg, ...own, "packages/auth/README.md": "`pnpm unit`\n", "README.md": "`pnpm unit`\n" };
    expect(await problemsOf(docCommands, files)).toEqual([
      "README.md:1 pnpm unit is not a script of the root or of this package",
    ]);
  });

  it("accepts scripts, pnpm's own commands, and real gates", async () => {
    const readme =
      "`pnpm test --only types` `pnpm test:full --only codegen-budgets` `pnpm run codegen:check` `pnpm install`\n";
    expect(await problemsOf(docCommands, { ...pkg, "README.md": readme })).toEqual([]);
  });
});
