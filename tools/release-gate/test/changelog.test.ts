import { describe, expect, it } from "vitest";
import type { Change } from "../src/compare/finding.ts";
import { releaseSnapshot, takeSnapshot } from "../src/releases/releases.ts";
import { changelog, changesSection } from "../src/changelog.ts";
import { all, bundleOf, candidate, type Edit, set, sourceOf, tinyContract, unset } from "./support.ts";

const ADDED = set("#/paths/~1tests~1pong", { get: { operationId: "testsPong", responses: {} } });
const GONE = unset("#/components/schemas/Problem/properties/detail");

function versioned(version: string, ...edits: readonly Edit[]): ReturnType<typeof tinyContract> {
  const document = tinyContract();
  all(...edits, set("#/info/version", version))(document);
  return document;
}

describe("the changelog", () => {
  it("lists the operations of a first release that is not out yet", async () => {
    const text = await changelog(bundleOf(tinyContract()), await candidate());
    expect(text).toContain("## 1.0.0 (not released yet)");
    expect(text).toContain("- `GET /units/listing`: ");
    expect(text).not.toContain("## Next");
  });

  it("compares each release with the one before it, newest first, and marks what breaks", async () => {
    const folder = await candidate();
    await releaseSnapshot(folder, sourceOf(), "2026-01-31");
    await takeSnapshot(folder, sourceOf(versioned("1.1.0", ADDED)));
    const text = await changelog(bundleOf(versioned("2.0.0", ADDED, GONE)), folder);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(["Next", "1.1.0 (not released yet)", "1.0.0 (2026-01-31)"]);
    const [, next = "", second = ""] = text.split(/^## /m);
    expect(next).toContain("### Many operations\n");
    expect(next).toContain("- ⚠ Property `detail` of `Problem` was removed.");
    expect(second).toContain("### `GET /tests/pong`\n\n- Path `/tests/pong` was added. (minor, ");
    expect(second).not.toContain("⚠");
  });

  it("tells a change of many operations once, and lets no markup through", () => {
    const change: Change = {
      place: "#/components/schemas/Problem/required",
      bump: "minor",
      message: "Now <b>bold</b> and `<code>`.",
      rule: { name: "any", reason: "any" },
      operations: ["GET /a", "GET /b", "GET /c", "GET /d"],
    };
    const text = changesSection("2.0.0", [change, { ...change, place: "#/info/title", operations: [] }]);
    expect(text.match(/### .+/g)).toEqual(["### Many operations", "### The whole contract"]);
    expect(text).toContain(
      "- Now &lt;b>bold&lt;/b> and `<code>`. (minor, `#/components/schemas/Problem/required`, 4 operations)",
    );
  });
});
