import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Example, Header, MediaType, OpenApiDocument, Operation, Schema } from "./document.ts";
import { resolve, verbs } from "./document.ts";
import { componentSchemas, validationSchema } from "./validators/validation-schema.ts";

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
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  ajv.addVocabulary(["x-expected"]);
  addFormats.default(ajv);
  const schemas = Object.entries(componentSchemas(document, { closed: true }));
  for (const [name, schema] of schemas) ajv.addSchema({ ...schema, $id: name });
  const subjects = [...operationExamples(document), ...componentExamples(document)];
  const errors = subjects.flatMap(({ place, schema, value }) => {
    const validate = ajv.compile(validationSchema(schema, { closed: true }));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [place, instancePath, message, params["additionalProperty"]].filter(Boolean).join(" "),
    );
  });
  return { checked: subjects.length, errors };
}

function operationExamples(document: OpenApiDocument): Subject[] {
  const operations = Object.values(document.paths).flatMap((item) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      return operation === undefined
        ? []
        : [{ ...operation, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])] }];
    }),
  );
  return operations.flatMap((operation) => [
    ...parameterExamples(document, operation),
    ...bodyExamples(document, operation),
  ]);
}

function parameterExamples(document: OpenApiDocument, operation: Operation): Subject[] {
  return (operation.parameters ?? []).flatMap((reference) => {
    const parameter = resolve(document, "parameters", reference);
    const place = `${operation.operationId} ${parameter.name}`;
    return [...own(document, place, parameter.schema, parameter), ...schemaExamples(place, parameter.schema)];
  });
}

function bodyExamples(document: OpenApiDocument, { operationId, requestBody, responses }: Operation): Subject[] {
  const request = requestBody === undefined ? {} : resolve(document, "requestBodies", requestBody).content;
  return [
    ...mediaExamples(document, `${operationId} request`, request),
    ...Object.entries(responses).flatMap(([status, reference]) => {
      const { content = {}, headers = {} } = resolve(document, "responses", reference);
      const place = `${operationId} ${status}`;
      return [...mediaExamples(document, place, content), ...headerExamples(document, place, headers)];
    }),
  ];
}

function mediaExamples(document: OpenApiDocument, place: string, content: Record<string, MediaType>): Subject[] {
  return Object.values(content).flatMap((media) => [
    ...own(document, place, media.schema, media),
    ...schemaExamples(place, media.schema),
  ]);
}

function headerExamples(document: OpenApiDocument, place: string, headers: Record<string, Header>): Subject[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const header = resolve(document, "headers", reference);
    return header.schema === undefined ? [] : own(document, `${place} ${name}`, header.schema, header);
  });
}

function componentExamples(document: OpenApiDocument): Subject[] {
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaExamples(name, schema));
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

/** The examples beside a schema: of a parameter, a header or a media type. */
function own(
  document: OpenApiDocument,
  place: string,
  schema: Schema,
  node: { example?: unknown; examples?: Record<string, Example> },
): Subject[] {
  const named = Object.entries(node.examples ?? {}).map(([name, reference]) => {
    const { value }: Example = resolve(document, "examples", reference);
    return { place: `${place} ${name}`, schema, value };
  });
  return [...(Object.hasOwn(node, "example") ? [{ place, schema, value: node.example }] : []), ...named];
}
