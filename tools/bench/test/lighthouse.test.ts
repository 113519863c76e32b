import { describe, expect, test } from "vitest";
import { CATEGORIES, bestScores, type LighthouseReport } from "../src/lighthouse/audit-page.ts";
import { reportScores } from "../src/lighthouse/report-scores.ts";

function report(performance: number, speed: number): LighthouseReport {
  const category = { score: 1, auditRefs: [{ id: "lang", weight: 1 }] };
  return {
    categories: {
      performance: {
        score: performance,
        auditRefs: [
          { id: "speed", weight: 3 },
          { id: "blocking", weight: 1 },
          { id: "hint", weight: 0 },
          { id: "unused", weight: 9 },
        ],
      },
      accessibility: category,
      "best-practices": category,
      seo: category,
    },
    audits: {
      speed: { title: "Speed", score: speed, displayValue: "2 s" },
      blocking: { title: "Blocking", score: 1 },
      hint: { title: "Hint", score: 0 },
      unused: { title: "Not applicable", score: null },
      lang: { title: "Language", score: 1 },
    },
  };
}

describe("bestScores", () => {
  test("takes the best run, and the points that it lost", () => {
    const { scores, lost } = bestScores([report(0.7, 0.6), report(0.97, 0.96), report(0.9, 0.9)]);
    expect(scores).toEqual({ performance: 97, accessibility: 100, "best-practices": 100, seo: 100 });
    expect(lost).toEqual([{ category: "performance", audit: "speed", points: expect.closeTo(3), reason: "2 s" }]);
  });

  test("counts neither hints nor audits that do not apply", () => {
    expect(bestScores([report(1, 1)]).lost).toEqual([]);
  });
});

test("the table marks scores below the least one and names their audits", () => {
  const { lines, notes } = reportScores([
    { page: "v1/", server: "static", ...bestScores([report(0.7, 0.6)]) },
    { page: "v1/a/", server: "static", ...bestScores([report(1, 1)]) },
  ]);
  expect(lines.filter((line) => line.includes("!"))).toHaveLength(1);
  expect(CATEGORIES.every((category) => lines[0]?.includes(category))).toBe(true);
  expect(notes).toEqual(["v1/ (static): performance -30.0 for speed: 2 s"]);
});
