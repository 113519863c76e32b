import {
  type Components,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Provenance,
  type RequestBody,
  resolve,
  type Response,
  type Schema,
  type Server,
  verbs,
} from "@fleet-api-tools/openapi-document";
import { documentedKeywords } from "./marks.ts";
import { type OpenEnum, openEnumOf } from "./open-enum.ts";
import { keepReachable } from "./reachable.ts";

/** The keywords of each kind of object that can be documented at all; `x-designed` and `x-documented` refine them. */
const documentedByRule = {
  info: new Set(["title", "version", "summary", "description"]),
  server: new Set(["url", "description", "variables"]),
  variable: new Set(["default", "description"]),
  tag: new Set(["name", "description"]),
  securityScheme: new Set(["type", "scheme", "description"]),
  operation: new Set(["operationId", "summary", "description", "security"]),
  parameter: new Set(["name", "in", "required", "description"]),
  header: new Set(["required", "description"]),
  requestBody: new Set(["required", "description"]),
  response: new Set(["description"]),
};

/**
 * The documented part of a bundled contract: what the source description states and nothing that this project designed.
 * Takes the bundle with its marks.
 *
 * A pure function over the bundle and not a decorator of the bundler: whether a place stays depends on marks that are
 * inherited from its parents and found behind references, and a function shows that in one place and is tested
 * without files or a child process.
 *
 * - What is `designed` goes: operations, parameters, properties, error responses, tags. Marks inherit until overridden.
 * - A documented operation with a designed success keeps the response with the envelope, whose `data` is left open.
 * - Of a designed schema in a documented place nothing is left but what `x-documented` says at that place.
 * - Only keywords that the source description uses are kept (`documentedByRule`); bounds, defaults, examples,
 *   permissions and the like go without a mark. `x-designed` and `x-documented` mark the exceptions.
 */
export function documentedOnly(document: OpenApiDocument): OpenApiDocument {
  const { openapi, info, servers, security, components } = document;
  const tags = (document.tags ?? []).filter((tag) => !isDesigned(tag["x-provenance"], "documented"));
  const known = new Set(tags.map((tag) => tag.name));
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    const kept = documentedPath(document, item, known);
    return verbs.some((verb) => kept[verb] !== undefined) ? [[path, kept]] : [];
  });
  return keepReachable({
    openapi,
    info: { title: info.title, version: info.version, ...documentedKeywords(info, documentedByRule.info) },
    ...(servers === undefined ? {} : { servers: servers.map(documentedServer) }),
    ...(security === undefined ? {} : { security }),
    ...(tags.length === 0
      ? {}
      : { tags: tags.map((tag) => ({ name: tag.name, ...documentedKeywords(tag, documentedByRule.tag) })) }),
    paths: Object.fromEntries(paths),
    components: { schemas: documentedSchemas(document), ...documentedComponents(document, components) },
  });
}

function isDesigned(mark: Provenance | undefined, inherited: Provenance): boolean {
  return (mark ?? inherited) === "designed";
}

function documentedServer(server: Server): Server {
  const { variables, ...documented } = documentedKeywords(server, documentedByRule.server);
  const entries = Object.entries(variables ?? {}).map(([name, variable]) => [
    name,
    documentedKeywords(variable, documentedByRule.variable),
  ]);
  return {
    url: server.url,
    ...documented,
    ...(entries.length === 0 ? {} : { variables: Object.fromEntries(entries) }),
  };
}

function documentedPath(document: OpenApiDocument, item: PathItem, tags: ReadonlySet<string>): PathItem {
  const result: PathItem = {};
  const shared = documentedParameters(document, item.parameters ?? []);
  if (shared.length > 0) result.parameters = shared;
  for (const verb of verbs) {
    const operation = item[verb];
    if (operation === undefined || isDesigned(operation["x-provenance"], "documented")) continue;
    result[verb] = documentedOperation(document, operation, tags);
  }
  return result;
}

function documentedOperation(
  document: OpenApiDocument,
  operation: Operation,
  knownTags: ReadonlySet<string>,
): Operation {
  const tags = (operation.tags ?? []).filter((tag) => knownTags.has(tag));
  const parameters = documentedParameters(document, operation.parameters ?? []);
  const { requestBody } = operation;
  const body = requestBody === undefined ? null : documentedBody(document, resolve(document, requestBody));
  const responses = documentedResponses(document, operation.responses);
  return {
    operationId: operation.operationId,
    ...(tags.length === 0 ? {} : { tags }),
    ...documentedKeywords(operation, documentedByRule.operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: Object.fromEntries(responses),
  };
}

/** A designed success stays only where no other one is documented: every operation has one. */
function documentedResponses(document: OpenApiDocument, responses: Record<string, Response>): [string, Response][] {
  const all = Object.entries(responses).map(([status, response]) => {
    const full = resolve(document, response);
    return { status, full, designed: isDesigned(full["x-provenance"], "documented") };
  });
  const isSuccess = (status: string): boolean => status.startsWith("2");
  const hasDocumented = all.some(({ status, designed }) => isSuccess(status) && !designed);
  const kept = all.filter(({ status, designed }) => !designed || (isSuccess(status) && !hasDocumented));
  return kept.map(({ status, full }) => [status, documentedResponse(document, full)]);
}

function documentedParameters(document: OpenApiDocument, parameters: Parameter[]): Parameter[] {
  return parameters
    .filter((parameter) => !isDesigned(resolve(document, parameter)["x-provenance"], "documented"))
    .map((parameter) => (parameter.$ref === undefined ? documentedParameter(document, parameter) : parameter));
}

function documentedParameter(document: OpenApiDocument, parameter: Parameter): Parameter {
  return {
    name: parameter.name,
    in: parameter.in,
    ...documentedKeywords(parameter, documentedByRule.parameter),
    schema: documentedSchema(document, parameter.schema),
  };
}

function documentedBody(document: OpenApiDocument, body: RequestBody): RequestBody | null {
  if (isDesigned(body["x-provenance"], "documented")) return null;
  return {
    ...documentedKeywords(body, documentedByRule.requestBody),
    content: documentedContent(document, body.content),
  };
}

function documentedContent(document: OpenApiDocument, content: Record<string, MediaType>): Record<string, MediaType> {
  const entries = Object.entries(content).map(([type, media]) => [
    type,
    { schema: documentedSchema(document, media.schema) },
  ]);
  return Object.fromEntries(entries);
}

function documentedResponse(document: OpenApiDocument, response: Response): Response {
  const mark = response["x-provenance"] ?? "documented";
  const headers = Object.entries(response.headers ?? {}).filter(
    ([, header]) => !isDesigned(resolve(document, header)["x-provenance"], mark),
  );
  const content = mark === "designed" ? documentedEnvelopes(document, response.content) : response.content;
  // OpenAPI demands a description, and the source description defines nothing but success.
  const described = mark === "designed" ? {} : documentedKeywords(response, documentedByRule.response);
  return {
    description: "Success.",
    ...described,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(content === undefined ? {} : { content: documentedContent(document, content) }),
  };
}

/** What is documented of a designed success: that it is an envelope. */
function documentedEnvelopes(
  document: OpenApiDocument,
  content: Response["content"] = {},
): Record<string, MediaType> | undefined {
  const envelopes = Object.entries(content).flatMap(([type, media]): [string, MediaType][] => {
    const schema: Schema = resolve(document, media.schema);
    return isEnvelope(schema) ? [[type, { schema: { ...schema, "x-provenance": "documented" } }]] : [];
  });
  return envelopes.length === 0 ? undefined : Object.fromEntries(envelopes);
}

/** Shared parts, cleaned; those that nothing refers to any more are removed later. */
function documentedComponents(document: OpenApiDocument, components: Components): Partial<Components> {
  const parameters = Object.entries(components.parameters ?? {}).map(([name, parameter]) => [
    name,
    documentedParameter(document, parameter),
  ]);
  const headers = Object.entries(components.headers ?? {}).map(([name, header]) => {
    const kept = documentedKeywords(header, documentedByRule.header);
    return [name, header.schema === undefined ? kept : { ...kept, schema: documentedSchema(document, header.schema) }];
  });
  const schemes = Object.entries(components.securitySchemes ?? {})
    .filter(([, scheme]) => scheme["x-provenance"] !== "designed")
    .map(([name, scheme]) => [name, documentedKeywords(scheme, documentedByRule.securityScheme)]);
  return {
    parameters: Object.fromEntries(parameters),
    headers: Object.fromEntries(headers),
    securitySchemes: Object.fromEntries(schemes),
  };
}

/**
 * What the source description states of a schema: shapes and types. Bounds, defaults, examples, enums, titles, what is
 * required, and what a member means are designed unless `x-documented` says otherwise.
 */
const documentedSchemaByRule = new Set([
  "$ref",
  "type",
  "format",
  "x-sensitive",
  "properties",
  "items",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
]);

/** The only formats that the source description names. */
const documentedFormats = new Set(["int64", "date-time"]);

/** All component schemas, each reduced to what is documented. */
function documentedSchemas(document: OpenApiDocument): Record<string, Schema> {
  const entries = Object.entries(document.components.schemas);
  return Object.fromEntries(entries.map(([name, schema]) => [name, documentedSchema(document, schema)]));
}

/** A schema reduced to what is documented; of what is designed as a whole nothing is left but what the place states. */
function documentedSchema(document: OpenApiDocument, schema: Schema, inherited: Provenance = "documented"): Schema {
  if (schema.$ref !== undefined) return documentedReference(document, schema);
  const openEnum = openEnumOf(schema);
  if (openEnum !== null) return documentedOpenEnum(document, schema, openEnum, inherited);
  const own = schema["x-provenance"] ?? inherited;
  const names = documentedNames(schema, own);
  if (own === "designed" && names.size === 0) return documentedKeywords(schema, new Set());
  const result: Schema = documentedKeywords(schema, documentedSchemaByRule);
  if (result.format !== undefined && !documentedFormats.has(result.format)) delete result.format;
  documentNested(result, names, (child) => documentedSchema(document, child, own));
  return isEnvelope(schema) ? documentedEnvelope(schema, result) : result;
}

/** Marks name the keywords that authors write, `type` and `enum`. An open enum stays open, if its values are documented. */
function documentedOpenEnum(
  document: OpenApiDocument,
  { anyOf = [], "x-open-enum": _open, ...rest }: Schema,
  { request, response }: OpenEnum,
  inherited: Provenance,
): Schema {
  const authored = { ...rest, ...response, ...(request.enum && { enum: request.enum }) };
  const { enum: values, ...result } = documentedSchema(document, authored, inherited);
  if (values === undefined) return result;
  const { type: _type, ...others } = result;
  return { ...others, anyOf: anyOf.map((branch) => documentedKeywords(branch, enumKeywords)), "x-open-enum": true };
}

const enumKeywords = new Set(["type", "enum"]);

function documentNested(result: Schema, names: ReadonlySet<string>, nested: (child: Schema) => Schema): void {
  if (result.properties !== undefined) {
    const kept = Object.entries(result.properties).filter(([name]) => names.has(name));
    result.properties = Object.fromEntries(kept.map(([name, child]) => [name, nested(child)]));
  }
  if (result.items !== undefined) result.items = nested(result.items);
  if (typeof result.additionalProperties === "object")
    result.additionalProperties = nested(result.additionalProperties);
  else delete result.additionalProperties;
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const members = result[keyword];
    if (members !== undefined) result[keyword] = members.map(nested);
  }
}

function documentedNames(schema: Schema, own: Provenance): Set<string> {
  const entries = Object.entries(schema.properties ?? {});
  return new Set(entries.filter(([, child]) => (child["x-provenance"] ?? own) === "documented").map(([name]) => name));
}

function documentedReference(document: OpenApiDocument, schema: Schema): Schema {
  const target = resolve(document, schema);
  const own = target["x-provenance"] ?? "documented";
  const isDesignedWhole = own === "designed" && documentedNames(target, own).size === 0;
  return documentedKeywords(schema, new Set(isDesignedWhole ? [] : ["$ref"]));
}

/** Whether a schema is the envelope of a success: `data` with optional `notices`. */
function isEnvelope(schema: Schema): boolean {
  return schema.properties?.["data"] !== undefined && schema.properties["notices"] !== undefined;
}

/**
 * The envelope is documented for every success, even where `data` is not: an object or a list. It is also the one place
 * where the source description says what is optional, so its `required` list is documented. Tools take a list without
 * `items` for a mistake.
 */
function documentedEnvelope({ required }: Schema, documented: Schema): Schema {
  const { data = {} } = documented.properties ?? {};
  const stated: Schema = Object.keys(data).length > 0 ? data : { type: ["object", "array"], items: {} };
  return {
    ...documented,
    ...(required === undefined ? {} : { required }),
    properties: { ...documented.properties, data: stated },
  };
}
