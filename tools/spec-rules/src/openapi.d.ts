/** The parts of an OpenAPI 3.1 document that the rules read, as authors write them. */
import type {
  Header,
  Link,
  Marked,
  OpenApiDocument,
  Operation,
  Parameter,
  Provenance,
  Response,
  Schema,
  Tag,
  Verb,
} from "@fleet-api-tools/openapi-document";

export type {
  Example,
  Exemplified,
  Header,
  Link,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Schema,
  Server,
  Tag,
} from "@fleet-api-tools/openapi-document";

export interface Ref {
  $ref: string;
}

/** An enum to which a service may add values, in the form of the authors. */
export interface OpenEnum extends Schema {
  enum: (string | null)[];
}

export type Method = Verb | "options" | "head" | "trace";

export type PathItem = { [method in Method]?: Operation } & { parameters?: Parameter[] };

export interface Document extends Partial<Omit<OpenApiDocument, "paths">> {
  paths?: Record<string, PathItem>;
  "x-groups"?: (ResourceGroup | Ref)[];
  "x-conventions"?: Conventions;
}

/** What a document lists in `x-groups`: the tag, the paths, the rows of the permission catalogue and the problem codes of one group. */
export interface ResourceGroup {
  tag?: Tag | Ref;
  paths?: Record<string, PathItem | Ref> | Ref;
  permissions?: Record<string, PermissionRow>;
  problems?: Record<string, ProblemRow>;
}

/** A problem code. */
export interface ProblemRow {
  status: number;
  title: string;
  /** What it means, and what to do. */
  description?: string;
}

/** A permission resource in the short form. `description` and its marks are those of the list of actions. */
export interface PermissionRow extends Marked {
  title: string;
  /** Names, or maps of one name to its title or to the keywords of its grant. */
  actions: (string | Record<string, unknown>)[];
}

/** What the operations of a document have in common; `fleet/conventions` writes it into each of them. */
export interface Conventions {
  envelope?: { notices?: Ref; pagination?: Ref };
  headers?: { [when in "always" | "token" | "idempotency_key" | "version"]?: Record<string, Header | Ref> };
  responses?: {
    [
      when in
        | "always"
        | "token"
        | "permission"
        | "body"
        | "change"
        | "paged"
        | "changes"
        | "if_match"
        | "idempotency_key"
        | "read"
        | "path_id"
    ]?: Record<string, Response | Ref>;
  };
  /** Parameters of lists, of feeds of changes, of reading one record, of a POST that needs a permission, of changing a record. */
  parameters?: { [when in "paged" | "listing" | "changes" | "read" | "post" | "change"]?: (Parameter | Ref)[] };
  /**
   * `strings`: keywords of every string of a request without a pattern, format, enum or const. `max_body_bytes`:
   * `x-max-body-bytes` of request bodies without one.
   */
  requests?: { strings?: Schema; max_body_bytes?: number };
  links?: { paged?: Record<string, Link>; created?: Record<string, Link> };
  problems?: ProblemConventions;
  permissions?: Ref;
  /** `x-provenance` of operations without one. */
  provenance?: Provenance;
}

/** What the examples of errors have in common. */
export interface ProblemConventions {
  /** The schema of the problem codes; its `x-problems` has the title of each. */
  codes?: Ref;
  /** Members of every example; `{code}` and `{title}` in their texts are those of its code. */
  members?: Record<string, unknown>;
}
