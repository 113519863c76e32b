import { describe, expect, it } from "vitest";
import { withoutUnchanged } from "../src/compare/changed-parts.ts";
import type { Versions } from "../src/compare/finding.ts";
import { smartDiff } from "../src/compare/smart-diff.ts";
import { isObject, objectOf } from "../src/contract/json.ts";
import { listOperations } from "../src/contract/operations.ts";
import { BREAKING } from "./seeds/breaking.ts";
import { SAFE } from "./seeds/safe.ts";
import { contract, objectAt } from "./support/contract.ts";

const SCHEMAS = "#/components/schemas";

function versions(edit: (document: Record<string, unknown>) => void): Versions {
  const revision = contract();
  edit(revision);
  return { base: contract(), revision };
}

/** What is rated where; the words differ by the response in which a change was seen. */
function ratings(all: Versions, changed: Versions): string[] {
  return [...new Set(smartDiff(all, changed).map(({ identity, bump }) => `${bump} ${identity}`))].toSorted();
}

/** Statuses and bodies of the operations that are left. */
function leftOf({ revision }: Versions): string[] {
  return listOperations(revision).flatMap(({ title, value }) => [
    ...(isObject(value.requestBody) ? [`${title} body`] : []),
    ...Object.keys(objectOf(value.responses)).map((status) => `${title} ${status}`),
  ]);
}

describe("what did not change", () => {
  it("is left out", () => {
    const left = withoutUnchanged(versions(() => {}));
    expect(leftOf(left)).toEqual([]);
    expect(objectAt(left.revision, "#/components").schemas).toEqual({});
    expect(left.base).toEqual(left.revision);
  });

  it("is left out of every part but one of each kind when a shared schema changed", () => {
    const renamed = versions(
      (document) => void (objectAt(document, `${SCHEMAS}/Finding/properties/detail`).maxLength = 9),
    );
    expect(leftOf(withoutUnchanged(renamed))).toHaveLength(1);
    const both = versions(
      (document) => void (objectAt(document, `${SCHEMAS}/LoginRequest/properties/username`).maxLength = 9),
    );
    expect(leftOf(withoutUnchanged(both))).toEqual(["POST /auth/login body"]);
  });

  it.each([
    ["breaking", BREAKING],
    ["safe", SAFE],
  ])("is left out without a change of what api-smart-diff finds: %s", (_, seeds) => {
    const all = versions((document) => seeds.forEach((seed) => seed.make(document)));
    expect(ratings(all, withoutUnchanged(all))).toEqual(ratings(all, all));
  });
});
