import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useSharedDatabase } from "../support/db.ts";

const db = useSharedDatabase();

describe("what a column becomes", () => {
  it("gives every type the value that Db promises", async () => {
    const [row] = await db().query(
      `select true as a, 7::int2 as b, -8::int4 as c, 1.5::float8 as d, 2.5::float4 as e,
        1.50::numeric as f, '2026-02-03'::date as g, '{"x":[1,null]}'::jsonb as h,
        '\\x00ff'::bytea as i, null as j, 'text é 🚚' as k,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as l`,
    );
    expect(row).toEqual({
      a: true,
      b: 7,
      c: -8,
      d: 1.5,
      e: 2.5,
      f: "1.50",
      g: "2026-02-03",
      h: { x: [1, null] },
      i: new Uint8Array([0, 255]),
      j: null,
      k: "text é 🚚",
      l: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
    });
  });

  it("gives int8 as a number while that is exact, and as digits beyond", async () => {
    const [row] = await db().query(
      `select 9007199254740991::int8 as safe, 9007199254740992::int8 as beyond,
        '-9223372036854775808'::int8 as least, array[1, 9223372036854775807]::int8[] as list`,
    );
    expect(row).toEqual({
      safe: 9007199254740991,
      beyond: "9007199254740992",
      least: "-9223372036854775808",
      list: [1, "9223372036854775807"],
    });
  });

  it.each([
    ["2026-01-01 00:00:00+00", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01 01:02:03.4+01", "2026-01-01T00:02:03.400Z"],
    ["2026-01-01 00:00:00.123999+00", "2026-01-01T00:00:00.123Z"],
    ["0099-12-31 23:59:59.999+00", "0099-12-31T23:59:59.999Z"],
    ["infinity", "infinity"],
  ])("gives the instant %s as %s", async (sql, expected) => {
    const [row] = await db().query("select $1::timestamptz as at", [sql]);
    expect(row).toEqual({ at: expected });
  });

  it("gives back every text, instant, number and array that was put in", async () => {
    const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
    const instant = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    const values = fc.record({
      text,
      number: fc.maxSafeInteger(),
      double: fc.double({ noNaN: true, noDefaultInfinity: true }),
      at: instant,
      instants: fc.array(fc.option(instant)),
      doubles: fc.array(fc.option(fc.double())),
      flags: fc.array(fc.option(fc.boolean())),
      texts: fc.array(fc.option(text)),
      numbers: fc.array(fc.maxSafeInteger()),
      flag: fc.boolean(),
      json: fc.jsonValue().filter((value) => !JSON.stringify(value).includes("\\u0000")),
    });
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const [row] = await db().query(
          `select $1::text as text, $2::int8 as number, $3::float8 as double,
             $4::timestamptz as at, $5::text[] as texts, $6::int8[] as numbers, $7::bool as flag,
             $8::json as json, $9::timestamptz[] as instants, $10::float8[] as doubles, $11::bool[] as flags`,
          [
            value.text,
            value.number,
            value.double,
            value.at,
            value.texts,
            value.numbers,
            value.flag,
            JSON.stringify(value.json),
            value.instants,
            value.doubles,
            value.flags,
          ],
        );
        const json: unknown = JSON.parse(JSON.stringify(value.json));
        const at = value.at.toISOString();
        const instants = value.instants.map((each) => each?.toISOString() ?? null);
        // The text of a number knows no negative zero.
        const double = value.double + 0;
        const doubles = value.doubles.map((each) => (each === null ? null : each + 0));
        expect(row).toEqual({ ...value, double, doubles, at, instants, json });
      }),
      { numRuns: 200 },
    );
  });

  it("hands text through untouched, so JSON built in SQL keeps all its digits", async () => {
    const json = await db().queryText("select json_build_object('id', 9223372036854775807::int8)::text");
    expect(json).toBe('{"id" : 9223372036854775807}');
    expect(await db().queryText("select null::text")).toBeNull();
    expect(await db().queryText("select 'x' where false")).toBeNull();
  });
});
