import {
  type Authentication,
  authenticationOf,
  type DocumentOperation,
  type Header,
  type OpenApiDocument,
  type OperationEntry,
  operationsOf,
  type Parameter,
  type Provenance,
  type RequestBody,
  resolve,
  type Schema,
  type Verb,
} from "./document.ts";

/** A tag of the contract with its operations. */
export interface Group {
  /** Folder name and slug, such as `unit_groups`. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** The body of a request or a response. */
interface Body {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Reply {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly { name: string; header: Header }[];
  /** Null for a response without one. */
  readonly body: Body | null;
  readonly provenance: Provenance;
  readonly links: readonly ReplyLink[];
}

/** A call that a response leads to. */
interface ReplyLink {
  /** Operation id. */
  readonly operation: string;
  readonly description: string;
  /** Runtime expressions by the parameter that takes their value: `path.unit_id`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** An error that an operation can return, with the example of it. */
interface OperationError {
  readonly code: string;
  readonly status: number;
  /** Names of the headers that the response has, or may have. */
  readonly headers: readonly string[];
  readonly example: unknown;
}

/** One operation of the contract, with its references resolved except those to schemas. */
export interface Operation {
  readonly id: string;
  readonly verb: Verb;
  readonly path: string;
  /** Title and slug of its resource group. */
  readonly group: { readonly title: string; readonly slug: string };
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly provenance: Provenance;
  readonly auth: Authentication;
  /** `units.view`, `self` for any logged-in user, null where none is needed. */
  readonly permission: string | null;
  readonly parameters: readonly Parameter[];
  readonly body:
    | (Body & { readonly required: boolean; readonly description: string; readonly maxBytes: number | null })
    | null;
  /** The 2xx and 3xx responses. */
  readonly replies: readonly Reply[];
  readonly errors: readonly OperationError[];
  /** Whether it returns a page of a list. */
  readonly paged: boolean;
  /** Whether it responds with a stream of events. */
  readonly stream: boolean;
}

/** The slug of a resource group: the name of its folder in the contract. */
function groupSlug(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "_");
}

/** The resource groups in the order of the contract, with their operations in the order of its paths. */
export function readGroups(document: OpenApiDocument): Group[] {
  const operations = operationsOf(document).map((entry) => readOperation(document, entry));
  return (document.tags ?? []).map(({ name, description = "" }) => ({
    slug: groupSlug(name),
    title: name,
    description,
    operations: operations.filter(({ group }) => group.title === name),
  }));
}

function readOperation(document: OpenApiDocument, { path, verb, operation, parameters }: OperationEntry): Operation {
  const title = operation.tags?.[0] ?? "";
  const permission = operation["x-permission"];
  const replies = readReplies(document, operation);
  return {
    id: operation.operationId,
    verb,
    path,
    group: { title, slug: groupSlug(title) },
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated ?? false,
    provenance: operation["x-provenance"] ?? "designed",
    auth: authenticationOf(document, operation),
    permission:
      permission === undefined || permission === "self"
        ? (permission ?? null)
        : `${permission.resource}.${permission.action}`,
    parameters,
    body: readBody(operation.requestBody),
    replies,
    errors: readErrors(operation),
    paged: replies.some(({ body }) => body !== null && hasPagination(document, body.schema)),
    stream: replies.some(({ body }) => body?.mediaType === "text/event-stream"),
  };
}

function hasPagination(document: OpenApiDocument, schema: Schema): boolean {
  return resolve(document, schema).properties?.["pagination"] !== undefined;
}

function readBody(body: RequestBody | undefined): Operation["body"] {
  const [mediaType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  if (body === undefined || mediaType === undefined || content === undefined) return null;
  return {
    mediaType,
    schema: content.schema,
    example: Object.values(content.examples ?? {})[0]?.value,
    required: body.required ?? false,
    description: body.description ?? "",
    maxBytes: body["x-max-body-bytes"] ?? null,
  };
}

function readReplies(document: OpenApiDocument, operation: DocumentOperation): Reply[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => {
      const [mediaType, content] = Object.entries(response.content ?? {})[0] ?? [];
      const example = Object.values(content?.examples ?? {})[0]?.value;
      return {
        status: Number(status),
        description: response.description ?? "",
        headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({
          name,
          header: resolve(document, header),
        })),
        body: mediaType === undefined || content === undefined ? null : { mediaType, schema: content.schema, example },
        provenance: response["x-provenance"] ?? operation["x-provenance"] ?? "designed",
        links: Object.values(response.links ?? {}).map(({ operationId = "", description = "", parameters = {} }) => ({
          operation: operationId,
          description,
          parameters,
        })),
      };
    });
}

function readErrors(operation: DocumentOperation): OperationError[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const examples = Object.values(Object.values(response.content ?? {})[0]?.examples ?? {});
      return (response["x-problem-codes"] ?? []).map((code) => ({
        code,
        status: Number(status),
        headers: Object.keys(response.headers ?? {}),
        example: examples.find(({ value }) => codeOf(value) === code)?.value,
      }));
    });
}

function codeOf(problem: unknown): unknown {
  return typeof problem === "object" && problem !== null && "code" in problem ? problem.code : undefined;
}
