/** The part of OpenAPI 3.1 that the contract uses, as types. */

export type Provenance = "documented" | "designed";

/** What every object of the contract may carry. */
export interface Marked {
  $ref?: string;
  description?: string;
  "x-provenance"?: Provenance;
  /** Keywords of a documented object that are designed. */
  "x-designed"?: string[];
  /** Designed sentences of the description, as a paragraph after the documented ones. */
  "x-designed-note"?: string;
  /** Keywords that are documented as they stand, or keywords with their documented values. */
  "x-documented"?: string[] | Record<string, unknown>;
}

export interface Schema extends Marked {
  $id?: string;
  title?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  const?: unknown;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  unevaluatedProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
  "x-sensitive"?: boolean;
  /** The action, or resource and action, that a request needs to use the field. */
  "x-permission-action"?: string | { resource: string; action: string };
  /** The service may answer with other strings than the known ones. In the bundle it stands beside an `anyOf`. */
  "x-open-enum"?: boolean;
  /** Status and title of each code of ProblemCode. */
  "x-problems"?: Record<string, { status: number; title: string }>;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  uniqueItems?: boolean;
  readOnly?: boolean;
  deprecated?: boolean;
}

export interface Parameter extends Marked {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Example {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface RequestBody extends Marked {
  required?: boolean;
  /** Largest body of the operation in bytes, a positive integer. Every body of a bundle has it. */
  "x-max-body-bytes"?: number;
  content: Record<string, MediaType>;
}

export interface Header extends Marked {
  required?: boolean;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

/** Leads from a response to an operation that is called next. */
export interface Link {
  operationId?: string;
  description?: string;
  /** Expressions by `<in>.<name>` of the parameter. */
  parameters?: Record<string, unknown>;
}

export interface Response extends Marked {
  links?: Record<string, Link>;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
  "x-problem-codes"?: string[];
}

export interface PermissionMark {
  resource: string;
  action: string;
}

export interface Operation extends Marked {
  operationId: string;
  tags?: string[];
  summary?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  "x-permission"?: PermissionMark | "self";
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

export const verbs = ["get", "post", "put", "patch", "delete"] as const;
export type Verb = (typeof verbs)[number];

export type PathItem = { parameters?: Parameter[] } & { [verb in Verb]?: Operation };

export interface SecurityScheme extends Marked {
  type: string;
  scheme?: string;
}

export interface Components {
  schemas: Record<string, Schema>;
  parameters?: Record<string, Parameter>;
  responses?: Record<string, Response>;
  headers?: Record<string, Header>;
  examples?: Record<string, Example>;
  requestBodies?: Record<string, RequestBody>;
  securitySchemes?: Record<string, SecurityScheme>;
}

export interface Info extends Marked {
  title: string;
  version: string;
  summary?: string;
}

export interface Tag extends Marked {
  name: string;
}

export interface ServerVariable extends Marked {
  default: string;
}

export interface Server extends Marked {
  url: string;
  variables?: Record<string, ServerVariable>;
}

export interface OpenApiDocument {
  openapi: string;
  info: Info;
  servers?: Server[];
  security?: Record<string, string[]>[];
  tags?: Tag[];
  paths: Record<string, PathItem>;
  components: Components;
}

/** Reads a bundled document; its shape was checked by the lint of the specification. */
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

/** The sections whose entries the emitters follow references into. */
interface Sections {
  schemas: Schema;
  parameters: Parameter;
  responses: Response;
  headers: Header;
  examples: Example;
  requestBodies: RequestBody;
}

/** Follows the reference of a value, if it has one. */
export function resolve<S extends keyof Sections>(
  document: OpenApiDocument,
  section: S,
  value: Sections[S],
): Sections[S] {
  if (value.$ref === undefined) return value;
  const target = refTarget(value.$ref);
  const entries: { [section in keyof Sections]?: Record<string, Sections[section]> } = document.components;
  const found = target.section === section ? entries[section]?.[target.name] : undefined;
  if (found === undefined)
    throw new Error(`$ref ${value.$ref} points to nothing among components.${section}. Correct the name, or add it.`);
  return resolve(document, section, found);
}
