import { describe, expect, it } from "vitest";
import { FLOORS, type Floors, judgeScore } from "../src/score/floors.ts";
import { scoreContract } from "../src/score/score-contract.ts";
import { readScoreReport, runScore, type ScoreReport } from "../src/score/score-report.ts";
import { temporaryFile } from "./support.ts";

const floors: Floors = { total: 90, subscore: 0.75, exceptions: { depth: { floor: 0.5, reason: "known" } } };
const report: ScoreReport = {
  total: 90,
  subscores: { depth: 0.5, words: 0.75 },
  operations: {
    unitsListing: { depth: 0.4, words: 0.9 },
    authLogin: { depth: 0.2, words: 0.7 },
    testsPing: { depth: 0.9, words: 0.6 },
    authLogout: { depth: 0.8, words: 0.5 },
  },
};

describe("judgeScore", () => {
  it("is content when every floor is just reached", () => {
    expect(judgeScore(report, floors)).toEqual([]);
  });

  it("names a total that is too low", () => {
    expect(judgeScore({ ...report, total: 89.9 }, floors)).toEqual(["the score is 89.9, below 90"]);
  });

  it("names a sub-score that is too low and the operations that pull it down", () => {
    const low = { ...report, subscores: { depth: 0.5, words: 0.7499 } };
    expect(judgeScore(low, floors)).toEqual([
      "words is 74.9 %, below 75 %; it is lowest in authLogout (50 %), testsPing (60 %), authLogin (70 %)",
    ]);
  });

  it("holds an exception's own floor", () => {
    const low = { ...report, subscores: { depth: 0.49, words: 1 } };
    expect(judgeScore(low, floors)).toEqual([
      expect.stringMatching(/^depth is 49 %, below 50 %; .*authLogin \(20 %\)/),
    ]);
  });

  it("wants an exception removed that is needed no more, or is for nothing", () => {
    expect(judgeScore({ ...report, subscores: { depth: 0.75 } }, floors)).toEqual([
      "depth is 75 %, so it needs no exception any more; remove it",
    ]);
    expect(judgeScore({ ...report, subscores: { words: 1 } }, floors)).toEqual([
      "the exception for depth is for no sub-score that there is; remove it",
    ]);
  });
});

describe("readScoreReport", () => {
  const text = {
    agentReadiness: 90,
    discoverability: 99,
    subscores: { words: 1 },
    operationScores: { a: { subscores: { words: 1 } } },
  };

  it("reads total, sub-scores and operations, and discoverability on the same scale", () => {
    expect(readScoreReport(JSON.stringify(text))).toEqual({
      total: 90,
      subscores: { words: 1, discoverability: 0.99 },
      operations: { a: { words: 1 } },
    });
  });

  it.each([
    ["no JSON", "Scores", "the report is not JSON"],
    ["no object", "[]", "the report is not an object"],
    ["no total", JSON.stringify({ ...text, agentReadiness: null }), "agentReadiness is not a number"],
    ["no sub-scores", JSON.stringify({ ...text, subscores: {} }), "subscores is not an object with members"],
    ["no operations", JSON.stringify({ ...text, operationScores: undefined }), "operationScores is not an object"],
  ])("refuses a report with %s", (_what, json, message) => {
    expect(() => readScoreReport(json)).toThrow(message);
  });
});

describe("redocly score", () => {
  it("scores the contract above the floors", async () => {
    expect(judgeScore(await scoreContract(), FLOORS)).toEqual([]);
  });

  it("tells a contract without examples and descriptions from ours", async () => {
    const bare = await temporaryFile("openapi.json", JSON.stringify(envelopeOnly({})));
    expect(judgeScore(await runScore(bare), FLOORS).join("\n")).toMatch(/exampleCoverage is 0 %, below 75 %/);
  });

  it("says what went wrong with a document that it cannot read", async () => {
    await expect(runScore(await temporaryFile("openapi.json", "{"))).rejects.toThrow(/ended with exit code \d/);
  });

  // The reason of the exception, so that it is looked at again when the command counts in another way.
  it("gives at most half of schema simplicity for a problem with its findings, and less for the User record", async () => {
    const { operations } = await scoreContract();
    expect(operations["testsPing"]?.["schemaSimplicity"]).toBe(0.5);
    expect(operations["authLogin"]?.["schemaSimplicity"]).toBeLessThan(0.5);
  });
});

/** A contract of one operation, which answers with an envelope of these members. */
function envelopeOnly(properties: object): object {
  const content = { "application/json": { schema: { type: "object", properties } } };
  return {
    openapi: "3.1.0",
    info: { title: "Envelope", version: "1.0.0" },
    paths: { "/": { get: { operationId: "get", responses: { 200: { description: "An envelope.", content } } } } },
  };
}
