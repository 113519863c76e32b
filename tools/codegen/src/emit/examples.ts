import { banner } from "../banner.ts";
import type { OpenApiDocument, Operation, Response } from "@fleet-api-tools/openapi-document";
import { examplesOf, operationsOf, refTarget, resolve } from "@fleet-api-tools/openapi-document";
import { isObject } from "../check/place.ts";
import { naming } from "../errors.ts";
import type { OperationModel } from "../operations.ts";
import { key, literal } from "../text.ts";
import { givenHeaders } from "./handlers.ts";

/** The examples of the contract as data: what a server that only pretends answers with. */
export function emitExamples(document: OpenApiDocument, operations: readonly OperationModel[]): string {
  const successes = operations.map((operation) => naming(operation.id, () => successRow(document, operation)));
  const problems = [...problemExamples(document)].map(([code, example]) => `  ${key(code)}: ${literal(example)},\n`);
  return `${banner()}
import type { ProblemExample, SuccessExample } from "../handler.ts";
import type { OperationId } from "../generated/index.ts";
import type { ProblemCode } from "../generated/shared.ts";

export type { ProblemExample, SuccessExample };

/** The example of a success of every operation. They are shared: copy one before you change it. */
export const examples: { readonly [Id in OperationId]: SuccessExample<Id> } = {
${successes.join("")}};

/** What the examples of a problem code have beside the members of every problem. */
export const problemExamples: { readonly [Code in ProblemCode]?: ProblemExample } = {
${problems.join("")}};
`;
}

function successRow(document: OpenApiDocument, operation: OperationModel): string {
  const success = operation.responses.find(({ data, stream }) => data !== null || stream);
  if (success === undefined) throw new Error("it has no success with data. Add one.");
  const { status } = success;
  const response = responseOf(document, operation, status);
  const body = examplesOf(document, Object.values(response.content ?? {})[0] ?? {})[0];
  const data = success.stream ? body : Object(body)["data"];
  if (data === undefined)
    throw new Error(`the ${status} response has no example. Give each property of its schema one, or the response.`);
  const names = new Set(givenHeaders(success).map(({ name }) => name));
  const headers = Object.entries(response.headers ?? {}).flatMap(([name, written]) => {
    const [example] = examplesOf(document, resolve(document, written));
    return names.has(name.toLowerCase()) && example !== undefined ? [[name.toLowerCase(), String(example)]] : [];
  });
  const row = {
    status,
    data,
    headers: Object.fromEntries(headers),
    idParameter: idParameter(operation, success.data?.$ref),
  };
  return `  ${operation.id}: ${literal(row)},\n`;
}

/** `unit_group_id` is the id of a `UnitGroup`, and of no other record. */
function idParameter({ parameters }: OperationModel, ref: string | undefined): string | null {
  if (ref === undefined) return null;
  const name = `${refTarget(ref)
    .name.replaceAll(/(?<=.)(?=[A-Z])/g, "_")
    .toLowerCase()}_id`;
  return parameters.some((parameter) => parameter.in === "path" && parameter.name === name) ? name : null;
}

/** What follows from the code and the request, and the texts that only fit the operation of the example. */
const derived = new Set(["type", "title", "status", "detail", "instance", "code", "request_id", "timestamp"]);

/** By code, the example with the most members: some operations tell less than others. */
function problemExamples(document: OpenApiDocument): Map<string, object> {
  const found = new Map<string, [string, unknown][]>();
  const responses = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses));
  for (const response of responses) {
    const [media = {}] = Object.values(resolve(document, response).content ?? {});
    for (const value of examplesOf(document, media)) {
      if (!isObject(value) || typeof value["code"] !== "string") continue;
      const members = Object.entries(value).filter(([name]) => !derived.has(name));
      if (members.length > (found.get(value["code"])?.length ?? 0)) found.set(value["code"], members);
    }
  }
  return new Map([...found].map(([code, members]) => [code, Object.fromEntries(members)]));
}

function responseOf(document: OpenApiDocument, { path, verb }: OperationModel, status: number): Response {
  const operation: Operation | undefined = document.paths[path]?.[verb];
  return resolve(document, operation?.responses[status] ?? {});
}
