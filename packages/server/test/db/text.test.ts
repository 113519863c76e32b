import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "../../src/platform/fold-case.ts";
import { runs, useSharedDatabase } from "../support/db.ts";
import { letterStrings } from "../support/letters.ts";

const db = useSharedDatabase();

describe("fold_case", () => {
  it("is foldCase of the program, idempotent, and in Normalization Form C", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(letterStrings, { minLength: 1, maxLength: 40 }), async (texts) => {
        const found = await db().query<{ folded: string; again: string; normalized: boolean }>(
          `select fold_case(value) as folded, fold_case(fold_case(value)) as again, fold_case(value) is nfc normalized as normalized
           from unnest($1::text[]) with ordinality t (value, position) order by position`,
          [texts],
        );
        expect(found).toEqual(
          texts.map((text) => ({ folded: foldCase(text), again: foldCase(text), normalized: true })),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([
    ["ЖУК", "жук"],
    ["ΟΔΟΣ", "οδος"],
    ["οδοσ", "οδος"],
    ["J\u030cAN", "\u01f0an"],
    ["ISTANBUL", "istanbul"],
    ["GROẞ", "groß"],
    ["Depot\u00ad\u200dZ", "depotz"],
  ])("makes %s and %s the same", async (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
    expect(await db().query("select fold_case($1) = fold_case($2) as same", [one, other])).toEqual([{ same: true }]);
  });

  it("omits what Unicode calls ignorable, but for the tags of flags, as foldCase does", async () => {
    const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
      /\p{Default_Ignorable_Code_Point}/u.test(each),
    );
    const rows = await db().query<{ folded: string }>(
      "select fold_case(value) as folded from unnest($1::text[]) value",
      [characters],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(characters.map(foldCase));
    const kept = rows.filter(({ folded }) => folded !== "").map(({ folded }) => folded.codePointAt(0));
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([96, 0xe0020, 0xe007f]);
  });

  it("serves an index without a function call for each row", async () => {
    const plan = await db().query<Record<string, string>>(
      "explain select from users where fold_case(username) = 'somebody'",
    );
    expect(JSON.stringify(plan)).toMatch(/users_username_once/);
  });
});
