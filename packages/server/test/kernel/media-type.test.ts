import { describe, expect, it } from "vitest";
import { isJson, parseMediaType } from "../../src/kernel/media-type.ts";

describe("isJson", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json ; charset="utf-8"',
    "application/json\t;\tcharset=utf-8",
    "application/json;",
    "application/json;; charset=utf-8",
  ])("takes %j", (value) => {
    expect(isJson(value)).toBe(true);
  });

  it.each([
    "",
    "json",
    "text/plain",
    "application/jsonx",
    "application/json5",
    "application/problem+json",
    "application/json charset=utf-8",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-8; charset=utf-8",
    "application/json; charset",
    "application/json; charset =utf-8",
    "application/json; boundary=x",
    "application / json",
    "application/json, application/json",
    "application/json\u00a0",
    "multipart/form-data; application/json",
  ])("refuses %j", (value) => {
    expect(isJson(value)).toBe(false);
  });
});

describe("parseMediaType", () => {
  it("undoes the quoting of a parameter and lowers names", () => {
    const media = parseMediaType('Text/Plain; Title="a \\"b\\"; c"');
    expect(media?.type).toBe("text/plain");
    expect(media?.parameters.get("title")).toBe('a "b"; c');
  });
});
