import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { GENERATED, type PublishedPackage, readPackage, readPackages } from "../src/packages/entries.ts";
import type { Declaration, ExportedName } from "../src/packages/model.ts";
import { readPackageReference } from "../src/packages/read-packages.ts";
import { runTypedoc } from "../src/packages/run-typedoc.ts";
import { inLines, textOf } from "../src/packages/type-text.ts";
import { readRealSite } from "./support/real-site.ts";

const folder = new URL("fixtures/package/", import.meta.url);
const fixture = (exports: Record<string, string>): PublishedPackage =>
  readPackage("fixture", folder, { name: "fixture", description: "A package.", exports });

describe("a package", () => {
  it("has one page for each entry, and says what the others are", () => {
    const { entries } = readPackage("client", folder, {
      name: "@fleet-api/client",
      description: "A client.",
      exports: { ".": "./a.ts", "./retry": { types: "./b.d.ts" }, "./types/*": "./c.ts", "./package.json": "./p" },
    });
    expect(entries.map(({ name, slug, file }) => [name, slug, file === null])).toEqual([
      ["@fleet-api/client", "root", false],
      ["@fleet-api/client/retry", "retry", false],
      ["@fleet-api/client/types/*", "types/*", true],
    ]);
  });

  it("does not build with an entry of which nothing is said", () => {
    expect(() => fixture({ "./data.json": "./data.json" })).toThrow("fixture/data.json is no module with docstrings");
    expect(() => fixture({ "./all/*": "./src/*.ts" })).toThrow("fixture/all/* is no module with docstrings");
  });
});

describe("the reader", async () => {
  const published = [fixture({ ".": "./src/index.ts", "./shapes": "./src/shapes.ts" })];
  const { packages, urls } = readPackageReference(published, await runTypedoc(published));
  const [root, shapes] = packages[0]?.entries ?? [];
  const nameOf = (name: string): ExportedName => {
    const found = [root, shapes]
      .flatMap((entry) => entry?.names ?? [])
      .find((one) => one.name === name && one.shownBy === null);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const first = (name: string): Declaration => {
    const [declaration] = nameOf(name).declarations;
    if (declaration === undefined) throw new Error(`${name} is not shown.`);
    return declaration;
  };
  const code = (declaration: Declaration): string[] =>
    declaration.signatures.map((one) =>
      inLines(one.code)
        .map(({ text }) => text)
        .join(""),
    );

  it("takes the text of an entry from its module, with links to names", () => {
    expect(root?.text).toBe("An entry with a function: [`open`](package:fixture/root#open).");
    expect(shapes?.text).toBe("An entry with types.");
    expect(new Set(urls.values())).toContain("packages/fixture/root/#Door.name");
  });

  it("shows each overload with its parameters, result, errors and examples", () => {
    const open = first("open");
    expect(code(open)).toEqual([
      "function open(key: Key): Door",
      "function open(\n  keys: readonly Key[],\n  waitMilliseconds?: number,\n): Promise<Door[]>",
    ]);
    const [one, several] = open.signatures;
    expect(one).toMatchObject({
      notes: { text: "Opens a door.", throws: ["a `TypeError` without a key"] },
      returns: "the open door",
    });
    expect(one?.notes.examples[0]).toContain('open("key-1");');
    expect(one?.parameters.map(({ id, notes }) => [id, notes.text])).toEqual([["open.key", "what opens it"]]);
    expect(several?.parameters.map(({ name, isOptional }) => [name, isOptional])).toEqual([
      ["keys", false],
      ["waitMilliseconds", true],
    ]);
  });

  it("shows a name once, and leads there from the other entries", () => {
    const all = [root, shapes].flatMap((entry) =>
      (entry?.names ?? []).map(({ name, shownBy }) => `${entry?.name} ${name} ${shownBy?.url}`),
    );
    expect(all.toSorted()).toEqual([
      "fixture Door undefined",
      "fixture Key undefined",
      "fixture Shape packages/fixture/shapes/#Shape",
      "fixture open undefined",
      "fixture/shapes Both undefined",
      "fixture/shapes Key packages/fixture/root/#Key",
      "fixture/shapes Old undefined",
      "fixture/shapes ResultFor undefined",
      "fixture/shapes Shape undefined",
    ]);
  });

  it("says what the values of a union mean", () => {
    expect(first("Shape").values.map((one) => [textOf(one.code), one.text])).toEqual([
      ['"circle"', "It rolls."],
      ['"square"', "It stands."],
    ]);
  });

  it("shows a long condition as it is written", () => {
    expect(first("ResultFor").source).toMatch(
      /^type ResultFor<Thing> = Thing extends \{ readonly door: infer Door \}\n {2}\?/,
    );
    expect(first("Key").source).toBeNull();
    expect(code(first("Key"))).toEqual(["type Key = `key-${number}` | { readonly any: true }"]);
  });

  it("joins a value and a type of one name", () => {
    expect(nameOf("Both").kinds).toEqual(["constant", "interface"]);
    expect(nameOf("Both").declarations).toHaveLength(2);
  });

  it("has defaults, what is deprecated, bases and calls", () => {
    expect(nameOf("Old").deprecated).toBe("Use [`Both`](package:fixture/shapes#Both).");
    expect(code(first("Old"))).toEqual([
      'interface Old<Type extends string = "a" | "b"> extends Both {\n  (value: Type): boolean;\n  …;\n}',
    ]);
    const members = first("Old").members.map(({ id, isInherited, notes }) => [
      id,
      isInherited,
      notes.standard,
      notes.deprecated,
    ]);
    expect(members).toContainEqual(["Old.waitMs", false, expect.stringContaining("250"), null]);
    expect(members).toContainEqual(["Old.older", true, null, "Use `newer`."]);
  });

  it("refuses exports without a docstring, and names each with its place", async () => {
    const bare = [fixture({ "./bare": "./src/bare.ts" })];
    const read = runTypedoc(bare).then((typedoc) => readPackageReference(bare, typedoc));
    await expect(read).rejects.toThrow(
      /^No docstring:\n- fixture\/bare exports Bare \(\S+bare\.ts:6\)\n- fixture\/bare exports alsoBare \(\S+bare\.ts:9\)\n- fixture\/bare exports BareOptions\.b \(\S+bare\.ts:11\)$/,
    );
  });
});

describe("the reference of the packages", async () => {
  const [{ pages }, packages] = await Promise.all([readRealSite(), readPackages()]);
  const entries = packages.flatMap(({ slug, entries: all }) => all.map((entry) => ({ ...entry, package: slug })));
  const pageOf = (url: string) => pages.find((page) => page.url === url);

  it("has every name that the entries export", () => {
    const files = entries.flatMap(({ file }) => (file === null ? [] : [file]));
    const config = ts.readConfigFile(fileURLToPath(new URL("../tsconfig.json", import.meta.url)), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(
      config.config,
      ts.sys,
      fileURLToPath(new URL("..", import.meta.url)),
    );
    const program = ts.createProgram(files, options);
    const checker = program.getTypeChecker();
    const exported = entries.flatMap(({ file, slug, package: name }) => {
      const source = file === null ? undefined : program.getSourceFile(file);
      const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
      const names = symbol === undefined ? [] : checker.getExportsOfModule(symbol).map((one) => one.name);
      return names.map((one) => ({ url: `packages/${name}/${slug}/`, overview: `packages/${name}/`, name: one }));
    });
    expect(exported.length).toBeGreaterThan(200);
    const missing = exported.filter(
      ({ url, overview, name }) =>
        pageOf(url)?.main.text.includes(` id="${name}"`) !== true ||
        pageOf(overview)?.main.text.includes(`/#${name}"`) !== true,
    );
    expect(missing).toEqual([]);
  });

  it("says of each entry without a page what it is", () => {
    const names = entries.flatMap(({ file, name }) => (file === null ? [name] : []));
    expect(names.toSorted()).toEqual(Object.keys(GENERATED).toSorted());
    for (const { name, package: slug } of entries.filter(({ file }) => file === null))
      expect(pageOf(`packages/${slug}/`)?.main.text).toContain(`<code>${name}</code>`);
  });

  it("has a link to what a type names: another package, a record, a problem", () => {
    expect(pageOf("packages/client/core/")?.main.text).toContain('href="../../../packages/contract/root/#ProblemCode"');
    expect(pageOf("packages/client/retry/")?.main.text).toContain('id="RetryOptions.budget"');
    expect(pageOf("packages/contract/root/")?.main.text).toContain('href="../../../problems/validation_failed/"');
  });

  it("leads from the client to the groups of operations, and from types to records", () => {
    const client = pageOf("packages/client/root/")?.main.text;
    expect(client).toContain('<a href="../../../groups/unit_groups/">UnitGroupsApi</a>');
    expect(client).toContain('<a href="../../../groups/authentication/">AuthApi</a>');
  });

  it("has every lint rule", async () => {
    // A rule has the name of its function.
    const ruleFolder = new URL("../../../tools/spec-rules/src/rules/", import.meta.url);
    const texts = await Promise.all(
      (await readdir(ruleFolder)).map((file) => readFile(new URL(file, ruleFolder), "utf8")),
    );
    const functions = texts.flatMap((text) =>
      [...text.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name),
    );
    const rules = functions.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    expect(rules.length).toBeGreaterThan(20);
    const page = pageOf("packages/lint-rules/");
    expect(rules.filter((rule) => page?.main.text.includes(`<h3 id="${rule}">`) !== true)).toEqual([]);
    expect(page?.search.find(({ title }) => title === "bounded")?.text).toMatch(/: A string has a maxLength, or/);
    expect(page?.main.text).not.toContain("In this repository");
  });
});
