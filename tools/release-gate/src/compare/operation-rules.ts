import { listOf, objectOf, pointerOf, sameJson, type JsonObject } from "../contract/json.ts";
import type { Versions } from "../contract/meaning.ts";
import type { ListedOperation, OperationPair } from "../contract/operations.ts";
import { describeValues, type Finding, type OperationRule } from "./finding.ts";

const operationId: OperationRule = {
  name: "operation-id",
  reason: "callers of the typed client name the operation by it",
  find: ({ base, revision }) => {
    const [before, after] = [base.value.operationId, revision.value.operationId];
    if (before === after) return [];
    const message = describeValues("operationId", revision.title, before, after);
    return [{ place: at(revision, "operationId"), bump: "major", message }];
  },
};

const permissionChanged: OperationRule = {
  name: "permission-changed",
  reason: "users who hold the old permission are refused; a permission that falls away breaks nobody",
  find({ base, revision }) {
    const [before, after] = [base.value["x-permission"], revision.value["x-permission"]];
    if (sameJson(before, after)) return [];
    const looser = after === undefined || after === "self";
    const message = `\`x-permission\` of ${revision.title} changed from ${permission(before)} to ${permission(after)}.`;
    return [{ place: at(revision, "x-permission"), bump: looser ? "minor" : "major", message }];
  },
};

function permission(value: unknown): string {
  if (value === undefined) return "nothing";
  const { resource, action } = objectOf(value);
  return resource === undefined ? `\`${String(value)}\`` : `\`${String(resource)}.${String(action)}\``;
}

const authenticationRequired: OperationRule = {
  name: "authentication-required",
  reason: "callers without a token are refused; taking `security: []` away does that without adding a line",
  find: (pair, versions) => securityFindings(pair, versions, (before) => before.length === 0),
};

const securityChanged: OperationRule = {
  name: "security-changed",
  reason: "callers with the credentials of the release are refused unless one requirement still accepts them",
  find: (pair, versions) => securityFindings(pair, versions, (before) => before.length > 0),
};

/** A requirement: the scopes of each scheme that it asks for. None lets everybody in, as an empty one does. */
type Requirement = Readonly<Record<string, readonly unknown[]>>;

function securityFindings(
  { base, revision }: OperationPair,
  versions: Versions,
  concerns: (before: readonly Requirement[]) => boolean,
): Finding[] {
  const [before, after] = [requirements(versions.base, base), requirements(versions.revision, revision)];
  if (!concerns(before) || sameJson(before, after)) return [];
  const isMet = (given: Requirement): boolean =>
    after.length === 0 ||
    after.some((asked) =>
      Object.entries(asked).every(
        ([name, scopes]) => scopes.every((scope) => given[name]?.includes(scope)) && name in given,
      ),
    );
  const isOwn = "security" in base.value || "security" in revision.value;
  return [
    {
      place: isOwn ? at(revision, "security") : "#/security",
      bump: (before.length === 0 ? [{}] : before).every(isMet) ? "minor" : "major",
      message:
        before.length === 0
          ? `${revision.title} now needs a token.`
          : `The security of ${isOwn ? revision.title : "the contract"} changed.`,
    },
  ];
}

function requirements(document: JsonObject, { value }: ListedOperation): readonly Requirement[] {
  const list = listOf(value.security ?? document.security) as readonly Requirement[];
  return list.some((requirement) => Object.keys(requirement).length === 0) ? [] : list;
}

const pathParameterRenamed: OperationRule = {
  name: "path-parameter-renamed",
  reason: "the URL stays the same, but callers of the typed client name the parameter",
  find({ base, revision }) {
    if (base.path === revision.path) return [];
    const [before, after] = [base, revision].map(({ path }) =>
      [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).join("`, `"),
    );
    const message = `Path parameters of ${revision.title} changed from \`${before}\` to \`${after}\`.`;
    return [{ place: pointerOf(revision.tokens.slice(0, 2)), bump: "major", message }];
  },
};

const operationDeprecated: OperationRule = {
  name: "operation-deprecated",
  reason: "a deprecation is announced in a minor release (semver.org)",
  find({ base, revision }) {
    const [before, after] = [base.value.deprecated, revision.value.deprecated];
    if ((before ?? false) === (after ?? false)) return [];
    const message = describeValues("deprecated", revision.title, before, after);
    return [{ place: at(revision, "deprecated"), bump: "minor", message }];
  },
};

export const OPERATION_RULES: readonly OperationRule[] = [
  operationId,
  permissionChanged,
  authenticationRequired,
  securityChanged,
  pathParameterRenamed,
  operationDeprecated,
];

function at({ tokens }: ListedOperation, ...more: readonly string[]): string {
  return pointerOf([...tokens, ...more]);
}
