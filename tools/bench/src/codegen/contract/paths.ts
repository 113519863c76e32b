import type { GroupNames } from "./nouns.ts";
import type { Node, Value } from "./yaml-text.ts";

/** A permission resource of the catalogue that has all the actions of a synthetic group. */
export type PermissionResource = string;

/** One operation and where it stands. */
export interface SyntheticOperation {
  readonly path: string;
  /** Its path item in the file of the group. */
  readonly item: string;
  readonly verb: "get" | "post" | "patch" | "delete";
  readonly operation: Node;
}

const SHARED = "../../shared/";
const shared = (file: string, name: string): Node => ({ $ref: `${SHARED}${file}.yaml#/${name}` });
const synthetic = (name: string): Node => ({ $ref: `../synthetic/shared.yaml#/Synthetic${name}` });
const PAGING = ["Page", "PerPage", "Limit"].map((name) => shared("parameters", name));

/** The operations of a group, the most usual first: a group that is cut short is one that is being built. */
export function groupOperations(names: GroupNames, resource: PermissionResource): SyntheticOperation[] {
  const { path, schema, one, words } = names;
  const write = writer(names, resource);
  const root = `/${path}`;
  const record = `${root}/{${one}_id}`;
  const idParameter: Node = {
    name: `${one}_id`,
    in: "path",
    required: true,
    description: `The ${words.one}.`,
    schema: { $ref: `${SHARED}scalars.yaml#/Id` },
    example: 1,
  };
  const missing: Node = { "404": { ...shared("responses", "NotFound"), "x-detail": `There is no such ${words.one}.` } };
  const stale: Node = { "412": synthetic("PreconditionFailed") };
  const ifMatch = synthetic("IfMatch");
  const versioned: Node = { headers: { ETag: synthetic("ETag") } };
  const unchanged: Node = { "304": synthetic("NotModified") };
  return [
    write("listing", `${root}/listing`, "get", "Listing", "view", {
      text: [`List ${words.many}`, `Returns the ${words.many} in the caller's scope, ordered by id.`],
      parameters: [...PAGING, shared("parameters", "ClientId"), statusParameter(names), UPDATED_AFTER],
      success: ["200", `One page of ${words.many}.`, `${schema}Page`],
    }),
    write("record", record, "get", "Get", "view", {
      text: [`Read one ${words.one}`, `Returns the ${words.one} with all of its properties.`],
      parameters: [idParameter, synthetic("IfNoneMatch")],
      success: ["200", `The ${words.one}.`, `${schema}Envelope`, versioned],
      others: { ...unchanged, ...missing },
    }),
    write("root", root, "post", "Create", "create", {
      text: [`Create one ${words.one}`, `Creates the ${words.one} and returns it as it was stored.`],
      parameters: [synthetic("IdempotencyKey")],
      body: [`The new ${words.one}.`, `${schema}Create`],
      success: [
        "201",
        `The new ${words.one}.`,
        `${schema}Envelope`,
        { headers: { ETag: synthetic("ETag"), Location: synthetic("Location") } },
      ],
      others: {
        "409": {
          ...shared("responses", "Duplicate"),
          "x-detail": "Another record of the client has this external_id.",
        },
      },
    }),
    write("record", record, "patch", "Update", "edit", {
      text: [`Change one ${words.one}`, `Changes the properties that are sent, and returns the ${words.one}.`],
      parameters: [idParameter, ifMatch],
      body: [`What to change of the ${words.one}.`, `${schema}Update`],
      success: ["200", `The ${words.one} as it is now.`, `${schema}Envelope`, versioned],
      others: { ...missing, ...stale },
    }),
    write("record", record, "delete", "Delete", "delete", {
      text: [`Delete one ${words.one}`, `Marks the ${words.one} as deleted, and returns it.`],
      parameters: [idParameter, ifMatch],
      success: ["200", `The ${words.one} that was deleted.`, `${schema}Envelope`],
      others: { ...missing, ...stale },
    }),
    write("find", `${root}/find`, "get", "Find", "view", {
      text: [`Find ${words.many}`, `Returns the ${words.many} whose name or external id begins with a text.`],
      parameters: [...PAGING, Q],
      success: ["200", `One page of ${words.many} that fit.`, `${schema}SummaryPage`],
    }),
    write("transfer", `${root}/transfer`, "post", "Transfer", "edit", {
      text: [`Hand ${words.many} over`, `Gives the ${words.many} to another client: all of them, or none.`],
      parameters: [synthetic("IdempotencyKey")],
      body: [`The ${words.many} and who gets them.`, `${schema}Transfer`],
      success: ["200", "What became of each of them.", `${schema}TransferEnvelope`],
      others: missing,
    }),
  ];
}

/** What differs between the operations of a group. */
interface Parts {
  readonly text: readonly [summary: string, description: string];
  readonly parameters: readonly Node[];
  readonly body?: readonly [description: string, schema: string];
  readonly success: readonly [status: string, description: string, schema: string, more?: Node];
  /** Further responses, by status. */
  readonly others?: Node;
}

type Writer = (
  item: string,
  path: string,
  verb: SyntheticOperation["verb"],
  method: string,
  action: string,
  parts: Parts,
) => SyntheticOperation;

function writer({ id, tag }: GroupNames, resource: PermissionResource): Writer {
  return (
    item,
    path,
    verb,
    method,
    action,
    { text: [summary, description], parameters, body, success, others = {} },
  ) => {
    const [status, about, schema, more = {}] = success;
    const operation: Node = {
      operationId: id + method,
      "x-provenance": "designed",
      tags: [tag],
      summary,
      description,
      "x-permission": { resource, action },
      parameters,
      ...(body && { requestBody: { description: body[0], required: true, content: json(body[1]) } }),
      responses: { [status]: { description: about, ...more, content: json(schema) }, ...others },
    };
    return { path, item, verb, operation };
  };
}

function json(schema: string): Node {
  return { "application/json": { schema: { $ref: `schemas.yaml#/${schema}` } } };
}

/** A filter by a closed list, several values of which are separated by commas. */
function statusParameter({ schema, words }: GroupNames): Node {
  return {
    name: "status",
    in: "query",
    description: `Only ${words.many} in one of these states; several are separated by commas.`,
    style: "form",
    explode: false,
    schema: { type: "array", minItems: 1, maxItems: 5, items: { $ref: `schemas.yaml#/${schema}Status` } },
    example: ["active"],
  };
}

const UPDATED_AFTER = query(
  "updated_after",
  "Only what changed after this instant.",
  "Instant",
  "2026-01-15T08:30:00.000Z",
);
const Q = query("q", "What the name or the external id begins with.", "ShortText", "demo", { required: true });

function query(name: string, description: string, type: string, example: Value, more: Node = {}): Node {
  return { name, in: "query", description, ...more, schema: { $ref: `${SHARED}scalars.yaml#/${type}` }, example };
}
