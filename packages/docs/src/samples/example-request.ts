/** The request that the samples of an operation make. */
import { type ContractDocument, type Parameter, type Schema, resolve } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";

/** Values by the names of the parameters. */
export type Values = Readonly<Record<string, unknown>>;

export interface ExampleRequest {
  readonly path: Values;
  readonly query: Values;
  readonly headers: Values;
  /** Undefined without one. */
  readonly body: unknown;
}

/** Optional members of a body that a sample shows: enough to see that there are some. */
const OPTIONAL_MEMBERS = 2;

/** Optional parameters that a caller should think of. */
const TELLING = new Set(["query page", "query per_page", "header If-Match"]);

/**
 * A request with the examples of the contract, for what is required and what is telling.
 * @throws Error where the contract has no example
 */
export function exampleRequest(operation: Operation, document: ContractDocument): ExampleRequest {
  const shown = operation.parameters.filter(
    ({ in: place, name, required }) => required || TELLING.has(`${place} ${name}`),
  );
  const valuesIn = (place: Parameter["in"]): Values =>
    Object.fromEntries(
      shown
        .filter((parameter) => parameter.in === place)
        .map(({ name, example, schema }) => [name, example ?? exampleOf(document, schema, `The parameter ${name}`)]),
    );
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    headers: valuesIn("header"),
    body: bodyOf(operation, document),
  };
}

function bodyOf({ id, body }: Operation, document: ContractDocument): unknown {
  if (body === null) return undefined;
  const example: unknown = body.example ?? exampleOf(document, body.schema, `The body of ${id}`);
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  const { required = [] } = resolve(document.components.schemas, body.schema);
  const members = Object.entries(example);
  const optional = members
    .filter(([name, value]) => !required.includes(name) && value !== null)
    .slice(0, OPTIONAL_MEMBERS)
    .map(([name]) => name);
  return Object.fromEntries(members.filter(([name]) => required.includes(name) || optional.includes(name)));
}

/** What the contract shows of a value, in the order in which readers of OpenAPI see it; an object has its required members. */
function exampleOf(document: ContractDocument, schema: Schema, what: string): unknown {
  const {
    examples = [],
    default: usual,
    const: only,
    enum: choices = [],
    ...rest
  } = resolve(document.components.schemas, schema);
  const [value] = [...examples, usual, only, ...choices].filter((each) => each !== undefined);
  if (value !== undefined) return value;
  const [part] = [...(rest.anyOf ?? []), ...(rest.oneOf ?? [])];
  if (part !== undefined) return exampleOf(document, part, what);
  if (rest.items !== undefined) return [exampleOf(document, rest.items, what)];
  const { properties = {}, required = [] } = rest;
  if (required.length === 0) throw new Error(`${what} has no example. Give it one.`);
  return Object.fromEntries(
    required.map((name) => [name, exampleOf(document, properties[name] ?? {}, `${what}, member ${name},`)]),
  );
}
