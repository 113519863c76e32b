import { isObject, listOf, objectOf } from "../contract/json.ts";
import { pointerOf, tokensOf } from "../contract/pointer.ts";
import type { SchemaRule } from "./house-rule.ts";

/**
 * A map with an open list of keys, as permission resources and their actions are: `properties` names the known keys,
 * `additionalProperties` has the schema of all others.
 */
export const openMapKeys: SchemaRule = {
  name: "open-map-keys",
  reason: "an optional key of an open map may be missing already, and any key may come",
  judge({ base, revision, place }) {
    if (!isObject(base.additionalProperties) || !isObject(revision.additionalProperties)) return [];
    const [before, after] = [objectOf(base.properties), objectOf(revision.properties)];
    const required = new Set([...listOf(base.required), ...listOf(revision.required)]);
    const gone = Object.keys(before).filter((key) => !(key in after));
    const added = Object.keys(after).filter((key) => !(key in before));
    // A required key is a promise; the tools judge it.
    return [...gone, ...added]
      .filter((key) => !required.has(key))
      .map((key) => ({
        place: pointerOf([...tokensOf(place), "properties", key]),
        bump: "minor",
        message: `Key \`${key}\` of an open map ${key in after ? "is named now" : "is no longer named"}.`,
      }));
  },
};
