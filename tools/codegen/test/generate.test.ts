import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Artefact } from "../src/artefact.ts";
import { rootUrl, validatorsFolder } from "../src/artefact.ts";
import { banner, hashContract } from "../src/banner.ts";
import { generate } from "../src/generate.ts";

let artefacts: Artefact[];
beforeAll(async () => {
  artefacts = await generate();
});

function text(name: string): string {
  const found = artefacts.find((artefact) => artefact.path.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`${name} was not generated`);
  return found.text;
}

describe("generate", () => {
  test("two runs give equal bytes", async () => {
    expect(await generate()).toEqual(artefacts);
  });

  test("people get types and tables, machines get the bundle and the validators", () => {
    const names = (checkedIn: boolean): (string | undefined)[] =>
      artefacts
        .filter((artefact) => artefact.checkedIn === checkedIn && !artefact.path.startsWith(`${validatorsFolder}/`))
        .map((artefact) => artefact.path.split("/").at(-1));
    expect(names(true)).toEqual(
      [
        "schema",
        "schema.exact",
        "documented",
        "operations",
        "permissions",
        "problems",
        "facade",
        "facade.exact",
        "handlers",
        "sensitive",
        "operation-functions",
        "features",
      ].map((name) => `${name}.ts`),
    );
    expect(names(false)).toEqual(["openapi.json", "openapi.documented.json", "validators.js", "validators.strict.js"]);
  });

  test("every checked-in file starts with the banner and the hash of the bundled contract", () => {
    const start = banner(hashContract(text("openapi.json")));
    expect(start).toMatch(/Contract SHA-256: [0-9a-f]{64}/);
    for (const artefact of artefacts.filter(({ checkedIn }) => checkedIn))
      expect(artefact.text.startsWith(start)).toBe(true);
  });

  test("the exact types differ from the plain ones in what int64 is, and in nothing else", () => {
    const plain = text("schema.ts");
    const int64 = /^\/\*\*.*\*\/\nexport type Int64 = (.*);$/m;
    expect(int64.exec(plain)?.[1]).toBe("number");
    expect(int64.exec(text("schema.exact.ts"))?.[1]).toBe("number | bigint");
    expect(text("schema.exact.ts").replace(int64, "")).toBe(plain.replace(int64, ""));
    expect(text("facade.exact.ts").replace("./schema.exact.ts", "./schema.ts")).toBe(text("facade.ts"));
  });

  test("what the contract calls int64 is Int64, and other numbers are not", () => {
    expect(text("schema.ts")).toMatch(/^ +odometer_m: Int64 \| null;$/m);
    expect(text("schema.ts")).toMatch(/^ +per_page: number;$/m);
    expect(text("facade.ts")).toMatch(/^ +client_id\?: Int64 \| undefined;$/m);
    expect(text("facade.ts")).toMatch(/^ +page\?: number \| undefined;$/m);
    expect(text("handlers.ts")).toContain("client_id?: Int64");
  });

  test("lines end with LF, and files with exactly one", () => {
    for (const artefact of artefacts) {
      expect(artefact.text).not.toContain("\r");
      expect(artefact.text).toMatch(/[^\n]\n$/);
    }
  });

  test("the bundle has no reference out of itself and no path of this machine", () => {
    for (const [, ref] of text("openapi.json").matchAll(/"\$ref": "([^"]+)"/g)) expect(ref).toMatch(/^#\/components\//);
    for (const artefact of artefacts) expect(artefact.text).not.toContain(rootUrl.pathname);
  });

  test("validators need nothing at run time and make no code from strings", () => {
    for (const name of ["validators.js", "validators.strict.js"]) expect(text(name)).not.toMatch(/\bimport\b/);
    for (const artefact of artefacts.filter(({ path }) => /\/validators.*\.js$/.test(path))) {
      expect(artefact.text).not.toMatch(/[^"'`]\brequire\(|new Function|\beval\(/);
      for (const [, target] of artefact.text.matchAll(/\bfrom"([^"]+)"/g)) expect(target).toMatch(/^\.\.?\//);
    }
  });

  test("the operation table has every path of the specification, in its order", async () => {
    const index = await readFile(new URL("spec/openapi.yaml", rootUrl), "utf8");
    const written = [...index.matchAll(/^ {2}(\/\S+):$/gm)].map(([, path]) => path);
    const generated = [...text("operations.ts").matchAll(/^ {4}path: "([^"]+)"/gm)].map(([, path]) => path);
    expect([...new Set(generated)]).toEqual(written);
  });
});
