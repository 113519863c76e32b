import { describe, expect, it } from "vitest";
import { entriesOf } from "../src/packed/entries.ts";
import { pinnedPeers } from "../src/packed/install.ts";
import { entriesTask, judgeEntries } from "../src/smoke/judge-entries.ts";
import { entriesFor, entriesProgram } from "../src/types/programs.ts";
import { exportsOfOne, packed } from "./support.ts";

const example = packed({ exports: { ...exportsOfOne, "./api.json": "./dist/api.json", "./news.md": "./news.md" } });

describe("entries", () => {
  it("come from the manifest, whatever it exports", () => {
    expect(entriesOf(example).map(({ specifier, kind }) => `${kind} ${specifier}`)).toEqual([
      "module @fleet-api/example",
      "json @fleet-api/example/api.json",
      "file @fleet-api/example/news.md",
    ]);
    expect(entriesOf(example)[0]?.targets).toEqual(["dist/index.d.ts", "dist/index.js"]);
  });

  it("of a pattern are the first file that it leads to", () => {
    const pattern = { types: "./dist/op/*.d.ts", default: "./dist/op/*.js" };
    const files = { "dist/op/b.js": "", "dist/op/a.js": "", "dist/op/a.d.ts": "" };
    expect(entriesOf(packed({ exports: { "./op/*": pattern } }, files))).toEqual([
      {
        specifier: "@fleet-api/example/op/a",
        subpath: "./op/a",
        kind: "module",
        targets: ["dist/op/a.d.ts", "dist/op/a.js"],
      },
    ]);
    expect(entriesOf(packed({ exports: { "./op/*": pattern } }))[0]?.targets).toEqual([
      "dist/op/*.d.ts",
      "dist/op/*.js",
    ]);
  });

  it("that fail, that were left out, and files that should be hidden are told", () => {
    const task = entriesTask([example]);
    expect(task.hidden).toEqual(["@fleet-api/example/dist/index.js"]);
    const report = {
      "@fleet-api/example": "failed: no such file",
      "@fleet-api/example/api.json": ["default"],
      "@fleet-api/example/dist/index.js": ["createClient"],
    };
    expect(judgeEntries(task, report)).toEqual([
      "@fleet-api/example failed: no such file",
      "@fleet-api/example/news.md was not tried",
      "@fleet-api/example/dist/index.js can be imported",
    ]);
  });

  it("are all imported by a typed program, and none may be any", () => {
    expect(entriesProgram(entriesOf(example)).split("\n")).toEqual([
      'import * as entry0 from "@fleet-api/example";',
      "export const typed0: 0 extends 1 & typeof entry0 ? never : true = true;",
      'import entry1 from "@fleet-api/example/api.json" with { type: "json" };',
      "export const typed1: 0 extends 1 & typeof entry1 ? never : true = true;",
      "",
    ]);
  });

  it("for pages are left out of Node programs only", () => {
    const entries = [
      { specifier: "@fleet-api/auth", kind: "module" },
      { specifier: "@fleet-api/auth/stores/web", kind: "module" },
    ] as const;
    expect(entriesFor("page", entries)).toEqual(entries);
    expect(entriesFor("node", entries)).toEqual(entries.slice(0, 1));
  });
});

describe("optional peers", () => {
  it("are installed in the version that the package is tested with, if it is", () => {
    const manifest = {
      peerDependenciesMeta: { tested: { optional: true }, untested: { optional: true } },
      devDependencies: { tested: "1.2.3", other: "4.5.6" },
    };
    expect(pinnedPeers(manifest)).toEqual({ tested: "1.2.3" });
    expect(pinnedPeers({})).toEqual({});
  });
});
