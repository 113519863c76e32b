import type {
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Provenance,
  RequestBody,
  Response,
} from "./document.ts";
import { resolve, verbs } from "./document.ts";
import { documentedSchema, documentedSchemas } from "./documented-schema.ts";
import { keepReachable } from "./reachable.ts";

/**
 * The documented part of a bundled contract: what the source description states and nothing that this project designed.
 *
 * A pure function over the bundle and not a decorator of the bundler: whether a place stays depends on marks that are
 * inherited from its parents and found behind references, and a function shows that in one place and is tested
 * without files or a child process.
 *
 * - What is `designed` goes: operations, parameters, properties, error responses. Marks inherit until overridden.
 * - A documented operation with a designed success keeps the response, without its body.
 * - A documented place that refers to a designed schema keeps its JSON type alone.
 * - Bounds, defaults, examples, permissions and problem codes go: the source description gives none.
 *   Descriptions stay whole, so they may also tell how the reference service behaves.
 */
export function documentedOnly(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    const kept = documentedPath(document, item);
    return verbs.some((verb) => kept[verb] !== undefined) ? [[path, kept]] : [];
  });
  return keepReachable({
    ...document,
    info: { ...document.info, description },
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: documentedSchemas(document), ...documentedComponents(document) },
  });
}

const description =
  "The part of the contract that the source description of the service states. Everything else was left out: it was designed by this project.\n";

function isDesigned(mark: Provenance | undefined, inherited: Provenance): boolean {
  return (mark ?? inherited) === "designed";
}

function documentedPath(document: OpenApiDocument, item: PathItem): PathItem {
  const result: PathItem = { ...item };
  if (item.parameters !== undefined) result.parameters = documentedParameters(document, item.parameters);
  for (const verb of verbs) {
    const operation = item[verb];
    if (operation === undefined) continue;
    if (isDesigned(operation["x-provenance"], "documented")) delete result[verb];
    else result[verb] = documentedOperation(document, operation);
  }
  return result;
}

function documentedOperation(document: OpenApiDocument, operation: Operation): Operation {
  const { "x-provenance": _mark, "x-permission": _permission, parameters, requestBody, responses, ...rest } = operation;
  const kept = documentedParameters(document, parameters ?? []);
  const body =
    requestBody === undefined ? null : documentedBody(document, resolve(document, "requestBodies", requestBody));
  return {
    ...rest,
    ...(kept.length === 0 ? {} : { parameters: kept }),
    ...(body === null ? {} : { requestBody: body }),
    responses: Object.fromEntries(
      Object.entries(responses).flatMap(([status, response]): [string, Response][] => {
        const full = resolve(document, "responses", response);
        const designedError = !status.startsWith("2") && isDesigned(full["x-provenance"], "documented");
        return designedError ? [] : [[status, documentedResponse(document, full)]];
      }),
    ),
  };
}

function documentedParameters(document: OpenApiDocument, parameters: Parameter[]): Parameter[] {
  return parameters
    .filter((parameter) => !isDesigned(resolve(document, "parameters", parameter)["x-provenance"], "documented"))
    .map((parameter) => (parameter.$ref === undefined ? documentedParameter(document, parameter) : parameter));
}

function documentedParameter(document: OpenApiDocument, parameter: Parameter): Parameter {
  const { "x-provenance": _mark, example: _example, ...rest } = parameter;
  return { ...rest, schema: documentedSchema(document, parameter.schema) };
}

function documentedBody(document: OpenApiDocument, body: RequestBody): RequestBody | null {
  const { "x-provenance": mark, content, ...rest } = body;
  return isDesigned(mark, "documented") ? null : { ...rest, content: documentedContent(document, content) };
}

function documentedContent(document: OpenApiDocument, content: Record<string, MediaType>): Record<string, MediaType> {
  const entries = Object.entries(content).map(([type, media]) => [
    type,
    { schema: documentedSchema(document, media.schema) },
  ]);
  return Object.fromEntries(entries);
}

function documentedResponse(document: OpenApiDocument, response: Response): Response {
  const { "x-provenance": mark = "documented", "x-problem-codes": _codes, headers, content, ...rest } = response;
  const kept = Object.entries(headers ?? {}).filter(
    ([, header]) => !isDesigned(resolve(document, "headers", header)["x-provenance"], mark),
  );
  return {
    ...rest,
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...(mark === "designed" || content === undefined ? {} : { content: documentedContent(document, content) }),
  };
}

/** Shared parameters and headers, cleaned; those that nothing refers to any more are removed later. */
function documentedComponents({ components, ...document }: OpenApiDocument): Partial<OpenApiDocument["components"]> {
  const whole = { ...document, components };
  const parameters = Object.entries(components.parameters ?? {}).map(([name, parameter]) => [
    name,
    documentedParameter(whole, parameter),
  ]);
  const headers = Object.entries(components.headers ?? {}).map(([name, header]) => {
    const { "x-provenance": _mark, example: _example, schema, ...rest } = header;
    return [name, schema === undefined ? rest : { ...rest, schema: documentedSchema(whole, schema) }];
  });
  return { parameters: Object.fromEntries(parameters), headers: Object.fromEntries(headers) };
}
