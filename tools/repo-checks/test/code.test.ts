import { describe, expect, it } from "vitest";
import {
  clockAndRandom,
  environmentReads,
  linearPatterns,
  noAny,
  portableCode,
  recentApis,
} from "../src/checks/code.ts";
import { problemsOf } from "./support.ts";

describe("portable-code", () => {
  it.each([
    ["packages/contract/src/a.ts", `import "node:fs";`, "imports node:fs"],
    ["packages/client/src/a.ts", `import { join } from "path";`, "imports path"],
    ["packages/auth/src/a.ts", `export { join } from "node:path";`, "imports node:path"],
    ["packages/server/src/kernel/a.ts", `const x = Buffer.from("a");`, "uses Buffer"],
    ["packages/server/src/resources/units/a.ts", `const x = process.pid;`, "uses process"],
    ["packages/server/src/sessions/a.ts", `const x = globalThis.process.pid;`, "uses process"],
    ["packages/server/src/access/a.ts", `const x = require("x");`, "uses require()"],
  ])("refuses in %s: %s", async (path, code, what) => {
    expect(await problemsOf(portableCode, { [path]: code })).toEqual([
      `${path}:1 ${what}, which only Node has; use a web-standard API, or let the caller hand it in`,
    ]);
  });

  it("leaves Node hosts, tests and names of one's own alone", async () => {
    const problems = await problemsOf(portableCode, {
      "packages/server/src/platform/a.ts": `import "node:crypto";`,
      "packages/client/test/a.test.ts": `import "node:http";`,
      "packages/client/src/a.ts": `export const f = (process: { pid: number }) => process.pid;`,
    });
    expect(problems).toEqual([]);
  });
});

describe("recent-apis", () => {
  it.each([
    [
      "packages/client/src/a.ts",
      `const a = URL.canParse("a") && globalThis.URL.parse("a");`,
      ["URL.canParse", "URL.parse"],
    ],
    ["packages/auth/src/stores/web/a.ts", `const a = AbortSignal.any([]);`, ["AbortSignal.any"]],
    ["packages/http/src/a.ts", `export const a = (text: string) => text.isWellFormed();`, ["isWellFormed"]],
    ["packages/client/src/a.ts", `export const a = crypto.randomUUID();`, ["crypto.randomUUID"]],
  ])("refuses in %s: %s", async (path, code, names) => {
    expect(await problemsOf(recentApis, { [path]: code })).toEqual(
      names.map(
        (name) => `${path}:1 uses ${name}, which older browsers, or pages without https, do not have; do without it`,
      ),
    );
  });

  it("leaves servers, tests of applications and the stores of servers alone", async () => {
    const code = `export const a = Response.json(AbortSignal.any([]));`;
    const paths = [
      "packages/server/src/a.ts",
      "packages/client/src/testing/a.ts",
      "packages/auth/src/stores/file/a.ts",
    ];
    expect(await problemsOf(recentApis, Object.fromEntries(paths.map((path) => [path, code])))).toEqual([]);
  });
});

describe("environment-reads", () => {
  const message = "reads the environment; only packages/server/src/main.ts and tools may: take it as an option";

  it.each([
    `const a = process.env.HOME;`,
    `const { HOME } = process["env"] ?? process.env;`,
    `import { env } from "node:process";`,
    `import process from "node:process";`,
  ])("refuses %s", async (code) => {
    const path = "packages/server/src/platform/config.ts";
    expect(await problemsOf(environmentReads, { [path]: code })).toEqual([`${path}:1 ${message}`]);
  });

  it("lets the server's entry and tools read it", async () => {
    const code = "const a = process.env.HOME;";
    const files = {
      "packages/server/src/main.ts": code,
      "tools/e2e/src/start.ts": code,
      "packages/auth/test/a.test.ts": code,
    };
    expect(await problemsOf(environmentReads, files)).toEqual([]);
  });
});

describe("clock-and-random", () => {
  it.each([
    [`const a = Date.now();`, "Date.now"],
    [`const a = new Date();`, "new Date()"],
    [`const a = Math.random;`, "Math.random"],
    [`const a = crypto.randomUUID();`, "crypto.randomUUID"],
    [`const a = globalThis.crypto.getRandomValues(b);`, "crypto.getRandomValues"],
    [`const a = performance.now();`, "performance.now"],
  ])("refuses %s", async (code, name) => {
    const problems = await problemsOf(clockAndRandom, { "packages/server/src/resources/units/service.ts": code });
    expect(problems).toEqual([expect.stringContaining(`service.ts:1 uses ${name}; take a clock or a random source`)]);
  });

  it("lets platform, and dates that are given a time, alone", async () => {
    const problems = await problemsOf(clockAndRandom, {
      "packages/server/src/platform/clock.ts": `export const now = () => new Date();`,
      "packages/server/src/sessions/a.ts": `export const at = (ms: number) => new Date(ms);`,
    });
    expect(problems).toEqual([]);
  });
});

describe("no-any", () => {
  it.each([
    [`export const f = (a: any) => a;`, "`any`; use `unknown` and narrow it"],
    [`export const f = (a: unknown) => a as any;`, "`any`; use `unknown` and narrow it"],
    [`// @ts-ignore`, "@ts-ignore switches the compiler off; mend the type"],
    [`/* @ts-expect-error */`, "@ts-expect-error switches the compiler off; mend the type"],
  ])("refuses %s", async (code, message) => {
    expect(await problemsOf(noAny, { "packages/auth/src/a.ts": code })).toEqual([
      `packages/auth/src/a.ts:1 ${message}`,
    ]);
  });

  it("lets type tests expect errors, but not switch the compiler off", async () => {
    const code = `// @ts-expect-error\nconst a: any = 1;\n// @ts-nocheck`;
    expect(await problemsOf(noAny, { "packages/auth/test/a.test-d.ts": code })).toEqual([
      "packages/auth/test/a.test-d.ts:3 @ts-nocheck switches the compiler off; mend the type",
    ]);
  });

  it("finds no `any` in words and generated code", async () => {
    const files = {
      "packages/auth/src/a.ts": `/** any */\nexport const any = "any";`,
      "packages/contract/src/generated/a.ts": "export type A = any;",
    };
    expect(await problemsOf(noAny, files)).toEqual([]);
  });
});

describe("linear-patterns", () => {
  const path = "packages/server/src/a.ts";

  it.each([
    [`text.replace(/[ \\t]+$/, "")`, "2nd degree polynomial"],
    [`/^(?:a+)+$/.test(text)`, "exponential"],
    [`/\\s+x/g.test(text)`, "2nd degree polynomial"],
  ])("refuses %s", async (code, time) => {
    const [problem] = await problemsOf(linearPatterns, { [path]: code });
    expect(problem).toContain(`takes time that is ${time}`);
  });

  it("refuses patterns that are made at run time", async () => {
    const message = "makes a pattern at run time, which nothing can check; write a literal";
    for (const code of ["new RegExp(text)", "RegExp(text)"]) {
      expect(await problemsOf(linearPatterns, { [path]: code })).toEqual([`${path}:1 ${message}`]);
    }
  });

  it("accepts linear patterns, and any pattern outside of the server", async () => {
    const files = { [path]: "/^bearer +(\\S+)$/i.test(text)", "tools/a/src/a.ts": "/^(?:a+)+$/.test(text)" };
    expect(await problemsOf(linearPatterns, files)).toEqual([]);
  });
});
