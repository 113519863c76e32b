import type { Bump } from "../bump.ts";
import { listOf, objectOf, pointerOf, sameJson, valueAt, type JsonObject } from "../contract/json.ts";
import type { Versions } from "../contract/meaning.ts";
import type { ListedOperation, OperationPair } from "../contract/operations.ts";
import { followed, parameterKey } from "../contract/schema-pairs.ts";
import { unknownKeyword, unknownMembers, type Holder } from "./document-rules.ts";
import { problemCodesGrow } from "./enum-rule.ts";
import { describeValues, ownerOf, type Finding, type OperationRule } from "./finding.ts";
import { fieldPermission } from "./schema-rules.ts";

const parametersChanged: OperationRule = {
  name: "parameters-changed",
  reason: "a call without a parameter that is required is refused, and so is one with a parameter that is gone",
  find({ base, revision }, versions) {
    const [before, after] = [parametersOf(versions.base, base), parametersOf(versions.revision, revision)];
    const removed = [...before].filter(([key]) => !after.has(key));
    const added = [...after].filter(([key]) => !before.has(key));
    // The first parameters of an operation come with their list.
    const placed = (other: JsonObject, listed: readonly string[]): string => {
      const list = listed.slice(0, -1);
      return pointerOf(valueAt(other, list) === undefined ? list : listed);
    };
    return [
      ...removed.map(([key, { listed, node }]) => ({
        place: placed(versions.revision, listed),
        key: `${pointerOf(listed)} ${key}`,
        bump: "major" as const,
        message: `The ${String(node.in)} parameter \`${String(node.name)}\` was removed.`,
      })),
      ...added.map(([key, { listed, node }]) => ({
        place: placed(versions.base, listed),
        key: `${pointerOf(listed)} ${key}`,
        bump: node.required === true ? ("major" as const) : ("minor" as const),
        message: `The ${node.required === true ? "required " : ""}${String(node.in)} parameter \`${String(node.name)}\` was added.`,
      })),
      ...[...after].flatMap(([key, parameter]) => {
        const earlier = before.get(key);
        return earlier === undefined ? [] : memberFindings(earlier, parameter, PARAMETER_MEMBERS);
      }),
    ];
  },
};

const parameterPermissions: OperationRule = {
  ...fieldPermission,
  find({ base, revision }, versions) {
    const before = parametersOf(versions.base, base);
    return [...parametersOf(versions.revision, revision)].flatMap(([key, parameter]) =>
      memberFindings(before.get(key) ?? parameter, parameter, {
        "x-permission-action": (_before, after) => (after === undefined ? "minor" : "major"),
      }),
    );
  },
};

interface Parameter extends Holder {
  /** Where the operation lists it. */
  readonly listed: readonly string[];
}

function parametersOf(document: JsonObject, { tokens, path }: ListedOperation): Map<string, Parameter> {
  return new Map(
    [tokens.slice(0, 2), tokens].flatMap((owner) =>
      [...listOf(valueAt(document, [...owner, "parameters"])).keys()].map((index): [string, Parameter] => {
        const listed = [...owner, "parameters", String(index)];
        const holder = holderAt(document, listed);
        return [parameterKey(path, holder.node), { ...holder, listed }];
      }),
    ),
  );
}

/** What another value of a member demands: of a parameter, a body or a header. */
type Members = Readonly<Record<string, (before: unknown, after: unknown) => Bump>>;

const PARAMETER_MEMBERS: Members = {
  required: rateRequired,
  content: () => "major",
  style: () => "major",
  explode: () => "major",
  allowReserved: () => "major",
  allowEmptyValue: () => "major",
  deprecated: () => "minor",
};

const HEADER_MEMBERS: Members = {
  ...PARAMETER_MEMBERS,
  required: (_before, after) => (after === true ? "minor" : "major"),
};

/** The value of a member, or what its absence means; whether a value has media types, of `content`. */
function memberOf(node: JsonObject, name: string): unknown {
  if (name === "content") return name in node;
  if (name === "style") return node.style ?? (node.in === "query" || node.in === "cookie" ? "form" : "simple");
  if (name === "explode") return node.explode ?? memberOf(node, "style") === "form";
  return node[name] ?? false;
}

function rateRequired(_before: unknown, after: unknown): Bump {
  return after === true ? "major" : "minor";
}

function memberFindings(
  before: Pick<Holder, "node">,
  after: Holder,
  members: Members,
  owner = String(after.node.name),
): Finding[] {
  return Object.entries(members).flatMap(([name, rate]) => {
    if (sameJson(memberOf(before.node, name), memberOf(after.node, name))) return [];
    const [old, young] = [before.node[name], after.node[name]];
    return [
      {
        place: pointerOf([...after.tokens, name]),
        bump: rate(old, young),
        message: describeValues(name, owner, old, young),
      },
    ];
  });
}

const bodyChanged: OperationRule = {
  name: "body-changed",
  reason: "a call without a body that is required is refused, and so is one with a body that is not taken any more",
  find({ base, revision }, versions) {
    const [before, after] = [base.value.requestBody, revision.value.requestBody];
    const place = at(revision, "requestBody");
    const whole = (bump: Bump, verb: string): Finding[] => [
      { place, bump, message: `The body of ${revision.title} was ${verb}.` },
    ];
    const [earlier, body] = bodies({ base, revision }, versions);
    if (before === undefined && after === undefined) return [];
    if (before === undefined) return whole(body.node.required === true ? "major" : "minor", "added");
    if (after === undefined) return whole("major", "removed");
    return memberFindings(earlier, body, { required: rateRequired }, `the body of ${revision.title}`);
  },
};

/** The body of an operation in both versions, empty where it has none. */
function bodies({ base, revision }: OperationPair, versions: Versions): readonly [Holder, Holder] {
  return [
    holderAt(versions.base, [...base.tokens, "requestBody"]),
    holderAt(versions.revision, [...revision.tokens, "requestBody"]),
  ];
}

function holderAt(document: JsonObject, part: readonly string[]): Holder {
  const { node, tokens } = followed(document, part);
  return { node: objectOf(node), tokens };
}

const bodyLimit: OperationRule = {
  name: "body-limit",
  reason: "a body that the release accepted is refused with 413 when the limit is lower",
  find({ base, revision }, versions) {
    if (base.value.requestBody === undefined || revision.value.requestBody === undefined) return [];
    const [earlier, body] = bodies({ base, revision }, versions);
    const limit = ({ node }: Holder): number => Number(node["x-max-body-bytes"] ?? Infinity);
    const [before, after] = [limit(earlier), limit(body)];
    if (before === after) return [];
    const message = `The largest body of ${revision.title} changed from ${before} to ${after} bytes.`;
    return [
      { place: pointerOf([...body.tokens, "x-max-body-bytes"]), bump: after < before ? "major" : "minor", message },
    ];
  },
};

const mediaTypes: OperationRule = {
  name: "media-types",
  reason: "callers send and read the media types of the release",
  find: (pair, versions) =>
    partsOf(pair, versions)
      .filter(({ kind }) => kind !== "media type")
      .flatMap(({ before, after }) => entryFindings(before, after, "content", "Media type")),
};

/** What came and went of named members. The first ones come with their map, and the last ones go with it. */
function entryFindings(
  before: Holder,
  after: Holder,
  keyword: string,
  noun: string,
  nameOf: (name: string) => string = (name) => name,
): Finding[] {
  const names = ({ node }: Holder): string[] => Object.keys(objectOf(node[keyword]));
  const missingIn = (holder: Holder, from: Holder): string[] => {
    const known = new Set(names(holder).map(nameOf));
    return names(from).filter((name) => !known.has(nameOf(name)));
  };
  // A range such as `*/*` had the name already, and may have said something else of it.
  const isRange = names(before).some((name) => name.includes("*"));
  const isWhole = before.node[keyword] === undefined || after.node[keyword] === undefined;
  const entry = (name: string, bump: Bump, verb: string): Finding => ({
    place: pointerOf([...after.tokens, keyword, ...(isWhole ? [] : [name])]),
    bump,
    message: `${noun} \`${name}\` was ${verb}.`,
  });
  return [
    ...missingIn(after, before).map((name) => entry(name, "major", "removed")),
    ...missingIn(before, after).map((name) => entry(name, isRange ? "major" : "minor", "added")),
  ];
}

/**
 * A client knows the statuses of its release: it takes another 2xx for a failure, and its programs read the `data` of
 * the statuses that they know. 304 comes only to callers that send a condition, which no client of a release without 304
 * does, unless the operation took `If-None-Match` before.
 */
const successAdded: OperationRule = {
  name: "success-added",
  reason: "clients of the release take a success with a status that they do not know for a failure",
  find: ({ base, revision }) =>
    newStatuses({ base, revision })
      .filter((status) => isMet(base, status))
      .map((status) => ({
        place: at(revision, "responses", status),
        bump: "major",
        message: `${revision.title} can answer ${status} now.`,
      })),
};

const statusesChanged: OperationRule = {
  name: "statuses-changed",
  reason: "programs name the statuses of the release; another failure is one that they do not handle apart",
  find: ({ base, revision }) => {
    const response = (status: string, bump: Bump, verb: string): Finding => ({
      place: at(revision, "responses", status),
      bump,
      message: `Response \`${status}\` was ${verb}.`,
    });
    const added = newStatuses({ base, revision }).filter((status) => !isMet(base, status));
    const removed = newStatuses({ base: revision, revision: base });
    // A range or the default was for the status already, and may have said something else of it.
    const isCovered = (status: string): boolean =>
      [`${status.charAt(0)}XX`, "default"].some((range) => range in objectOf(base.value.responses));
    return [
      ...added.map((status) => response(status, isCovered(status) ? "major" : "minor", "added")),
      ...removed.map((status) => response(status, "major", "removed")),
    ];
  },
};

/** Whether callers of the release meet a status that is new: every success, and 304 when they send a condition. */
function isMet({ parameters }: ListedOperation, status: string): boolean {
  const takesCondition = parameters.some(
    (each) => each.in === "header" && String(each.name).toLowerCase() === "if-none-match",
  );
  return status.startsWith("2") || (status === "304" && takesCondition);
}

function newStatuses({ base, revision }: OperationPair): string[] {
  const known = objectOf(base.value.responses);
  return Object.keys(objectOf(revision.value.responses)).filter((status) => !(status in known));
}

/** The responses with a status that both versions have. */
function responses(pair: OperationPair, versions: Versions): [before: Holder, after: Holder, status: string][] {
  const { base, revision } = pair;
  const added = new Set(newStatuses(pair));
  return Object.keys(objectOf(revision.value.responses))
    .filter((status) => !added.has(status))
    .map((status) => [
      holderAt(versions.base, [...base.tokens, "responses", status]),
      holderAt(versions.revision, [...revision.tokens, "responses", status]),
      status,
    ]);
}

const headersChanged: OperationRule = {
  name: "headers-changed",
  reason: "programs read the headers of the release by their names",
  find: (pair, versions) =>
    responses(pair, versions).flatMap(([before, after]) =>
      entryFindings(before, after, "headers", "Response header", (name) => name.toLowerCase()),
    ),
};

const headerMembers: OperationRule = {
  name: "header-members",
  reason: "programs rely on a header that every response has, and parse it as the release writes it",
  find: (pair, versions) =>
    partsOf(pair, versions)
      .filter(({ kind }) => kind === "header")
      .flatMap(({ before, after }) => memberFindings(before, after, HEADER_MEMBERS, ownerOf(after.tokens))),
};

const linksChanged: OperationRule = {
  name: "links-changed",
  reason: "programs follow the links of the release by their names",
  find: (pair, versions) =>
    responses(pair, versions).flatMap(([before, after]) => {
      const links = ({ node, tokens }: Holder): Holder => ({
        node: objectOf(node.links),
        tokens: [...tokens, "links"],
      });
      const [old, young] = [links(before), links(after)];
      const isKnown = (name: string): boolean => !(name in old.node && name in young.node);
      return [...entryFindings(before, after, "links", "Link"), ...unknownMembers(versions, old, young, isKnown)];
    }),
};

/** What both versions of an operation have, and what is known of its members. */
interface Part {
  readonly kind: keyof typeof RATED;
  readonly before: Holder;
  readonly after: Holder;
}

/** The members that rules rate, by the object that has them. */
const RATED = {
  operation: ["operationId", "parameters", "requestBody", "responses", "deprecated", "security", "x-permission"],
  parameter: [...Object.keys(PARAMETER_MEMBERS), "name", "in", "schema", "x-permission-action"],
  body: ["required", "content", "x-max-body-bytes"],
  response: ["headers", "content", "links", "x-problem-codes"],
  header: [...Object.keys(HEADER_MEMBERS), "schema"],
  "media type": ["schema"],
} as const satisfies Record<string, readonly string[]>;

/** An operation, its parameters, body, responses and headers, and the media types of these. */
function partsOf(pair: OperationPair, versions: Versions): Part[] {
  const { base, revision } = pair;
  const part = (kind: Part["kind"], before: Holder, after: Holder): Part => ({ kind, before, after });
  const parameters = parametersOf(versions.base, base);
  const hasBody = [base, revision].every(({ value }) => value.requestBody !== undefined);
  const holders = [
    ...[...parametersOf(versions.revision, revision)].flatMap(([key, after]) => {
      const before = parameters.get(key);
      return before === undefined ? [] : [part("parameter", before, after)];
    }),
    ...(hasBody ? [part("body", ...bodies(pair, versions))] : []),
    ...responses(pair, versions).flatMap(([before, after]) => [
      part("response", before, after),
      ...commonEntries(before, after, "headers", versions).map((entry) => part("header", ...entry)),
    ]),
  ];
  const mediaParts = holders.flatMap(({ before, after }) =>
    commonEntries(before, after, "content", versions).map((entry) => part("media type", ...entry)),
  );
  const operation = ({ value, tokens }: ListedOperation): Holder => ({ node: value, tokens });
  return [part("operation", operation(base), operation(revision)), ...holders, ...mediaParts];
}

/** The named members that both have; names of headers match in any case. */
function commonEntries(before: Holder, after: Holder, keyword: string, versions: Versions): [Holder, Holder][] {
  const names = Object.keys(objectOf(before.node[keyword]));
  return Object.keys(objectOf(after.node[keyword])).flatMap((name): [Holder, Holder][] => {
    const earlier = names.find((known) => known === name || known.toLowerCase() === name.toLowerCase());
    if (earlier === undefined) return [];
    return [
      [
        holderAt(versions.base, [...before.tokens, keyword, earlier]),
        holderAt(versions.revision, [...after.tokens, keyword, name]),
      ],
    ];
  });
}

const problemCodesOfStatus: OperationRule = {
  ...problemCodesGrow,
  find: (pair, versions) =>
    responses(pair, versions).flatMap(([before, after, status]) => {
      const [old, young] = [before.node["x-problem-codes"], after.node["x-problem-codes"]];
      if (sameJson(old, young)) return [];
      const message = `The problem codes of ${status} of ${pair.revision.title} changed.`;
      return [{ place: pointerOf([...after.tokens, "x-problem-codes"]), bump: "minor", message }];
    }),
};

const unknownOfOperation: OperationRule = {
  ...unknownKeyword,
  find: (pair, versions) =>
    partsOf(pair, versions).flatMap(({ kind, before, after }) => {
      const rated: readonly string[] = RATED[kind];
      return unknownMembers(versions, before, after, (name) => rated.includes(name));
    }),
};

export const MESSAGE_RULES: readonly OperationRule[] = [
  parametersChanged,
  parameterPermissions,
  bodyChanged,
  bodyLimit,
  mediaTypes,
  successAdded,
  statusesChanged,
  headersChanged,
  headerMembers,
  linksChanged,
  problemCodesOfStatus,
  unknownOfOperation,
];

function at({ tokens }: ListedOperation, ...more: readonly string[]): string {
  return pointerOf([...tokens, ...more]);
}
