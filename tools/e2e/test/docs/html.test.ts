import { docsDir } from "@fleet-api/docs";
import { type ConfigData, HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { filesIn, pagesOf } from "./support/build-site.ts";

const config: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Style only; the formatter of the templates writes lower case and closing slashes.
    "doctype-style": "off",
    "void-style": "off",
    // Ends of lines are left over where a template has nothing to say; they cost nothing after compression.
    "no-trailing-whitespace": "off",
    // Ids of properties have the dots of their paths.
    "valid-id": ["error", { relaxed: true }],
    // A table that scrolls is a region of its own, and no section of the text.
    "prefer-native-element": ["error", { exclude: ["region"] }],
    // Titles of pages are those of the contract, with the name of the API behind them.
    "long-title": ["error", { maxlength: 100 }],
  },
};

test("every page is valid HTML", async () => {
  const validator = new HtmlValidate(config);
  const found: string[] = [];
  for (const [path, markup] of pagesOf(await filesIn(docsDir))) {
    const { results } = await validator.validateString(isWhole(path) ? markup : withoutNavigation(markup));
    for (const { messages } of results)
      found.push(...messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`));
  }
  expect(found).toEqual([]);
});

/** The navigation is the largest part of most pages and the same on all of them, but for the group that is open. */
function withoutNavigation(markup: string): string {
  return markup.replace(/(<nav class="side"[^>]*>)[^]*?<\/nav>/, "$1<p>Navigation</p></nav>");
}

function isWhole(path: string): boolean {
  return !/^v1\/(?:permissions|schemas|problems)\/./.test(path);
}
