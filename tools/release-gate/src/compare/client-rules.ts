import { objectOf, type JsonObject } from "../contract/json.ts";
import type { ListedOperation } from "../contract/operations.ts";
import { definedAt, dereferenced, pointerOf, tokensOf, valueAt } from "../contract/pointer.ts";
import type { HouseRule } from "./house-rule.ts";
import { forSameOperations } from "./same-operations.ts";

/**
 * A client knows the statuses of its release: it takes another 2xx for a failure, and its programs read the `data` of
 * the statuses that they know. 304 comes only to who sends a condition, which no client of a release without 304 does,
 * unless the operation took `If-None-Match` before.
 */
export const successAdded: HouseRule = {
  name: "success-added",
  reason: "clients of the release take a success with a status that they do not know for a failure",
  find: (versions) =>
    forSameOperations(versions, (base, { value, pointer, title }) => {
      const known = objectOf(base.value.responses);
      const meets = (status: string): boolean => status.startsWith("2") || (status === "304" && takesCondition(base));
      return Object.keys(objectOf(value.responses))
        .filter((status) => !(status in known) && meets(status))
        .map((status) => ({
          place: `${pointer}/responses/${status}`,
          bump: "major",
          message: `${title} can answer ${status} now.`,
        }));
    }),
};

/** Programs read a required header without asking whether it is there, and handlers of a server must give it. */
export const headerOptional: HouseRule = {
  name: "header-optional",
  reason: "programs rely on a header that every response has",
  find: (versions) =>
    forSameOperations(versions, (base, revision) =>
      headersOf(versions.base, base).flatMap(([status, name]) => {
        const at = [...tokensOf(revision.pointer), "responses", status, "headers", name];
        const place = definedAt(versions.revision, [...at, "required"]);
        const before = required(versions.base, [...tokensOf(base.pointer), "responses", status, "headers", name]);
        // A header that is gone is told by the tools.
        const isGone = valueAt(versions.revision, place.slice(0, -1)) === undefined;
        if (before !== true || isGone || required(versions.revision, at) === true) return [];
        const message = `The header \`${name}\` of ${revision.title} is optional now.`;
        return [{ place: pointerOf(place), bump: "major", message }];
      }),
    ),
};

/** Which bytes a service takes is part of the contract: a body between the two limits was accepted. */
export const bodyLimit: HouseRule = {
  name: "body-limit",
  reason: "a body that the release accepted is refused with 413 when the limit is lower",
  find: (versions) =>
    forSameOperations(versions, (base, revision) => {
      const at = [...tokensOf(revision.pointer), "requestBody"];
      const before = limitOf(versions.base, base);
      const after = limitOf(versions.revision, revision);
      if (before === after || revision.value.requestBody === undefined || base.value.requestBody === undefined)
        return [];
      const place = pointerOf(definedAt(versions.revision, [...at, "x-max-body-bytes"]));
      const message = `The largest body of ${revision.title} changed from ${before} to ${after} bytes.`;
      return [{ place, bump: after < before ? "major" : "minor", message }];
    }),
};

function takesCondition({ parameters }: ListedOperation): boolean {
  return parameters.some((each) => each.in === "header" && String(each.name).toLowerCase() === "if-none-match");
}

function headersOf(document: JsonObject, { value }: ListedOperation): [status: string, name: string][] {
  return Object.entries(objectOf(value.responses)).flatMap(([status, response]) =>
    Object.keys(objectOf(dereferenced(document, response).headers)).map((name): [string, string] => [status, name]),
  );
}

function required(document: JsonObject, header: readonly string[]): unknown {
  return valueAt(document, definedAt(document, [...header, "required"]));
}

/** Infinity where nothing is said. */
function limitOf(document: JsonObject, { value }: ListedOperation): number {
  return Number(dereferenced(document, value.requestBody)["x-max-body-bytes"] ?? Infinity);
}
