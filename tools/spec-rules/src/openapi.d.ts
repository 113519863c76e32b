/** The parts of an OpenAPI 3.1 document that the rules read. A `$ref` may stand wherever `Ref` is named. */

export interface Ref {
  $ref: string;
}

/** Extension fields are `unknown`: a rule that reads one has to check what it got. */
interface Extensible {
  [extension: `x-${string}`]: unknown;
}

export interface Schema extends Extensible {
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema | Ref>;
  required?: string[];
  items?: Schema | Ref;
  additionalProperties?: Schema | Ref | boolean;
  allOf?: (Schema | Ref)[];
  anyOf?: (Schema | Ref)[];
  oneOf?: (Schema | Ref)[];
  enum?: unknown[];
  default?: unknown;
  maximum?: number;
  example?: unknown;
  examples?: unknown[];
}

export interface Example extends Extensible {
  value?: unknown;
}

/** What a media type, a parameter and a header have in common: a schema and example values of it. */
export interface Exemplified extends Extensible {
  schema?: Schema | Ref;
  example?: unknown;
  examples?: Record<string, Example | Ref>;
}

export interface Header extends Exemplified {
  required?: boolean;
}

export interface Parameter extends Exemplified {
  name: string;
  in: string;
}

export interface Response extends Extensible {
  headers?: Record<string, Header | Ref>;
  content?: Record<string, Exemplified>;
}

export interface RequestBody extends Extensible {
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
}
