import type { SchemaRule } from "./house-rule.ts";

/** A type that only gains or loses `null`; api-smart-diff rates every change of a type as a break. */
export const nullInType: SchemaRule = {
  name: "null-in-type",
  reason: "`null` is new to readers when a response gains it, and to nobody when a request may have it",
  judge({ base, revision, place, direction }) {
    const [before, after] = [typesOf(base.type), typesOf(revision.type)];
    const isGained = after.includes("null") && !before.includes("null");
    const isLost = before.includes("null") && !after.includes("null");
    if (isGained === isLost || !sameWithoutNull(before, after)) return [];
    const breaks = isGained ? direction === "response" : direction === "request";
    const message = isGained ? `\`null\` is possible now in ${direction}s.` : `\`null\` is gone from ${direction}s.`;
    return [{ place: `${place}/type`, bump: breaks ? "major" : "minor", message }];
  },
};

function typesOf(type: unknown): readonly unknown[] {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

function sameWithoutNull(before: readonly unknown[], after: readonly unknown[]): boolean {
  const [one, other] = [before, after].map((types) =>
    types
      .filter((type) => type !== "null")
      .toSorted()
      .join(),
  );
  return one !== "" && one === other;
}
