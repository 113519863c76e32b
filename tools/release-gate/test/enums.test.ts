import { beforeAll, describe, expect, it } from "vitest";
import { type Bump, highest } from "../src/bump/bump.ts";
import { compareContracts } from "../src/compare/compare-contracts.ts";
import type { Change } from "../src/compare/finding.ts";
import type { JsonObject } from "../src/contract/json.ts";
import { contract, objectAt, without } from "./support/contract.ts";
import { enumContract, enumSchema, PLACEMENTS, type Form, type TestEnum } from "./support/enum-contract.ts";

const open = (...values: (string | null)[]): TestEnum => ({ kind: "open", values });
const closed = (...values: (string | null)[]): TestEnum => ({ kind: "closed", values });
const free: TestEnum = { kind: "free" };
const CASE = "#/components/schemas/Case0";

interface Row {
  readonly what: string;
  readonly before: TestEnum;
  readonly after: TestEnum;
  readonly request: Bump;
  readonly response: Bump;
}

/** The table of the README. */
// oxfmt-ignore
const ROWS: readonly Row[] = [
  { what: "nothing", before: open("a", "b"), after: open("a", "b"), request: "none", response: "none" },
  { what: "open: a value added", before: open("a"), after: open("a", "b"), request: "minor", response: "minor" },
  { what: "open: a value removed", before: open("a", "b"), after: open("a"), request: "major", response: "minor" },
  { what: "closed: a value added", before: closed("a"), after: closed("a", "b"), request: "minor", response: "major" },
  { what: "closed: a value removed", before: closed("a", "b"), after: closed("a"), request: "major", response: "minor" },
  { what: "opened", before: closed("a"), after: open("a"), request: "minor", response: "major" },
  { what: "closed", before: open("a"), after: closed("a"), request: "major", response: "major" },
  { what: "first values", before: free, after: open("a"), request: "major", response: "minor" },
  { what: "last values", before: open("a"), after: free, request: "minor", response: "minor" },
  { what: "open: null added", before: open("a"), after: open("a", null), request: "minor", response: "major" },
  { what: "open: null removed", before: open("a", null), after: open("a"), request: "major", response: "minor" },
  { what: "open with null: a value added", before: open("a", null), after: open("a", "b", null), request: "minor", response: "minor" },
  { what: "closed: null added", before: closed("a"), after: closed("a", null), request: "minor", response: "major" },
  { what: "closed: null removed", before: closed("a", null), after: closed("a"), request: "major", response: "minor" },
];
const FORMS: readonly [Form, Form][] = [
  ["authored", "authored"],
  ["bundled", "bundled"],
  ["authored", "bundled"],
  ["bundled", "unmarked"],
];

const CASES = ROWS.flatMap((row) =>
  (["request", "response"] as const).flatMap((direction) =>
    Object.entries(PLACEMENTS[direction]).flatMap(([placement, operation]) =>
      FORMS.map(([from, to]) => ({ ...row, direction, placement, operation, from, to, bump: row[direction] })),
    ),
  ),
);

describe("enums", () => {
  let changes: readonly Change[];
  beforeAll(async () => {
    changes = await compareContracts({
      base: enumContract(CASES.map(({ operation, before, from }) => ({ operation, schema: enumSchema(before, from) }))),
      revision: enumContract(CASES.map(({ operation, after, to }) => ({ operation, schema: enumSchema(after, to) }))),
    });
  });

  it.each([...CASES.entries()].map(([at, one]) => ({ ...one, at })))(
    "$what, $direction, $placement, $from to $to: $bump",
    ({ at, bump }) => {
      const own = changes.filter(({ operations }) => operations.includes(`POST /case-${at}`));
      expect(highest(own.map((change) => change.bump))).toBe(bump);
    },
  );
});

describe("a report on an enum", () => {
  it("has the place of the authors' form and says what happened in which direction", async () => {
    const contractOf = (values: TestEnum): JsonObject =>
      enumContract([{ operation: PLACEMENTS.response["items of a list"], schema: enumSchema(values, "bundled") }]);
    const changes = await compareContracts({
      base: contractOf(open("a", "b")),
      revision: contractOf(open("a", "c", "d")),
    });
    const schema = "#/paths/~1case-0/post/responses/200/content/application~1json/schema";
    expect(changes).toMatchObject([
      {
        place: `${schema}/items/enum`,
        bump: "minor",
        message:
          "Values `c`, `d` were added to an open enum in responses. Value `b` was removed from an open enum in responses.",
        rule: { name: "enum-values" },
      },
    ]);
  });

  it("takes the higher bump for an enum that is sent and received", async () => {
    const both = (values: TestEnum): JsonObject => {
      const schema = enumSchema(values, "authored");
      const document = enumContract([
        { operation: PLACEMENTS.response["component behind a reference"], schema },
        { operation: () => PLACEMENTS.request["component behind a reference"](schema, CASE), schema },
      ]);
      return document;
    };
    const [change] = await compareContracts({ base: both(closed("a")), revision: both(closed("a", "b")) });
    expect(change).toMatchObject({ place: `${CASE}/enum`, bump: "major" });
  });
});

describe("permission resources and actions", () => {
  const PERMISSIONS = "#/components/schemas/Permissions";
  const ACTIONS = `${PERMISSIONS}/properties/units/properties/actions`;
  /** A map and one of its keys. */
  const KEYS = [
    [PERMISSIONS, "maps"],
    [ACTIONS, "delete"],
  ] as const;

  function remove(document: Record<string, unknown>): void {
    for (const [map, key] of KEYS) delete objectAt(document, `${map}/properties`)[key];
  }

  function makeOptional(document: Record<string, unknown>): void {
    for (const [map, key] of KEYS) without(document, `${map}/required`, key);
  }

  it("may come", async () => {
    const revision = contract();
    for (const [map, key] of KEYS) {
      objectAt(revision, `${map}/properties`).audits = objectAt(revision, `${map}/properties/${key}`);
    }
    const changes = await compareContracts({ base: contract(), revision });
    expect(changes.map(({ bump, place, rule }) => [bump, place, rule?.name])).toEqual(
      KEYS.map(([map]) => ["minor", `${map}/properties/audits`, "open-map-keys"]),
    );
  });

  it("may go where they are optional", async () => {
    const [base, revision] = [contract(), contract()];
    [base, revision].forEach(makeOptional);
    remove(revision);
    const changes = await compareContracts({ base, revision });
    expect(changes.map(({ bump, place, rule }) => [bump, place, rule?.name])).toEqual(
      KEYS.map(([map, key]) => ["minor", `${map}/properties/${key}`, "open-map-keys"]),
    );
  });

  it("are a promise where they are required", async () => {
    const revision = contract();
    makeOptional(revision);
    remove(revision);
    const changes = await compareContracts({ base: contract(), revision });
    for (const [map, key] of KEYS) {
      expect(changes.find(({ place }) => place === `${map}/properties/${key}`)?.bump).toBe("major");
    }
  });
});
