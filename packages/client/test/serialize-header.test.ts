import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeHeader } from "../src/transport/serialize-parameters.ts";

/** What is written, or null where it is refused with a message that names the header. */
function written(value: unknown): string | null {
  try {
    return serializeHeader("X-Items", value) ?? "";
  } catch (error) {
    expect(error).toHaveProperty("message", expect.stringMatching(/^header X-Items must /));
    return null;
  }
}

/** Splits a list at its commas as RFC 9110 section 5.6.1 says, in another way than the service does. */
function itemsOf(field: string): string[] {
  const items = field.match(/(?:"(?:\\[^]|[^"\\])*"|[^",])+/g) ?? [];
  return items.map((each) => each.replace(/^[ \t]+|[ \t]+$/g, ""));
}

const piece = fc.constantFrom(...'ab,"\\ \t\u00a0é;=%', "€", "\u0001", "\n", '"x,y"');
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
);

describe("serializeHeader", () => {
  it("writes a text so that it arrives as it is, or refuses it", () => {
    fc.assert(
      fc.property(text, (value) => {
        const field = written(value);
        expect(field === null ? value : new Headers({ "x-items": field }).get("x-items")).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  it("writes a list so that its items arrive as they are, or refuses it", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (items) => {
        const field = written(items);
        const arrived = new Headers({ "x-items": field ?? "" }).get("x-items") ?? "";
        expect(field === null ? items : itemsOf(arrived)).toEqual(items);
      }),
      { numRuns: 2000 },
    );
  });

  it("writes commas between items", () => {
    expect(written(['"a,b"', 'W/"c"'])).toBe('"a,b",W/"c"');
    expect(written([1, 2n, true])).toBe("1,2,true");
    expect(written(["é\u00a0", "b c"])).toBe("é\u00a0,b c");
  });

  it.each([undefined, null])("leaves %s out", (value) => {
    expect(serializeHeader("X-Items", value)).toBeUndefined();
  });

  it.each<[unknown]>([
    [[]],
    [[""]],
    [["a", ""]],
    [["a,b"]],
    [['"a']],
    [["a", " b"]],
    [["\u0001"]],
    [["€"]],
    [[null]],
    [" a"],
    ["a\t"],
    ["a\n"],
    [{}],
  ])("refuses %j", (value) => {
    expect(written(value)).toBeNull();
  });
});
