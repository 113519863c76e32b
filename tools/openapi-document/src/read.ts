import type {
  Exemplified,
  Header,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Schema,
  Verb,
  WithComponents,
} from "./types.ts";

export const verbs = ["get", "post", "put", "patch", "delete"] as const satisfies readonly Verb[];

/** Reads a bundled document; its shape was checked by the lint of the contract. */
export function parseDocument(text: string): OpenApiDocument {
  const document: OpenApiDocument = JSON.parse(text);
  return document;
}

/** Section and name of a reference into the components, such as `#/components/schemas/User`. */
export function refTarget(ref: string): { section: string; name: string } {
  const [, section, name] = /^#\/components\/([A-Za-z]+)\/([^/]+)$/.exec(ref) ?? [];
  if (section === undefined || name === undefined) {
    throw new Error(`$ref ${ref} does not point to #/components/<section>/<name>. Move the target to the components.`);
  }
  return { section, name };
}

/**
 * The object that a reference leads to, or the object itself. What stands next to the reference goes before what its
 * target says.
 */
export function resolve<Value extends { $ref?: string }>(document: WithComponents, value: Value): Value {
  const { $ref, ...own } = value;
  if ($ref === undefined) return value;
  const { section, name } = refTarget($ref);
  const entries: unknown = Object.entries(document.components).find(([key]) => key === section)?.[1];
  if (typeof entries !== "object" || entries === null || !Object.hasOwn(entries, name)) {
    throw new Error(`$ref ${$ref} points to nothing among components.${section}. Correct the name, or add it.`);
  }
  // The shape check of codegen makes sure that a reference leads to the kind of object that stands in its place.
  const target = resolve(document, Reflect.get(entries, name) as Value);
  return Object.keys(own).length === 0 ? target : { ...target, ...own };
}

/** An operation with its place in the document. */
export interface OperationEntry {
  readonly path: string;
  readonly verb: Verb;
  readonly operation: Operation;
  /** Those of its path included, their references followed. */
  readonly parameters: readonly Parameter[];
}

/** All operations, in the order of the document. */
export function operationsOf(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      if (operation === undefined) return [];
      const parameters = parametersOf(document, item, operation).map((each) => resolve(document, each));
      return [{ path, verb, operation, parameters }];
    }),
  );
}

/**
 * The parameters of an operation as they are written, references included. One of the operation replaces that of its path
 * (OpenAPI 3.1, Operation Object).
 */
export function parametersOf(document: OpenApiDocument, item: PathItem, operation: Operation): Parameter[] {
  const own = operation.parameters ?? [];
  const key = (parameter: Parameter): string => {
    const { in: place, name } = resolve(document, parameter);
    return `${place} ${name}`;
  };
  const replaced = new Set(own.map(key));
  return [...(item.parameters ?? []).filter((each) => !replaced.has(key(each))), ...own];
}

export type Authentication = "none" | "optional" | "required";

/** Whether an operation takes an access token: an empty list takes none; an empty alternative makes it optional. */
export function authenticationOf(document: OpenApiDocument, operation: Operation): Authentication {
  const schemes = (operation.security ?? document.security ?? []).map((alternative) => Object.keys(alternative).length);
  if (schemes.every((count) => count === 0)) return "none";
  return schemes.includes(0) ? "optional" : "required";
}

/** The query parameter in which an operation takes a ticket instead of an access token; null without one. */
export function ticketOf(document: OpenApiDocument, operation: Operation): string | null {
  const schemes = document.components?.securitySchemes ?? {};
  const names = (operation.security ?? document.security ?? []).flatMap((alternative) => Object.keys(alternative));
  const ticket = names
    .map((name) => schemes[name])
    .find((scheme) => scheme?.type === "apiKey" && scheme.in === "query");
  return ticket?.name ?? null;
}

/** The example values of a parameter, a header or a media type. */
export function examplesOf(document: WithComponents, { example, examples = {} }: Exemplified): unknown[] {
  const named = Object.values(examples).map((each) => resolve(document, each).value);
  return example === undefined ? named : [example, ...named];
}

/** What an operation may respond with one status, its references followed. */
export interface ResponseEntry {
  /** By lower-case name, each with its schema in place. */
  readonly headers: Readonly<Record<string, Header & { readonly schema: Schema }>>;
  /** None for a response without a body. */
  readonly mediaTypes: readonly string[];
  /** The problem codes that can come with it; none for a success. */
  readonly codes: readonly string[];
}

/** The responses of an operation, by status. */
export function responsesOf(document: WithComponents, { responses }: Operation): Record<string, ResponseEntry> {
  const entries = Object.entries(responses).map(([status, response]): [string, ResponseEntry] => {
    const { headers = {}, content = {}, "x-problem-codes": codes = [] } = resolve(document, response);
    const named = Object.entries(headers).map(([name, header]) => {
      const resolved = resolve(document, header);
      return [name.toLowerCase(), { ...resolved, schema: resolve(document, resolved.schema ?? {}) }] as const;
    });
    return [status, { headers: Object.fromEntries(named), mediaTypes: Object.keys(content), codes }];
  });
  return Object.fromEntries(entries);
}
