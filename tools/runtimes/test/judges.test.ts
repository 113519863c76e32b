import { describe, expect, it } from "vitest";
import type { JourneyReport } from "../src/smoke/journey.ts";
import { judgeJourney } from "../src/smoke/judge-journey.ts";
import { runtimeName } from "../src/smoke/runtime-name.ts";
import { errorJudge } from "../src/types/judge-errors.ts";

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
    unreachable: "network null network",
  },
  thrown: "http 422 validation_failed",
  tokens: { rotations: 12, logins: 1, newestIsHeld: true },
  logout: { remote: true, status: "logged_out", oldToken: 401, after: "auth null auth" },
  leaks: [],
};

describe("journey", () => {
  it("is fine when all is as it must be", () => {
    expect(judgeJourney(report, /^node 20\./)).toEqual([]);
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
