import { type OpenApiDocument, verbs } from "@fleet-api-tools/openapi-document";
import { refuseEndless } from "./endless.ts";
import { subjectOf } from "../reachable.ts";
import {
  anything,
  type Check,
  flag,
  inside,
  isObject,
  listOf,
  mapOf,
  misshapen,
  object,
  oneOf,
  type Place,
  referenceOr,
  shown as shownPlace,
  text,
} from "./place.ts";
import { refuseMember, schema } from "./schema-shape.ts";

const example = object({}, { summary: text, value: anything });
const shown = { example: anything, examples: mapOf(referenceOr("examples", example)) };

const parameter: Check = (value, place) => {
  const { name }: { name?: unknown } = Object(value);
  object(
    { name: text, in: oneOf("path", "query", "header") },
    { ...shown, schema, description: text, required: flag, deprecated: flag, style: text, explode: flag },
  )(value, place);
  refuseMember(String(name), place);
};

const mediaType = object({ schema }, shown);
const requestBody = object({ content: mapOf(mediaType) }, { description: text, required: flag });
const header = object({}, { ...shown, schema, description: text, required: flag });
const response = object(
  {},
  {
    description: text,
    headers: mapOf(referenceOr("headers", header)),
    content: mapOf(mediaType),
    links: mapOf(object({}, { operationId: text, description: text, parameters: mapOf(anything) })),
    "x-problem-codes": listOf(text),
  },
);

const permission: Check = (value, place) => {
  if (value !== "self") object({ resource: text, action: text })(value, place);
};

const security = listOf(mapOf(listOf(text)));
const parameters = listOf(referenceOr("parameters", parameter));

/** Before the responses themselves: what follows from a status is missing in a response with a wrong one. */
const responses: Check = (value, place) => {
  const status = Object.keys(Object(value)).find((key) => !/^[1-5](?:\d\d|XX)$/.test(key));
  if (status !== undefined) {
    throw new Error(`${shownPlace(inside(place, status))} is not a status, such as 200 or 404. Correct it.`);
  }
  mapOf(referenceOr("responses", response))(value, place);
};

const operation: Check = (value, place) =>
  object(
    { operationId: text, responses },
    {
      tags: listOf(text),
      summary: text,
      description: text,
      deprecated: flag,
      security,
      parameters,
      requestBody: referenceOr("requestBodies", requestBody),
      "x-permission": permission,
    },
  )(value, place);

const sections: Readonly<Record<string, Check>> = {
  schemas: schema,
  parameters: referenceOr("parameters", parameter),
  responses: referenceOr("responses", response),
  headers: referenceOr("headers", header),
  examples: referenceOr("examples", example),
  requestBodies: referenceOr("requestBodies", requestBody),
  securitySchemes: object({ type: text }),
};

/**
 * Asserts that a bundled document has the shape that the emitters read it in, so that none of them fails on its own.
 * @throws Error naming the operation or the component, and what it must be
 */
export function checkShape(document: unknown): asserts document is OpenApiDocument {
  const place: Place = { subject: "spec/openapi.yaml", path: [], components: componentNames(document) };
  object(
    {
      openapi: text,
      info: object({ title: text, version: text }),
      paths: mapOf(anything),
      components: object({ schemas: mapOf(anything) }),
    },
    { security, tags: listOf(object({ name: text })), servers: listOf(object({ url: text })) },
  )(document, place);
  const { paths = {}, components = {} }: { paths?: object; components?: object } = Object(document);
  for (const [path, item] of Object.entries(paths)) checkPath(path, item, place);
  for (const [section, entries] of Object.entries(components)) checkSection(document, section, entries, place);
  refuseEndless(components);
}

/** The names of the components by section. */
function componentNames(document: unknown): Place["components"] {
  const { components }: { components?: unknown } = Object(document);
  const entries = Object.entries(Object(components));
  return Object.fromEntries(entries.map(([section, members]) => [section, new Set(Object.keys(Object(members)))]));
}

const itemKeys = new Set<string>([...verbs, "parameters", "summary", "description", "servers"]);

function checkPath(path: string, item: unknown, place: Place): void {
  const first = verbs.find((verb) => isObject(Object(item)[verb]));
  const subject = first === undefined ? path : operationOf(path, first, Object(item)[first]);
  const unknown = Object.keys(Object(item)).find((key) => !itemKeys.has(key) && !key.startsWith("x-"));
  if (unknown !== undefined) {
    throw new Error(`${path} has ${unknown}, which is not a method that code is generated for: ${verbs.join(", ")}.`);
  }
  object({}, { parameters })(item, { ...place, subject });
  for (const verb of verbs) {
    const value: unknown = Object(item)[verb];
    if (value !== undefined) operation(value, { ...place, subject: operationOf(path, verb, value) });
  }
}

/** An operation for a message. */
function operationOf(path: string, verb: string, value: unknown): string {
  const { operationId }: { operationId?: unknown } = Object(value);
  const route = `${verb.toUpperCase()} ${path}`;
  return typeof operationId === "string" ? `${operationId} (${route})` : route;
}

function checkSection(document: unknown, section: string, entries: unknown, place: Place): void {
  const check = sections[section];
  if (check === undefined) return;
  if (!isObject(entries)) throw misshapen(inside(inside(place, "components"), section), "an object", entries);
  for (const [name, value] of Object.entries(entries)) {
    const subject = (): string => subjectOf(Object(document), name, section);
    check(value, { ...place, subject });
  }
}
