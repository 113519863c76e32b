import { tier } from "@fleet-api-tools/test-tier";
import { describe, expect, test } from "vitest";
import { type ConflictFacts, conflictRules, findOutcome, fits } from "../../src/store/conflict-rules.ts";
import { checkModel } from "./check-model.ts";

const values: { readonly [Fact in keyof ConflictFacts]: readonly ConflictFacts[Fact][] } = {
  stored: ["nothing", "newer_version", "other_service", "bad_token", "token", "logout"],
  here: ["open", "stopped", "ended_here", "ended_by_store"],
  isNamed: [true, false],
  whose: ["same", "earlier", "unaware", "other"],
  endsReplaced: [true, false],
  isUserOpen: [true, false],
  order: ["held", "set_back", "older", "disputed", "newer", "overlap"],
};

/** Every combination of facts. */
const combinations = Object.entries(values).reduce<object[]>(
  (made, [fact, each]) => made.flatMap((facts) => each.map((value) => ({ ...facts, [fact]: value }))),
  [{}],
) as ConflictFacts[];

const lineOf = (rule: (typeof conflictRules)[number]): string => `${JSON.stringify(rule.when)} -> ${rule.outcome}`;

describe("the rules for what a session and its store have to agree on", () => {
  test("exactly one rule fits any facts: none is missing, and no two overlap", () => {
    expect(combinations).toHaveLength(4_608);
    for (const facts of combinations) {
      const fitting = conflictRules.filter((rule) => fits(rule.when, facts)).map(lineOf);
      if (fitting.length !== 1) expect({ facts, fitting }).toEqual({ facts, fitting: ["one rule"] });
    }
  });

  test("every rule fits some facts", () => {
    const idle = conflictRules.filter((rule) => !combinations.some((facts) => fits(rule.when, facts)));
    expect(idle.map(lineOf)).toEqual([]);
  });

  test("a record that is not for this session is never written, held or ended, whatever else holds", () => {
    const foreign = combinations.filter(({ stored }) => stored === "newer_version" || stored === "other_service");
    expect(new Set(foreign.map(findOutcome))).toEqual(new Set(["ignore"]));
    const ours = combinations.filter((facts) => !foreign.includes(facts));
    expect(ours.map(findOutcome)).not.toContain("ignore");
  });

  test("after a logout here, no record begins or holds a session", () => {
    const ended = combinations.filter(({ here }) => here === "ended_here" || here === "ended_by_store");
    expect(ended.map(findOutcome).filter((outcome) => outcome === "begin" || outcome === "hold")).toEqual([]);
  });

  test("no fact is read that the fitting rule does not need: `order` may call the application", () => {
    for (const facts of combinations) {
      if (facts.stored === "token" && facts.whose === "same" && /open|stopped/.test(facts.here)) continue;
      const guarded: ConflictFacts = {
        ...facts,
        get order(): never {
          throw new Error("read");
        },
      };
      expect(findOutcome(guarded)).toBe(findOutcome(facts));
    }
  });

  test.runIf(tier !== "test")("the model reaches every rule", async () => {
    const reached = new Set<string>();
    const restore = conflictRules.map((rule) => {
      const outcome = rule.outcome;
      const line = lineOf(rule);
      Object.defineProperty(rule, "outcome", { configurable: true, get: () => (reached.add(line), outcome) });
      return () => Object.defineProperty(rule, "outcome", { configurable: true, writable: true, value: outcome });
    });
    try {
      await checkModel("wild", 1_600, 2);
    } finally {
      for (const each of restore) each();
    }
    expect(conflictRules.map(lineOf).filter((line) => !reached.has(line))).toEqual([]);
  });
});
