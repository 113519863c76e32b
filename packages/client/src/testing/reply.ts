import { type AnswerContext, answerWith, breach, refuseBreaches } from "./answer.ts";
import type { Operation } from "./operation-table.ts";
import type { ReadRequest } from "./read-request.ts";

/** A reply with a success, as any handler gives it. */
export interface Reply {
  readonly status?: number;
  readonly data?: unknown;
  /** Those of a stream, which then ends. */
  readonly events?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly notices?: readonly string[];
  readonly pagination?: Readonly<Record<string, unknown>>;
}

const NOT_MODIFIED = 304;

/** The response of a success. Throws where the reply breaks the contract. */
export function successResponse(
  operation: Operation,
  reply: Reply,
  { query, headers: sent }: ReadRequest,
  context: AnswerContext,
): Response {
  const { status = onlySuccess(operation), ...content } = reply;
  if (status === undefined || !operation.row.success.includes(status)) {
    const given = status === undefined ? "no status" : `the status ${status}`;
    throw breach(operation, [`it has ${given}; the statuses are ${operation.row.success.join(", ")}`]);
  }
  if (operation.row.stream) return streamResponse(operation, content.events, context);
  const text = status === NOT_MODIFIED ? null : envelope(operation, content, query);
  const headers = { ...ownHeaders(operation, content.data, text), ...reply.headers };
  const { etag } = headers;
  const isKnown = etag !== undefined && knows(sent["If-None-Match"], etag);
  if (text === null || (isKnown && operation.row.success.includes(NOT_MODIFIED)))
    return answerWith(context, NOT_MODIFIED, null, { ...(etag !== undefined && { etag }) }, null);
  refuseBreaches(operation, status, text);
  return answerWith(context, status, "application/json", headers, text);
}

/** A stream with events, each held to the contract. A client connects again afterwards. */
function streamResponse(operation: Operation, events: readonly unknown[] = [], context: AnswerContext): Response {
  const frames = events.map((each) => {
    refuseBreaches(operation, 200, json(operation, Object(each)));
    const { event, id, data }: { event?: unknown; id?: unknown; data?: unknown } = Object(each);
    return `event: ${String(event)}\nid: ${String(id)}\ndata: ${json(operation, Object(data))}\n\n`;
  });
  return answerWith(context, 200, "text/event-stream", {}, frames.join(""));
}

/** What a handler means that names no status: the one that there is, besides 304. */
function onlySuccess({ row }: Operation): number | undefined {
  const [only, ...others] = row.success.filter((status) => status !== NOT_MODIFIED);
  return others.length === 0 ? only : undefined;
}

function envelope(operation: Operation, reply: Omit<Reply, "status">, query: ReadRequest["query"]): string {
  const { headers: _headers, ...content } = reply;
  if (!operation.row.paged || !Array.isArray(content.data)) return json(operation, content);
  const page = pageOf({ ...content, data: content.data }, query);
  const size = Number(page.pagination["per_page"]);
  if (page.data.length > size) {
    const finding = `/data has ${page.data.length} items, but per_page is ${size}; leave pagination out to have the list cut`;
    throw breach(operation, [finding]);
  }
  return json(operation, { ...content, ...page });
}

/** Dates become texts, and members that are undefined are left out, as on the wire. */
function json(operation: Operation, value: object): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw breach(operation, ["it is not JSON"], cause);
  }
}

/** The headers that the contract requires: those of its example, for this record. */
function ownHeaders({ example }: Operation, data: unknown, text: string | null): Record<string, string> {
  const { id, version = 1, updated_at }: { id?: unknown; version?: unknown; updated_at?: unknown } = Object(data);
  const time = Date.parse(String(updated_at)) || 0;
  const { etag, location } = example.headers;
  return {
    ...example.headers,
    ...(etag !== undefined && text !== null && { etag: `"v${Number(version)}-${time}-${digest(text)}"` }),
    ...(location !== undefined && id !== undefined && { location: location.replace(/[^/]+$/, String(id)) }),
  };
}

/** FNV-1a: an entity tag changes with everything that the response shows. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The weak comparison of RFC 9110 section 13.1.2. */
function knows(ifNoneMatch: unknown, etag: string): boolean {
  const field = String(ifNoneMatch ?? "");
  const tags: readonly string[] = field.match(/"[^"]*"/g) ?? [];
  return field === "*" || tags.includes(etag.replace(/^W\//, ""));
}

/** The example of the contract, about the records that the path names. */
export function defaultReply({ example, row }: Operation, { path, query }: ReadRequest): Reply {
  const { status, idParameter } = example;
  const data: unknown = structuredClone(example.data);
  if (row.stream) return { events: [data] };
  for (const record of [data].flat()) {
    if (typeof record !== "object" || record === null) continue;
    for (const [name, value] of Object.entries(path)) {
      if (Object.hasOwn(record, name)) Reflect.set(record, name, value);
    }
    if (idParameter !== null) Reflect.set(record, "id", path[idParameter]);
    if ("next_cursor" in record) endAfter(record, query);
  }
  return { status, data };
}

/** The example of a feed or of a list by cursor comes without a cursor, and nothing after it. */
function endAfter(record: object & { next_cursor?: unknown }, { cursor, from }: ReadRequest["query"]): void {
  Object.assign(record, { has_more: false });
  // In a feed of changes, it skips all records; in other operations, it is an instant.
  const isSkipped = "changes" in record && from !== undefined;
  if (cursor === undefined && !isSkipped) return;
  // That of a list by cursor is null: the list has an end.
  if (cursor !== undefined && record.next_cursor !== null) record.next_cursor = cursor;
  for (const [name, value] of Object.entries(record)) if (Array.isArray(value)) Reflect.set(record, name, []);
}

/** The members of a reply of any paged operation, as a handler gives them. */
interface PagedReply {
  readonly data: readonly unknown[];
  readonly pagination?: Readonly<Record<string, unknown>>;
}

/** The page that a query asks for. Without `pagination`, `data` is the whole list. */
function pageOf({ data, pagination }: PagedReply, query: Readonly<Record<string, unknown>>): Required<PagedReply> {
  const { page, per_page } = query;
  if (pagination !== undefined) return { data, pagination: { page, per_page, ...pagination } };
  const size = Number(per_page);
  const start = (Number(page) - 1) * size;
  // `limit` counts over all pages of the listing.
  const end = Math.min(start + size, Number(query["limit"] ?? Infinity));
  return { data: data.slice(start, Math.max(start, end)), pagination: { page, per_page, total: data.length } };
}
