import { listOf, objectOf, sameJson, type JsonObject } from "../contract/json.ts";
import { pointerOf } from "../contract/pointer.ts";
import { bodyLimit, headerOptional, successAdded } from "./client-rules.ts";
import { enumValues } from "./enum-rule.ts";
import type { HouseRule, SchemaRule } from "./house-rule.ts";
import { openMapKeys } from "./map-rule.ts";
import { nullInType } from "./null-rule.ts";
import { forSameOperations } from "./same-operations.ts";

const permissionChanged: HouseRule = {
  name: "permission-changed",
  reason: "users who hold the old permission are refused; a permission that falls away breaks nobody",
  find: (versions) =>
    forSameOperations(versions, ({ value: base }, { value, pointer, title }) => {
      const [before, after] = [base["x-permission"], value["x-permission"]];
      if (sameJson(before, after)) return [];
      const looser = after === undefined || after === "self";
      const message = `\`x-permission\` of ${title} changed from ${words(before)} to ${words(after)}.`;
      return [{ place: `${pointer}/x-permission`, bump: looser ? "minor" : "major", message }];
    }),
};

const authenticationRequired: HouseRule = {
  name: "authentication-required",
  reason: "callers without a token are refused; taking `security: []` away does that without adding a line",
  find: (versions) =>
    forSameOperations(versions, (base, revision) => {
      const isNew = isPublic(versions.base, base.value) && !isPublic(versions.revision, revision.value);
      if (!isNew) return [];
      return [
        { place: `${revision.pointer}/security`, bump: "major", message: `${revision.title} now needs a token.` },
      ];
    }),
};

const pathParameterRenamed: HouseRule = {
  name: "path-parameter-renamed",
  reason: "the URL stays the same, but callers of the typed client name the parameter",
  find: (versions) =>
    forSameOperations(versions, (base, revision) => {
      const [before, after] = [base, revision].map(({ parameters }) =>
        parameters
          .filter((parameter) => parameter.in === "path")
          .map(({ name }) => String(name))
          .toSorted()
          .join("`, `"),
      );
      if (before === after) return [];
      const message = `Path parameters of ${revision.title} changed from \`${before}\` to \`${after}\`.`;
      return [{ place: pointerOf(["paths", revision.path]), bump: "major", message }];
    }),
};

const schemaGone: HouseRule = {
  name: "schema-gone",
  reason: 'programs name it: `components["schemas"]["Unit"]` is part of the types that are published',
  find: ({ base, revision }) => {
    const schemas = (document: JsonObject): JsonObject => objectOf(objectOf(document.components).schemas);
    return Object.keys(schemas(base))
      .filter((name) => !(name in schemas(revision)))
      .map((name) => ({
        place: pointerOf(["components", "schemas", name]),
        bump: "major",
        message: `Schema \`${name}\` was removed or renamed.`,
      }));
  },
};

export const HOUSE_RULES: readonly HouseRule[] = [
  permissionChanged,
  authenticationRequired,
  pathParameterRenamed,
  schemaGone,
  successAdded,
  headerOptional,
  bodyLimit,
];

export const SCHEMA_RULES: readonly SchemaRule[] = [enumValues, nullInType, openMapKeys];

/** An empty list, or one empty requirement, lets everybody in (OpenAPI 3.1, Security Requirement Object). */
function isPublic(document: JsonObject, operation: JsonObject): boolean {
  const requirements = listOf(operation.security ?? document.security);
  return requirements.length === 0 || requirements.some((entry) => Object.keys(objectOf(entry)).length === 0);
}

function words(permission: unknown): string {
  if (permission === undefined) return "nothing";
  const { resource, action } = objectOf(permission);
  return resource === undefined ? `\`${String(permission)}\`` : `\`${String(resource)}.${String(action)}\``;
}
