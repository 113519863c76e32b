/** The parts of the bundled OpenAPI document that the site shows. Its lint rules guarantee this shape. */

export type Provenance = "documented" | "designed";

/** A JSON Schema, or a reference to one. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly deprecated?: boolean;
  readonly "x-provenance"?: Provenance;
  readonly "x-expected"?: string;
  readonly "x-sensitive"?: boolean;
  readonly "x-permission-action"?: string;
  readonly "x-optional"?: unknown;
  readonly "x-open-enum"?: boolean;
  readonly "x-problems"?: Readonly<Record<string, { status: number; title: string }>>;
}

interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

/** A parameter, or a reference to one. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly style?: string;
  readonly explode?: boolean;
  readonly example?: unknown;
  readonly "x-provenance"?: Provenance;
}

/** A response header, or a reference to one. */
export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly "x-provenance"?: Provenance;
}

interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

/** A call that a response leads to. */
interface Link {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

interface Response {
  readonly description: string;
  readonly links?: Readonly<Record<string, Link>>;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly "x-provenance"?: Provenance;
  readonly "x-problem-codes"?: readonly string[];
}

export interface RequestBody {
  readonly required?: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaType>>;
  readonly "x-max-body-bytes"?: number;
}

export const VERBS = ["get", "post", "put", "patch", "delete"] as const;
export type Verb = (typeof VERBS)[number];

export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
  readonly "x-provenance": Provenance;
  readonly "x-permission"?: "self" | { resource: string; action: string };
}

type PathItem = { readonly [verb in Verb]?: DocumentOperation } & {
  readonly parameters?: readonly Parameter[];
};

export interface ContractDocument {
  readonly info: { title: string; version: string; summary?: string; description: string };
  readonly servers: readonly { variables?: { base_url: { default: string } } }[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly { name: string; description: string; "x-provenance"?: Provenance }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly headers?: Readonly<Record<string, Header>>;
  };
}

/** The name at the end of a reference, for example `Unit` of `#/components/schemas/Unit`. */
export function refName(ref: string): string {
  return decodeURIComponent(ref.slice(ref.lastIndexOf("/") + 1))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

/** The component that a reference names. Keywords next to the reference win, as JSON Schema 2020-12 has it. */
export function resolve<T extends { readonly $ref?: string }>(
  components: Readonly<Record<string, T>> | undefined,
  value: T,
): T {
  if (value.$ref === undefined) return value;
  const target = components?.[refName(value.$ref)];
  if (target === undefined) throw new Error(`The document has no ${value.$ref}.`);
  const { $ref: _, ...siblings } = value;
  // The spread keeps every keyword of T; TypeScript does not follow that through a type parameter.
  return { ...resolve(components, target), ...(siblings as Partial<T>) };
}
