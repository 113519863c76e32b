/** The part of OpenAPI 3.1 that the contract uses. A `$ref` may stand wherever an object has that member. */

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
  example?: unknown;
  examples?: unknown[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  unevaluatedProperties?: Schema | boolean;
  propertyNames?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  readOnly?: boolean;
  writeOnly?: boolean;
  deprecated?: boolean;
  /** What a string is expected to be, for people, where its pattern does not say so. */
  "x-expected"?: string;
  /** The members that a list can be sorted by, as its author writes them; a bundle has an enum instead. */
  "x-sort"?: unknown;
  /** Why a response may leave out the property. */
  "x-optional"?: unknown;
  "x-sensitive"?: boolean;
  /** The action, or resource and action, that a request needs to use the field. */
  "x-permission-action"?: string | PermissionMark;
  /** A list of a request body whose items are validated one by one: an operation can refuse some and take the others. */
  "x-validated-per-item"?: boolean;
  /** The service may answer with other strings than the known ones. In the bundle it stands next to an `anyOf`. */
  "x-open-enum"?: boolean;
  /** Quoted from another record; a change of it is no change of this record, so the feed of changes does not report it. */
  "x-quoted"?: boolean;
  /** Status and title of each code of ProblemCode. */
  "x-problems"?: Record<string, { status: number; title: string }>;
}

export interface Example {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

/** What parameters, headers and media types have in common: a schema, and example values of it. */
export interface Exemplified {
  "x-sensitive"?: boolean;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Parameter extends Marked, Exemplified {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  allowEmptyValue?: boolean;
  schema: Schema;
}

export interface MediaType extends Exemplified {
  schema: Schema;
}

export interface RequestBody extends Marked {
  required?: boolean;
  /** Largest body of the operation in bytes, a positive integer. Every body of a bundle has it. */
  "x-max-body-bytes"?: number;
  content: Record<string, MediaType>;
}

export interface Header extends Marked, Exemplified {
  required?: boolean;
}

/** Leads from a response to an operation that is called next. */
export interface Link {
  operationId?: string;
  description?: string;
  /** Expressions by `<in>.<name>` of the parameter. */
  parameters?: Record<string, string>;
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
  /** The token of the request is not valid afterwards, so no newer one comes with the response. */
  "x-ends-session"?: boolean;
  /** It works for a client that is suspended. */
  "x-allows-suspended"?: boolean;
  /** Sent again, it changes nothing more: it takes no `Idempotency-Key`, and clients repeat it like a GET. */
  "x-idempotent"?: boolean;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

/** The methods that an operation can have; the server answers the others itself. */
export type Verb = "get" | "post" | "put" | "patch" | "delete";

export type PathItem = { parameters?: Parameter[] } & { [verb in Verb]?: Operation };

export interface SecurityScheme extends Marked {
  type: string;
  scheme?: string;
  /** Where the name of an `apiKey` stands, and the name. */
  in?: "query" | "header" | "cookie";
  name?: string;
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

/** What references lead into. */
export interface WithComponents {
  components: Components;
}

export interface OpenApiDocument extends WithComponents {
  openapi: string;
  info: Info;
  servers?: Server[];
  security?: Record<string, string[]>[];
  tags?: Tag[];
  paths: Record<string, PathItem>;
}
