import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import {
  type Exemplified,
  type Header,
  type MediaType,
  type OpenApiDocument,
  type OperationEntry,
  operationsOf,
  resolve,
  type Schema,
} from "@fleet-api-tools/openapi-document";
import { reachedFrom } from "./reachable.ts";
import { addFormats } from "./validators/formats.ts";
import type { Direction } from "./validators/validation-schema.ts";
import { componentSchemas, schemaModes, validationSchema } from "./validators/validation-schema.ts";

/** What is wrong with one example, and where it stands: `authLogin 200 user /data/id must be integer`. */
export interface Report {
  /** How many examples were looked at. */
  checked: number;
  errors: string[];
}

/** An example value with the schema that it must match. */
interface Subject {
  place: string;
  schema: Schema;
  value: unknown;
}

/**
 * Validates every example of a bundled contract by JSON Schema 2020-12, unknown properties refused: of bodies, headers,
 * parameters and, at every depth, of schemas. It is the second opinion on what the lint says about examples.
 */
export function exampleErrors(document: OpenApiDocument): Report {
  // Each validator looks at a few values: to make its code short takes longer than to run it as it is.
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, code: { optimize: false } });
  ajv.addVocabulary(["x-expected"]);
  addFormats(ajv);
  for (const [name, schema] of Object.entries(componentSchemas(document, true)))
    ajv.addSchema({ ...schema, $id: name });
  const modes = schemaModes(document, true);
  const operations = operationsOf(document);
  const { request, response } = componentExamples(document, operations);
  const subjects = {
    request: [...operations.flatMap((operation) => requestExamples(document, operation)), ...request],
    response: [...operations.flatMap((operation) => responseExamples(document, operation)), ...response],
  };
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(schema);
    const validate = validators.get(text) ?? ajv.compile(schema);
    validators.set(text, validate);
    return validate;
  };
  const errors = (["request", "response"] as const).flatMap((direction) =>
    subjects[direction].flatMap(({ place, schema, value }) => {
      const validate = validatorOf(validationSchema(schema, modes[direction]));
      if (validate(value)) return [];
      // An error of a key stands for the one that `propertyNames` adds to it.
      const found = (validate.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames");
      return found.map(({ instancePath, message, params, propertyName }) =>
        [place, instancePath, propertyName, message, params["additionalProperty"]].filter(Boolean).join(" "),
      );
    }),
  );
  return { checked: subjects.request.length + subjects.response.length, errors };
}

function requestExamples(
  document: OpenApiDocument,
  { operation: { operationId, requestBody }, parameters }: OperationEntry,
): Subject[] {
  const sent = parameters.flatMap((parameter) => {
    const place = `${operationId} ${parameter.name}`;
    return [...own(document, place, parameter.schema, parameter), ...schemaExamples(place, parameter.schema)];
  });
  const body = requestBody === undefined ? {} : resolve(document, requestBody).content;
  return [...sent, ...mediaExamples(document, `${operationId} request`, body)];
}

function responseExamples(
  document: OpenApiDocument,
  { operation: { operationId, responses } }: OperationEntry,
): Subject[] {
  return Object.entries(responses).flatMap(([status, reference]) => {
    const { content = {}, headers = {} } = resolve(document, reference);
    const place = `${operationId} ${status}`;
    return [...mediaExamples(document, place, content), ...headerExamples(document, place, headers)];
  });
}

function mediaExamples(document: OpenApiDocument, place: string, content: Record<string, MediaType>): Subject[] {
  return Object.values(content).flatMap((media) => [
    ...own(document, place, media.schema, media),
    ...schemaExamples(place, media.schema),
  ]);
}

function headerExamples(document: OpenApiDocument, place: string, headers: Record<string, Header>): Subject[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const header = resolve(document, reference);
    return header.schema === undefined ? [] : own(document, `${place} ${name}`, header.schema, header);
  });
}

/** The examples of component schemas. Those of a schema that requests reach are examples of requests. */
function componentExamples(
  document: OpenApiDocument,
  operations: readonly OperationEntry[],
): Record<Direction, Subject[]> {
  const sent = reachedFrom(
    document,
    operations.map(({ parameters, operation }) => [parameters, operation.requestBody]),
  );
  const examples: Record<Direction, Subject[]> = { request: [], response: [] };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const direction = sent.has(`#/components/schemas/${name}`) ? "request" : "response";
    examples[direction].push(...schemaExamples(name, schema));
  }
  return examples;
}

/** The examples and the default of a schema, and of all schemas inside of it. A `$ref` leads to another component. */
function schemaExamples(place: string, schema: Schema): Subject[] {
  const values = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])];
  const inner: [string, Schema | boolean | undefined][] = [
    ...Object.entries(schema.properties ?? {}),
    ["items", schema.items],
    ["additionalProperties", schema.additionalProperties],
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((branch, index): [string, Schema] => [
      `${index}`,
      branch,
    ]),
  ];
  return [
    ...values.map((value) => ({ place, schema, value })),
    ...inner.flatMap(([name, child]) => (typeof child === "object" ? schemaExamples(`${place}.${name}`, child) : [])),
  ];
}

/** The examples next to a schema: of a parameter, a header or a media type. */
function own(document: OpenApiDocument, place: string, schema: Schema, node: Exemplified): Subject[] {
  const named = Object.entries(node.examples ?? {}).map(([name, example]) => {
    return { place: `${place} ${name}`, schema, value: resolve(document, example).value };
  });
  return [...(Object.hasOwn(node, "example") ? [{ place, schema, value: node.example }] : []), ...named];
}
