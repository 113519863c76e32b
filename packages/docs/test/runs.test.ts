import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printed } from "../src/runs/protocol.ts";
import { isRunnable, runFiles } from "../src/runs/run-files.ts";
import { readRealSite } from "./support/real-site.ts";

const { pages } = await readRealSite();
const sources = pages.flatMap(({ runs = [] }) => runs);

describe("programs of the pages", () => {
  it("have names of their own, and are those of most operations and guides", () => {
    expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
    expect(sources.filter(({ name }) => !name.startsWith("guides-")).length).toBeGreaterThan(35);
    expect(sources.filter(({ name }) => name.startsWith("guides-")).length).toBeGreaterThan(5);
  });

  it("become one file each, with chunks that they share, and no import of anything else", async () => {
    const files = await runFiles(sources, ["es2023"]);
    const names = [...files.keys()];
    expect(names.filter((name) => !name.startsWith("chunk.")).toSorted()).toEqual(
      sources.map(({ name }) => `${name}.js`).toSorted(),
    );
    for (const [name, content] of files) {
      const imports = [...new TextDecoder().decode(content).matchAll(/(?:from|import)\s*"([^"]+)"/g)];
      for (const [, from = ""] of imports)
        expect([name, names]).toEqual([name, expect.arrayContaining([from.slice(2)])]);
    }
  });

  it.each([
    ['import { createAuth } from "@fleet-api/auth";', true],
    ['import {\n  createAuth,\n} from "@fleet-api/auth";\nimport { a } from "@fleet-api/client";', true],
    ['import { startServer } from "@fleet-api/server";', false],
    ['import "@fleet-api/client";\nimport { readFile } from "node:fs/promises";', false],
    ['import { createAuth } from "@fleet-api/auth";\nlogin("<REGISTRATION_TOKEN>");', false],
    ["const a = 1;", false],
  ])("%j runs: %s", (code, isIt) => {
    expect(isRunnable(code)).toBe(isIt);
  });
});

describe("what a program prints", () => {
  it("is text as it is, and other values as JSON", () => {
    expect(printed(["a", 1, true, null, undefined])).toBe("a 1 true null undefined");
    expect(printed([{ a: 1n, at: new Error("no") }])).toContain('"a": "1n"');
    expect(printed([new TypeError("no")])).toBe("TypeError: no");
    expect(printed([new Headers({ a: "b" })])).toBe('{\n  "a": "b"\n}');
    const ring: { self?: unknown } = {};
    ring.self = ring;
    expect(printed([ring])).toContain("[seen above]");
  });

  it("is a text whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true })),
        (values) => {
          expect(typeof printed(values)).toBe("string");
        },
      ),
    );
  });
});
