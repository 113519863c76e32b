import { describe, expect, it } from "vitest";
import { changelog } from "../src/changelog/changelog.ts";
import { changesSection } from "../src/changelog/sections.ts";
import type { Change } from "../src/compare/finding.ts";
import { releaseSnapshot, takeSnapshot } from "../src/releases/releases.ts";
import { BREAKING } from "./seeds/breaking.ts";
import { SAFE } from "./seeds/safe.ts";
import { bundleOf, contract, objectAt } from "./support/contract.ts";
import { candidate, sourceOf } from "./support/releases.ts";

const NEW = SAFE.find(({ what }) => what === "a new operation")!;
const GONE = BREAKING.find(({ what }) => what === "a required property is gone from a response")!;

function versioned(version: string, ...seeds: readonly (typeof NEW)[]): ReturnType<typeof contract> {
  const document = contract();
  for (const seed of seeds) seed.make(document);
  objectAt(document, "#/info").version = version;
  return document;
}

describe("the changelog", () => {
  it("lists the operations of a first release that is not out yet", async () => {
    const text = await changelog(bundleOf(contract()), await candidate());
    expect(text).toContain("## 1.0.0 (not released yet)");
    expect(text).toContain("- `GET /units/listing`: ");
    expect(text).not.toContain("## Next");
  });

  it("compares each release with the one before it, newest first, and marks what breaks", async () => {
    const folder = await candidate();
    await releaseSnapshot(folder, sourceOf(), "2026-01-31");
    await takeSnapshot(folder, sourceOf(versioned("1.1.0", NEW)));
    const text = await changelog(bundleOf(versioned("2.0.0", NEW, GONE)), folder);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(["Next", "1.1.0 (not released yet)", "1.0.0 (2026-01-31)"]);
    const [, next = "", second = ""] = text.split(/^## /m);
    expect(next).toContain("### Many operations\n");
    expect(next).toContain("- ⚠ Property `name` of `Unit` was removed.");
    expect(second).toContain("### `GET /tests/pong`\n\n- Path `/tests/pong` was added. (minor, ");
    expect(second).not.toContain("⚠");
  });

  it("tells a change of many operations once, and lets no markup through", () => {
    const change: Change = {
      place: "#/components/schemas/Problem/required",
      bump: "minor",
      message: "Now <b>bold</b> and `<code>`.",
      ratings: new Map(),
      operations: ["GET /a", "GET /b", "GET /c", "GET /d"],
    };
    const text = changesSection("2.0.0", [change, { ...change, place: "#/info/title", operations: [] }]);
    expect(text.match(/### .+/g)).toEqual(["### Many operations", "### The whole contract"]);
    expect(text).toContain(
      "- Now &lt;b>bold&lt;/b> and `<code>`. (minor, `#/components/schemas/Problem/required`, 4 operations)",
    );
  });
});
