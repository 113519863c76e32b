import { describe, expect, it } from "vitest";
import { authFloors } from "../src/checks/auth-floors.ts";
import { importCyclesCheck } from "../src/checks/import-cycles.ts";
import { problemsOf } from "./support/problems-of.ts";

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
      `${src}/attic/a.ts belongs to no floor: name one in src/config/floors.ts`,
    ]);
  });
});
