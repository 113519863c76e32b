import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../packages/contract/src/generated");

/** Words about how a value is written in HTTP, which the client does: TypeScript has arrays, numbers and booleans. */
const wireWords =
  /\b(commas?|(comma|space|pipe)[ -](separated|delimited)|separat\w+ (by|with)|percent[ -]?encod\w*|url[ -]?(en|de)cod\w*|query string|escap\w+|base64\w*|string of digits|as (a )?(string|text)|`?(true|false|1|0)`? as text|explode|repeat the parameter)\b|%[0-9A-F]{2}\b/i;

/** What the service says of a request that another program has written. */
const ofTheService = ["a broken percent-encoding (400)"];

/** The docstrings of a module, each without its stars and its example. */
function docstringsOf(text: string): string[] {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, inner = ""]) =>
    inner.replaceAll(/\n\s*\* ?/g, " ").replace(/@example.*$/, ""),
  );
}

test("no docstring of the generated types says how a value is written in HTTP", async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  expect(files).toContain("units.ts");
  const found: string[] = [];
  for (const file of files) {
    for (const docstring of docstringsOf(await readFile(join(folder, file), "utf8"))) {
      const text = ofTheService.reduce((rest, phrase) => rest.replaceAll(phrase, ""), docstring);
      if (wireWords.test(text)) found.push(`${file}: ${docstring.trim()}`);
    }
  }
  expect(found).toEqual([]);
});

test.each([
  "Only units in one of these states; separate several with commas.",
  "A comma-separated list of ids.",
  "Ids, separated by spaces.",
  "The id as a string of digits.",
  "URL-encode the name.",
  "Write + as %2B.",
  "Whether to include them, `true` as text.",
])("the check finds %j", (docstring) => {
  expect(docstringsOf(`/** ${docstring} */ const a = 1;`).map((text) => wireWords.test(text))).toEqual([true]);
});
