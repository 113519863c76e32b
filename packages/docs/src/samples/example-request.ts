import type { Authentication, OpenApiDocument, Parameter, Schema } from "../contract/document.ts";
import { resolve } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";

/** What of an operation a call of it needs. */
export interface Callable {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  readonly auth: Authentication;
  readonly parameters: readonly Pick<Parameter, "name" | "in" | "explode">[];
  readonly body: { readonly mediaType: string } | null;
  readonly replies: readonly { readonly status: number }[];
  /** Whether it returns a page of a list. */
  readonly paged: boolean;
  /** Whether it responds with a stream of events. */
  readonly stream: boolean;
}

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

/** Optional parameters that a caller should think of. `If-Match` is not among them: no example has the tag of the reader's record. */
const TELLING = new Set(["query page", "query per_page"]);

/** Where a request takes exactly one of several optional parameters, which no schema can say: the one that samples show. */
const CHOSEN: Readonly<Record<string, string>> = { monitoringHistory: "unit_id" };

/**
 * A request with the examples of the contract, for what is required and what is telling.
 * @throws Error where the contract has no example
 */
export function exampleRequest(operation: Operation, document: OpenApiDocument): ExampleRequest {
  const shown = operation.parameters.filter(
    ({ in: place, name, required }) => required || TELLING.has(`${place} ${name}`) || CHOSEN[operation.id] === name,
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

/** Members of a body that say when something was measured. */
const MEASURED = new Set(["recorded_at", "read_at"]);

/**
 * The same request for something that was measured at another time: services refuse measurements that are too old, as those of the
 * examples will be.
 */
export function measuredAt(request: ExampleRequest, time: unknown): ExampleRequest {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, MEASURED.has(name) ? time : replace(member)]),
    );
  };
  return { ...request, body: replace(request.body) };
}

function bodyOf({ id, body }: Operation, document: OpenApiDocument): unknown {
  if (body === null) return undefined;
  const example: unknown = body.example ?? exampleOf(document, body.schema, `The body of ${id}`);
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  const { required = [] } = resolve(document, body.schema);
  const members = Object.entries(example);
  const optional = members
    .filter(([name, value]) => !required.includes(name) && value !== null)
    .slice(0, OPTIONAL_MEMBERS)
    .map(([name]) => name);
  return Object.fromEntries(members.filter(([name]) => required.includes(name) || optional.includes(name)));
}

/** What the contract shows of a value, in the order in which readers of OpenAPI see it; an object has its required members. */
function exampleOf(document: OpenApiDocument, schema: Schema, what: string): unknown {
  const { examples = [], default: usual, const: only, enum: choices = [], ...rest } = resolve(document, schema);
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

/** The path of a request, relative to the base address. */
export function pathOf({ path }: Callable, values: Values): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encoded(String(values[name] ?? `<${name.toUpperCase()}>`)),
  );
}

/** The query of a request as names and texts. */
export function queryOf(operation: Callable, { query }: ExampleRequest): [name: string, text: string][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, String(value)]];
    return isSeparated(operation, name) ? [[name, value.join(",")]] : value.map((item) => [name, String(item)]);
  });
}

/** A query as it stands in an address; empty without parameters. */
export function queryText(operation: Callable, { query }: ExampleRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const items = (Array.isArray(value) ? value : [value]).map((item) => encoded(String(item)));
    // The commas between the items stay as they are (RFC 6570 section 3.2.8).
    const values = isSeparated(operation, name) ? [items.join(",")] : items;
    return values.map((text) => `${encoded(name)}=${text}`);
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Whether a list stands in the query once, with commas between its items. */
export function isSeparated({ parameters }: Callable, name: string): boolean {
  const parameter = parameters.find((each) => each.in === "query" && each.name === name);
  return parameter?.explode === false;
}

/** Percent-encoded, except a placeholder: it is there to be replaced. */
function encoded(text: string): string {
  return /^<[A-Z_]+>$/.test(text) ? text : encodeURIComponent(text);
}
