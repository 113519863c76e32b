import { camelCase } from "@fleet-api/redocly-plugin/names";
import {
  type Authentication,
  authenticationOf,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  operationsOf,
  parametersOf,
  type PermissionMark,
  type RequestBody,
  resolve,
  type Schema,
  ticketOf,
  type Verb,
} from "@fleet-api-tools/openapi-document";
import { naming } from "./errors.ts";
import { type FieldAction, fieldActions } from "./field-actions.ts";
import {
  cursorListOf,
  eventsOf,
  headerNames,
  isPaged,
  readResponses,
  refuseMediaTypes,
  type ResponseModel,
} from "./responses.ts";
import { type ParameterModel, readParameter } from "./parameters.ts";

/** An operation of the contract with its references followed, as all emitters read it. */
export interface OperationModel {
  id: string;
  /** Group of the facade, from the first segment of the path: `vehicleGroups` of `/vehicle-groups/...`. */
  group: string;
  /** Method of the group, the rest of the id: `listing` of `unitsListing`. */
  method: string;
  verb: Verb;
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  parameters: ParameterModel[];
  body: RequestBody | null;
  /** In the order of their statuses. */
  responses: ResponseModel[];
  /** Whether 304 answers its `If-None-Match`. */
  conditional: boolean;
  paged: boolean;
  /** The member of `data` that has the items of a list by cursor; null for any other operation. */
  cursorList: string | null;
  /** One event of the stream that it responds with; null for any other operation. */
  events: Schema | null;
  /** The query parameter that it takes a ticket in, instead of an access token; null without one. */
  ticket: string | null;
  /** Whether it takes an Idempotency-Key. */
  keyed: boolean;
  /** Whether the contract says that a second request changes nothing more, where the method does not say it. */
  idempotent: boolean;
  auth: Authentication;
  permission: PermissionMark | "self" | null;
  fieldActions: FieldAction[];
}

/** The client makes this header by itself, and a call option replaces it. */
export function isMadeByClient({ in: place, name }: ParameterModel): boolean {
  return place === "header" && name.toLowerCase() === "idempotency-key";
}

/** Reads all operations, in the order of the document. */
export function readOperations(document: OpenApiDocument): OperationModel[] {
  const common = commonHeaders(document);
  return operationsOf(document).map((entry) =>
    naming(entry.operation.operationId, () => readOperation(document, entry, common)),
  );
}

/** Names of the headers that every response of the contract has, in lower case: no operation lists them. */
export function commonHeaders(document: OpenApiDocument): string[] {
  const [first = [], ...others] = operationsOf(document).flatMap(({ operation }) =>
    naming(operation.operationId, () =>
      Object.values(operation.responses).map((response) => headerNames(resolve(document, response))),
    ),
  );
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function readOperation(
  document: OpenApiDocument,
  { path, verb, operation }: OperationEntry,
  common: readonly string[],
): OperationModel {
  const responses = readResponses(document, operation.operationId, operation.responses, common);
  const parameters = parametersOf(document, document.paths[path] ?? {}, operation).map((each) =>
    readParameter(document, each),
  );
  const takes = (place: string, name: string): boolean =>
    parameters.some((parameter) => parameter.in === place && parameter.name.toLowerCase() === name);
  const body = readBody(document, operation);
  const permission = operation["x-permission"] ?? null;
  return {
    ...readName(operation.operationId, path),
    verb,
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated === true,
    parameters,
    body,
    responses,
    conditional: isConditional(responses, parameters),
    paged: isPaged(responses),
    cursorList: takes("query", "cursor") ? cursorListOf(document, responses) : null,
    events: eventsOf(responses),
    ticket: ticketOf(document, operation),
    keyed: takes("header", "idempotency-key"),
    idempotent: operation["x-idempotent"] === true,
    auth: authenticationOf(document, operation),
    permission,
    fieldActions: fieldActions(document, { parameters, body, permission }),
  };
}

function readName(id: string, path: string): { id: string; group: string; method: string } {
  const segment = path.split("/")[1] ?? "";
  const group = camelCase(segment);
  if (group === "")
    throw new Error(`operationId ${id} of ${path}: the path needs a resource group as its first segment. Add one.`);
  const rest = id.slice(group.length);
  if (!id.startsWith(group) || !/^[A-Z]/.test(rest)) {
    throw new Error(`operationId ${id} of ${path} must be ${group} and a method name, for example ${group}Listing.`);
  }
  return { id, group, method: rest.charAt(0).toLowerCase() + rest.slice(1) };
}

function readBody(document: OpenApiDocument, { operationId, requestBody }: Operation): RequestBody | null {
  if (requestBody === undefined) return null;
  const body = resolve(document, requestBody);
  refuseMediaTypes(`The request body of ${operationId}`, "request", body.content);
  return body;
}

/** Callers get 304 as a result only where they send the condition, which is a member of the input. */
function isConditional(responses: readonly ResponseModel[], parameters: readonly ParameterModel[]): boolean {
  if (!responses.some(({ status }) => status === 304)) return false;
  const header = parameters.find(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "if-none-match",
  )?.name;
  if (header === "If-None-Match") return true;
  // The types of calls without a condition have the name in this spelling.
  const remedy = header === undefined ? "Add the parameter" : `Write ${header} like this`;
  throw new Error(`it answers 304, so it must take the header If-None-Match. ${remedy}.`);
}
