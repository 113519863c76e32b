import { fullFormats } from "ajv-formats/dist/formats.js";
import { check } from "recheck";
import { expect, test } from "vitest";
import { bundle } from "../src/bundle.ts";
import { parseDocument, refTarget } from "../src/document.ts";
import { readOperations } from "../src/operations.ts";

const document = parseDocument(await bundle());

/** Values of a keyword in what a caller can send, references followed. */
function valuesOf(keyword: string, node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === "$ref") return valuesOf(keyword, document.components.schemas[refTarget(String(value)).name]);
    return name === keyword && typeof value === "string" ? [value] : valuesOf(keyword, value);
  });
}

/** The checker counts steps; without these limits of time, a slow machine cannot change what it finds. */
const limits = { timeout: 300_000, incubationTimeout: null, attackTimeout: null };
const testMs = 600_000;

const sent = readOperations(document).map(({ parameters, body }) => [
  parameters.map(({ schema }) => schema),
  Object.values(body?.content ?? {}).map(({ schema }) => schema),
]);

test(
  "patterns of the contract take linear time: the service matches them against whatever it is sent",
  async () => {
    const patterns = new Set(valuesOf("pattern", sent));
    expect(patterns.size).toBeGreaterThan(0);
    for (const pattern of patterns)
      expect([pattern, (await check(pattern, "u", limits)).status]).toEqual([pattern, "safe"]);
  },
  testMs,
);

test(
  "so do the formats of what can be sent",
  async () => {
    const definitions: Readonly<Record<string, unknown>> = fullFormats;
    const formats = new Set(valuesOf("format", sent));
    expect(formats).toContain("email");
    for (const format of formats) {
      const pattern = definitions[format];
      if (!(pattern instanceof RegExp)) continue;
      expect([format, (await check(pattern.source, pattern.flags, limits)).status]).toEqual([format, "safe"]);
    }
  },
  testMs,
);
