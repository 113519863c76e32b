/** The parts of an OpenAPI 3.1 document that the rules read. A `$ref` may stand wherever `Ref` is named. */

export interface Ref {
  $ref: string;
}

/** What many nodes have for people to read. */
interface Described {
  description?: string;
}

/** Extension fields are `unknown`: a rule that reads one has to check what it got. */
interface Extensible {
  [extension: `x-${string}`]: unknown;
}

export interface Schema extends Extensible, Described {
  type?: string | string[];
  format?: string;
  pattern?: string;
  "x-expected"?: string;
  properties?: Record<string, Schema | Ref>;
  required?: string[];
  items?: Schema | Ref;
  additionalProperties?: Schema | Ref | boolean;
  propertyNames?: Schema | Ref;
  allOf?: (Schema | Ref)[];
  anyOf?: (Schema | Ref)[];
  oneOf?: (Schema | Ref)[];
  prefixItems?: (Schema | Ref)[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  writeOnly?: boolean;
  example?: unknown;
  examples?: unknown[];
}

/** An enum to which a service may add values, in the form of the authors. */
export interface OpenEnum extends Schema {
  enum: (string | null)[];
}

export interface Example extends Extensible {
  value?: unknown;
  externalValue?: string;
}

/** What a media type, a parameter and a header have in common: a schema and example values of it. */
export interface Exemplified extends Extensible {
  schema?: Schema | Ref;
  example?: unknown;
  examples?: Record<string, Example | Ref>;
}

export interface Header extends Exemplified, Described {
  required?: boolean;
}

export interface Parameter extends Exemplified, Described {
  name: string;
  in: string;
  style?: string;
  allowReserved?: boolean;
  allowEmptyValue?: boolean;
}

export interface Link extends Extensible, Described {
  operationId?: string;
  parameters?: Record<string, unknown>;
}

export interface Response extends Extensible, Described {
  headers?: Record<string, Header | Ref>;
  content?: Record<string, Exemplified>;
  links?: Record<string, Link | Ref>;
}

export interface RequestBody extends Extensible, Described {
  content?: Record<string, Exemplified>;
}

export interface Operation extends Extensible {
  operationId?: string;
  parameters?: (Parameter | Ref)[];
  requestBody?: RequestBody | Ref;
  responses?: Record<string, Response | Ref>;
  security?: Record<string, string[]>[];
}

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

export type PathItem = { [method in Method]?: Operation } & {
  parameters?: (Parameter | Ref)[];
};

export interface Document extends Extensible {
  paths?: Record<string, PathItem | Ref>;
  security?: Record<string, string[]>[];
  servers?: Server[];
  "x-conventions"?: Conventions;
}

export interface Server {
  url: string;
  variables?: Record<string, { default?: string }>;
}

/** What the operations of a document have in common; `fleet/conventions` writes it into each of them. */
export interface Conventions {
  envelope?: { notices?: Ref; pagination?: Ref };
  headers?: { [when in "always" | "token" | "idempotency_key"]?: Record<string, Header | Ref> };
  responses?: {
    [when in "always" | "token" | "permission" | "body" | "change" | "paged" | "if_match" | "idempotency_key"]?: Record<
      string,
      Response | Ref
    >;
  };
  /**
   * `strings`: keywords of every string of a request without a pattern, format, enum or const. `max_body_bytes`:
   * `x-max-body-bytes` of request bodies without one.
   */
  requests?: { strings?: Schema; max_body_bytes?: number };
  links?: { paged?: Record<string, Link>; created?: Record<string, Link> };
  problems?: ProblemConventions;
  permissions?: Ref;
}

/** What the examples of errors have in common. */
export interface ProblemConventions {
  /** The schema of the problem codes; its `x-problems` has the title of each. */
  codes?: Ref;
  /** Members of every example; `{code}` and `{title}` in their texts are those of its code. */
  members?: Record<string, unknown>;
}
