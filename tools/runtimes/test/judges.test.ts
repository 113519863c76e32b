import { describe, expect, it } from "vitest";
import { pinnedPeers } from "../src/packed/install.ts";
import { entriesOf } from "../src/packed/packed-package.ts";
import { type JourneyReport, runtimeName } from "../src/smoke/journey.ts";
import { entriesTask, judgeEntries, judgeJourney } from "../src/smoke/judges.ts";
import { errorJudge } from "../src/types/known-errors.ts";
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

const failing = [
  { name: "refused", url: "http://127.0.0.1:2/", expected: "network" },
  { name: "blocked port", url: "http://127.0.0.1:1/", expected: "unexpected" },
] as const;

const mistaken = { "invalid header": "unexpected 1", "a bug": "unexpected 1", "no response": "unexpected 1" };

const report: JourneyReport = {
  runtime: "node 20.19.0",
  login: { status: 200, username: "demo-partner-admin" },
  pages: [60, 60, 6],
  units: { total: 126, distinct: 126 },
  parallel: Array.from({ length: 8 }, () => 200),
  failures: {
    unknown: "http 404 unknown_permission",
    invalid: "http 422 validation_failed",
    aborted: "abort null abort",
  },
  failing: {
    refused: "network 3",
    "blocked port": "unexpected 1",
    ...mistaken,
  },
  thrown: "http 422 validation_failed",
  followed: {
    received: [1, 2, 3],
    lost: ["network"],
    resumed: { lastEventId: true, token: true },
    ended: { break: 6, abort: 6 },
    byTicket: null,
  },
  tokens: { rotations: 12, logins: 1, newestIsHeld: true },
  logout: { remote: true, status: "logged_out", oldToken: 401, after: "auth null auth" },
  leaks: [],
};

describe("journey", () => {
  it("is fine when all is as it must be", () => {
    expect(judgeJourney(report, /^node 20\./, failing)).toEqual([]);
  });

  it("names each failing request that was reported as another kind, or sent too often", () => {
    const wrong = { ...report, failing: { ...report.failing, refused: "unexpected 1", "a bug": "network 3" } };
    expect(judgeJourney(wrong, /^node 20\./, failing)).toEqual([
      'refused is "unexpected 1" instead of "network 3"',
      'a bug is "network 3" instead of "unexpected 1"',
    ]);
  });

  it("expects what the platform can tell", () => {
    const bun = { ...report, runtime: "bun 1.4.5", failing: { ...report.failing, "blocked port": "network 3" } };
    expect(judgeJourney(bun, /^bun/, failing)).toEqual([]);
    expect(judgeJourney({ ...bun, failing: report.failing }, /^bun/, failing)).toEqual([
      'blocked port is "unexpected 1" instead of "network 3"',
    ]);
  });

  it("names a position that was lost or came twice, an old token, and a stream that stayed open", () => {
    const followed = {
      ...report.followed,
      received: [1, 2, 2, 3],
      resumed: { lastEventId: true, token: false },
      ended: { break: 6, abort: 4 },
    };
    expect(judgeJourney({ ...report, followed }, /^node/, failing)).toEqual([
      "received is [1,2,2,3] instead of [1,2,3]",
      'resumed is {"lastEventId":true,"token":false} instead of {"lastEventId":true,"token":true}',
      'ended is {"break":6,"abort":4} instead of {"break":6,"abort":6}',
    ]);
  });

  it("expects EventSource where the runtime has it and the service is reached through the network", () => {
    const deno = { ...report, runtime: "deno 2.9.6" };
    expect(judgeJourney(deno, /^deno/, failing)).toEqual(["byTicket is null instead of [1,2,3]"]);
    const followed = { ...report.followed, byTicket: [1, 2, 3] };
    expect(judgeJourney({ ...deno, followed }, /^deno/, failing)).toEqual([]);
    const inside = { ...deno, failing: mistaken };
    expect(judgeJourney(inside, /^deno/)).toEqual([]);
  });

  it("names each difference", () => {
    const other = { ...report, pages: [60, 66], leaks: ["thrown"], tokens: { ...report.tokens, rotations: 0 } };
    expect(judgeJourney(other, /^node 20\./)).toEqual([
      "pages is [60,66] instead of [60,60,6]",
      'tokens is {"rotated":false,"logins":1,"newestIsHeld":true} instead of {"rotated":true,"logins":1,"newestIsHeld":true}',
      'leaks is ["thrown"] instead of []',
    ]);
  });

  it("must have run where it was meant to", () => {
    expect(judgeJourney(report, /^node 22\./)).toEqual(['it ran on "node 20.19.0", not on /^node 22\\./']);
  });
});

describe("name of the runtime", () => {
  const process = { versions: { node: "24.0.0" } };
  it.each([
    ["node 24.0.0", { process, navigator: { userAgent: "Node.js/24" } }],
    ["bun 1.4.5", { process, Bun: { version: "1.4.5" } }],
    ["deno 2.9.6", { process, Deno: { version: { deno: "2.9.6" } } }],
    ["Cloudflare-Workers", { process, navigator: { userAgent: "Cloudflare-Workers" } }],
    ["Mozilla/5.0", { navigator: { userAgent: "Mozilla/5.0" } }],
  ])("is %s", (name, host) => {
    expect(runtimeName(host)).toBe(name);
  });
});

describe("errors of compilers", () => {
  const known = [{ program: "node", name: "IDBFactory", reason: "not yet" }] as const;
  const line = "node_modules/@fleet-api/auth/dist/a.d.ts(6,26): error TS2304: Cannot find name 'IDBFactory'.";

  it("are objections unless they are known", () => {
    const judge = errorJudge(known);
    const others = [
      "usage.ts(1,1): error TS2304: Cannot find name 'IDBFactory'.",
      "node_modules/other/a.d.ts(6,26): error TS2304: Cannot find name 'IDBFactory'.",
      line.replace("IDBFactory", "Request"),
      "Segmentation fault",
    ];
    expect(judge.judge("node", `${[line, ...others].join("\n")}\n`)).toEqual(others);
    expect(judge.judge("page", line)).toEqual([line]);
    expect(judge.unmet()).toEqual([]);
  });

  it("that are known and gone are told", () => {
    const judge = errorJudge(known);
    expect(judge.judge("page", line)).toHaveLength(1);
    expect(judge.unmet()).toEqual(["the known error about IDBFactory (node) is gone; remove it"]);
  });
});
