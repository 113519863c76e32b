import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BareItem, parseList } from "../../src/observe/structured-field.ts";

/** Items as plain data. */
function read(field: string | null): unknown {
  return parseList(field).map(({ value, params }) => [value, Object.fromEntries(params)]);
}

describe("a list of items, RFC 9651", () => {
  it.each<[string, unknown]>([
    ['"default";r=50;t=30', [["default", { r: 50, t: 30 }]]],
    [
      '"a;b, \\"c\\""; q=1 ,\t"d"',
      [
        ['a;b, "c"', { q: 1 }],
        ["d", {}],
      ],
    ],
    ["@1688169599", [[new Date(1_688_169_599_000), {}]]],
    ["?1;a;b=?0", [[true, { a: true, b: false }]]],
    [
      "-1.5, text/html;q=0.8, :aGk=:",
      [
        [-1.5, {}],
        ["text/html", { q: 0.8 }],
        ["aGk=", {}],
      ],
    ],
    ["a;x=1;x=2", [["a", { x: 2 }]]],
    ["", []],
    ["   ", []],
  ])("%s", (field, expected) => {
    expect(read(field)).toEqual(expected);
  });

  it.each([
    '"open',
    '"a" ;r=1',
    "a,",
    ",a",
    "a b",
    "a;=1",
    "a;R=1",
    "1.2345",
    "1.",
    "1234567890123456",
    "@1.5",
    "@99999999999999",
    "?2",
    ":?:",
    "(a b)",
    "é",
    "a;b=",
    '"\t"',
  ])("is ignored as a whole when malformed: %s", (field) => {
    expect(parseList(`ok, ${field}`)).toEqual([]);
    expect(parseList(field)).toEqual([]);
  });

  it("is empty with white space that HTTP does not know", () => {
    for (const field of ["\u00a0ok", "ok\u00a0", "ok,\u00a0ok"]) expect(parseList(field)).toEqual([]);
  });

  it("is empty when absent", () => expect(parseList(null)).toEqual([]));

  it("reads what a serialiser writes", () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const bare = fc.oneof(
      text,
      fc.boolean(),
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => n / 8),
      fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
    );
    const params = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_.*-]{0,5}$/), bare, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(bare, params), { minLength: 1 }), (items) => {
        const field = items
          .map(([value, more]) =>
            [write(value), ...Object.entries(more).map(([k, v]) => `${k}=${write(v)}`)].join("; "),
          )
          .join(", ");
        expect(read(field)).toEqual(items.map(([value, more]) => [value, more]));
      }),
    );
  });

  it("never throws, and takes no longer for being malformed", () => {
    fc.assert(fc.property(fc.string(), (field) => Array.isArray(parseList(field))));
    expect(parseList(`${"a;".repeat(50_000)}!`)).toEqual([]);
  });
});

function write(value: BareItem): string {
  if (value instanceof Date) return `@${value.getTime() / 1000}`;
  if (typeof value === "boolean") return value ? "?1" : "?0";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}
