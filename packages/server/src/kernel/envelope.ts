import type { Pagination } from "@fleet-api/contract";
import type { RawJson, ReplyExtras } from "./types.ts";

/** A reply of any operation, as the kernel handles it. */
export interface AnyReply extends ReplyExtras {
  readonly data?: unknown;
  readonly json?: RawJson;
  readonly pagination?: Pagination;
}

/** The JSON text of the envelope: `data`, `notices` if there are any, `pagination` of a paged list. */
export function envelope(reply: AnyReply): string {
  const data = reply.json === undefined ? JSON.stringify(reply.data) : reply.json.text;
  const notices = reply.notices?.length ? `,"notices":${JSON.stringify(reply.notices)}` : "";
  const pagination = reply.pagination === undefined ? "" : `,"pagination":${JSON.stringify(reply.pagination)}`;
  return `{"data":${data}${notices}${pagination}}`;
}
