import { describe, expect, it } from "vitest";
import { contractOperations } from "../src/contract.ts";
import { coverageOf, itemsOfCodes } from "../src/coverage/coverage.ts";
import { isComplete, reportLines } from "../src/coverage/report.ts";
import { document, documentOf } from "./support/document.ts";
import { exchange } from "./support/exchange.ts";

const operations = contractOperations(document);

const complete = [
  exchange({ path: "/units/listing?page=2&limit=5", status: 200 }),
  exchange({ path: "/units/listing", status: 401, body: { code: "unauthenticated" } }),
  exchange({ path: "/units/listing", status: 401, body: { code: "token_expired" } }),
  exchange({ path: "/units/7", status: 200 }),
];

const missing = (exchanges: typeof complete) => coverageOf(operations, exchanges).flatMap((row) => row.missing);

describe("contract coverage", () => {
  it("misses nothing when everything was exercised", () => {
    expect(coverageOf(operations, complete).map(({ exercised, total }) => [exercised, total])).toEqual([
      [2, 2],
      [3, 3],
      [3, 3],
      [2, 2],
    ]);
    expect(missing(complete)).toEqual([]);
  });

  it("counts a parameter once where an operation replaces that of its path", () => {
    const unitId = { name: "unit_id", in: "path" };
    const get = { operationId: "unitsGet", parameters: [unitId], responses: { 200: {} } };
    const replaced = contractOperations(documentOf({ "/units/{unit_id}": { parameters: [unitId], get } }));
    expect(coverageOf(replaced, []).find(({ kind }) => kind === "parameter")?.total).toBe(1);
  });

  it("names the operation, the parameter, the response code and the problem code of a gap", () => {
    expect(missing(complete.slice(0, 2))).toEqual([
      "unitsGet",
      "unitsGet path unit_id",
      "unitsGet 200",
      "unitsListing 401 token_expired",
    ]);
    expect(missing([exchange({ path: "/units/listing?page=2", status: 200 }), ...complete.slice(1)])).toEqual([
      "unitsListing query limit",
    ]);
  });

  it("does not count a parameter of a refused request", () => {
    const refused = exchange({ path: "/units/listing?page=2&limit=5", status: 401, body: { code: "token_expired" } });
    expect(missing([exchange({ path: "/units/listing", status: 200 }), refused, ...complete.slice(1)])).toEqual([
      "unitsListing query page",
      "unitsListing query limit",
    ]);
  });

  it("counts each success status, and what 304 was asked with", () => {
    const etag = { headers: { ETag: { required: true, schema: { type: "string" } } } };
    const several = contractOperations(
      documentOf({
        "/units/{unit_id}": {
          get: {
            operationId: "unitsGet",
            parameters: [{ name: "If-None-Match", in: "header" }],
            responses: { 200: { ...etag, content: { "application/json": {} } }, 304: etag },
          },
        },
      }),
    );
    const read = exchange({ path: "/units/7", status: 200 });
    const unchanged = exchange({ path: "/units/7", status: 304, sent: { "If-None-Match": "a" }, body: null });
    const gaps = (...exchanges: typeof complete) => coverageOf(several, exchanges).flatMap((row) => row.missing);
    expect(gaps(read, unchanged)).toEqual([]);
    expect(gaps(read)).toEqual(["unitsGet header If-None-Match", "unitsGet 304"]);
    expect(gaps(unchanged)).toEqual(["unitsGet 200"]);
  });

  it("reports gaps and undocumented answers by name, and neither is complete", () => {
    const whole = { covered: 1, total: 1 };
    const drift = {
      findings: [],
      totals: { operations: whole, parameters: whole, responses: whole },
      properties: { ...whole, missing: [] },
    };
    const report = { exchanges: 4, rows: coverageOf(operations, complete), skipped: null, undocumented: [], drift };
    expect(isComplete(report)).toBe(true);
    const gap = { ...report, rows: coverageOf(operations, complete.slice(1)) };
    expect(isComplete(gap)).toBe(false);
    expect(reportLines(gap)).toContain("  parameter unitsListing query page");
    const undocumented = { ...report, undocumented: ["unitsGet 418: the status is not documented"] };
    expect(isComplete(undocumented)).toBe(false);
    expect(reportLines(undocumented)).toContain("  unitsGet 418: the status is not documented");
    expect(isComplete({ ...report, drift: { ...drift, findings: ["seen by drift alone"] } })).toBe(false);
    const counted = { ...drift, totals: { ...drift.totals, responses: { covered: 1, total: 2 } } };
    expect(isComplete({ ...report, drift: counted })).toBe(false);
  });

  it("passes over codes that the machine cannot bring about, and over nothing else", () => {
    const drift = {
      findings: [],
      totals: {
        operations: { covered: 2, total: 2 },
        parameters: { covered: 3, total: 3 },
        responses: { covered: 2, total: 3 },
      },
      properties: { covered: 1, total: 1, missing: [] },
    };
    const reportOf = (exchanges: typeof complete, codes: readonly string[]) => ({
      exchanges: exchanges.length,
      rows: coverageOf(operations, exchanges),
      skipped: { reason: "no server", names: itemsOfCodes(operations, codes) },
      undocumented: [],
      drift,
    });
    const without401 = complete.filter(({ status }) => status !== 401);
    const report = reportOf(without401, ["unauthenticated", "token_expired"]);
    expect(report.skipped.names).toEqual([
      "unitsListing 401",
      "unitsListing 401 unauthenticated",
      "unitsListing 401 token_expired",
    ]);
    expect(isComplete(report)).toBe(true);
    expect(reportLines(report)).toContain("skipped: no server:");
    expect(isComplete(reportOf(without401, ["token_expired"]))).toBe(false);
    expect(isComplete(reportOf(without401.slice(1), ["unauthenticated", "token_expired"]))).toBe(false);
  });
});
