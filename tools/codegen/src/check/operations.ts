import { type OpenApiDocument, resolve, type Schema, verbs } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import type { OperationModel } from "../operations.ts";
import type { ResponseModel } from "../responses.ts";
import { groupBy } from "../text.ts";
import { refuseNames } from "./names.ts";
import { refuseParameters } from "./parameters.ts";

/**
 * Refuses what OpenAPI allows and what the generated code, the client or the server would ignore or do otherwise.
 * @throws Error naming the operation or the schema
 */
export function checkOperations(document: OpenApiDocument, operations: readonly OperationModel[]): void {
  refuseNames(document, operations);
  refuseKeywords(document);
  refuseSamePaths(operations);
  for (const operation of operations) {
    naming(operation.id, () => {
      refuseParameters(document, operation.path, operation.parameters);
      refuseBody(document, operation);
      refusePages(operation);
      for (const response of operation.responses) refuseResponse(document, response);
    });
  }
}

/** Keywords by which a call would go elsewhere, or come back. */
const unsupported = ["servers", "callbacks"];

function refuseKeywords(document: OpenApiDocument): void {
  if ("webhooks" in document) throw new Error("webhooks in spec/openapi.yaml are not supported. Remove them.");
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [subject, node] of [
      [path, item] as const,
      ...verbs.map((verb) => [item[verb]?.operationId, item[verb]] as const),
    ]) {
      const found = unsupported.find((keyword) => keyword in Object(node));
      if (found !== undefined) throw new Error(`${subject} has ${found}, which is not supported. Remove it.`);
    }
  }
}

/** A request cannot tell two templates apart that differ in the names of their parameters alone. */
function refuseSamePaths(operations: readonly OperationModel[]): void {
  for (const [, same] of groupBy(operations, ({ path }) => path.replaceAll(/\{[^}]*\}/g, "{}"))) {
    const [first] = same;
    const other = same.find(({ path }) => path !== first?.path);
    if (first === undefined || other === undefined) continue;
    throw new Error(
      `${other.id}: ${other.path} and ${first.path} (${first.id}) are one path. Name the parameters alike.`,
    );
  }
}

/** RFC 9110 gives the body of a GET or DELETE no meaning, and browsers and proxies drop it. */
function refuseBody(document: OpenApiDocument, { verb, body }: OperationModel): void {
  if (body === null) return;
  if (verb === "get" || verb === "delete")
    throw new Error(`a ${verb.toUpperCase()} cannot have a request body. Use the query, or POST.`);
  const [media] = Object.values(body.content);
  if (media === undefined) throw new Error("the request body has no content. Give it application/json.");
  if (!isContainer(document, media.schema))
    throw new Error("the request body must be an object or a list, and not null. Give it an object with a member.");
}

/** A walk asks for the next page by this parameter. */
function refusePages({ paged, cursor, parameters }: OperationModel): void {
  if (!paged || cursor || parameters.some((each) => each.in === "query" && each.name === "page")) return;
  throw new Error("it answers with pages, so it must take the query parameter page. Add it, or remove pagination.");
}

function refuseResponse(document: OpenApiDocument, { status, data, headers, codes }: ResponseModel): void {
  const known = document.components.schemas["ProblemCode"]?.enum ?? codes;
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined)
    throw new Error(
      `the ${status} response has the code ${unknown}, which the enum of ProblemCode does not list. Add it.`,
    );
  if (data !== null && !isContainer(document, data))
    throw new Error(
      `\`data\` of the ${status} response must be an object or a list, and not null. Give it an object with a member.`,
    );
  const twice = headers.find(({ name }, index) => headers.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined)
    throw new Error(`the ${status} response has the header ${twice.name} twice, in other letter case. Remove one.`);
}

/**
 * Whether all values of a schema are objects or lists. Bodies are: so that they can get members later, and because the
 * client takes any other body, and `data` of any other kind, for a mistake.
 */
function isContainer(document: OpenApiDocument, schema: Schema): boolean {
  const { type, allOf = [], anyOf, oneOf } = resolve(document, schema);
  const types = [type ?? []].flat();
  if (types.length > 0) return types.every((each) => each === "object" || each === "array");
  if (allOf.some((each) => isContainer(document, each))) return true;
  return [anyOf, oneOf].some((branches) => branches?.every((each) => isContainer(document, each)));
}
