import { byTier } from "@fleet-api-tools/test-tier";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleWithMarks } from "../src/bundle.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { documentedOnly } from "../src/documented.ts";
import { comparisonWith, type Difference, type Fact, factsOf, mutationsOf, readFacts } from "./facts/read-facts.ts";
import { sentencesOf, statementsOf } from "./facts/statements.ts";

/** Each push tries every fourth mutation: those of one keyword are many. */
const step = byTier(4, 1);

describe("the documented contract", () => {
  let contract: OpenApiDocument;
  let facts: Fact[];

  beforeAll(async () => {
    contract = documentedOnly(await bundleWithMarks());
    facts = await readFacts();
  });

  test("states what spec/facts states, and nothing else", () => {
    expect(comparisonWith(facts)(contract)).toEqual({ unstated: [], missing: [] });
  });

  test("cannot lose, change or gain a keyword without a difference", () => {
    const compare = comparisonWith(facts);
    const unseen: string[] = [];
    let count = 0;
    for (const { what, document } of mutationsOf(contract)) {
      count += 1;
      if (count % step !== 0) continue;
      if (!isDifferent(() => compare(document))) unseen.push(what);
    }
    expect(unseen).toEqual([]);
    expect(count).toBeGreaterThan(2000);
    expect(compare(contract)).toEqual({ unstated: [], missing: [] });
  });

  test("lacks a fact as soon as the list has one more", () => {
    const more: Fact = { section: "2.1", place: "POST /auth/login", keyword: "deprecated", value: true };
    expect(comparisonWith([...facts, more])(contract)).toEqual({
      unstated: [],
      missing: ["2.1: POST /auth/login | deprecated | true"],
    });
  });
});

/** A document that cannot be read any more differs, too. */
function isDifferent(difference: () => Difference): boolean {
  try {
    const { unstated, missing } = difference();
    return unstated.length + missing.length > 0;
  } catch {
    return true;
  }
}

describe("statements", () => {
  const things: OpenApiDocument = {
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    security: [{ bearer: [] }],
    paths: {
      "/things": {
        get: {
          operationId: "thingsGet",
          description: "One.\nTwo, see `a.b`.",
          responses: {
            "200": {
              description: "Done.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
        Lost: { type: "string" },
      },
    },
  };

  test("follow references and name the place from the outside in", () => {
    expect(statementsOf(things)).toEqual(
      expect.arrayContaining([
        { place: "GET /things > 200 > application/json > tags > []", keyword: "type", value: "string" },
        { place: "GET /things", keyword: "security", value: [{ bearer: [] }] },
        { place: "GET /things", keyword: "says", value: "Two, see `a.b`." },
        { place: "unused Lost", keyword: "exists", value: { type: "string" } },
      ]),
    );
  });

  test("a description is its sentences, however its lines are broken", () => {
    expect(sentencesOf("One\n  sentence. Version 1.2.3 is\nanother.\n")).toEqual([
      "One sentence.",
      "Version 1.2.3 is another.",
    ]);
  });
});

describe("facts", () => {
  const read = (stated: string): string[] =>
    factsOf([{ section: 1, under: "GET /things", facts: { it: stated } }]).map(
      ({ place, keyword, value }) => `${place} ${keyword} ${JSON.stringify(value)}`,
    );

  test("a type is written in words", () => {
    const it = "GET /things > it";
    expect(read("integer (int64)")).toEqual([`${it} exists true`, `${it} type "integer"`, `${it} format "int64"`]);
    expect(read("string, nullable")).toContain(`${it} type ["string","null"]`);
    expect(read("map of string")).toContain(`${it} > {*} type "string"`);
    expect(read("array of integer (int64)")).toContain(`${it} > [] format "int64"`);
    expect(() => read("String!")).toThrow("GET /things > it: String! is not a type.");
  });

  test("what holds under every operation is a fact of each but the excepted ones", () => {
    const facts = factsOf([
      { section: 4, under: ["GET /a", "GET /b"], facts: { "": null } },
      { section: 5, under: "every operation > 200", except: ["GET /b"], facts: { "header Authorization": "string" } },
    ]);
    expect(facts.filter(({ section }) => section === "5").map(({ place, keyword }) => `${place} ${keyword}`)).toEqual([
      "GET /a > 200 > header Authorization exists",
      "GET /a > 200 > header Authorization schema",
      "GET /a > 200 > header Authorization type",
    ]);
  });
});
