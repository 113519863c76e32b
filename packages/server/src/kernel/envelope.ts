import type { Pagination } from "@fleet-api/contract";
import type { RawJson } from "./reply.ts";

/** A reply of any operation, as the kernel handles it. */
export interface AnyReply {
  /** Default: the success status of the operation, where it has one only. */
  readonly status?: number;
  readonly data?: unknown;
  readonly json?: RawJson<unknown>;
  readonly notices?: readonly string[];
  readonly pagination?: Pagination;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sessionEnded?: true;
}

/** The JSON text of the envelope: `data`, `notices` if there are any, `pagination` of a paged list. */
export function envelope(reply: AnyReply): string {
  const data = reply.json === undefined ? JSON.stringify(reply.data) : reply.json.text;
  const notices = reply.notices?.length ? `,"notices":${JSON.stringify(reply.notices)}` : "";
  const pagination = reply.pagination === undefined ? "" : `,"pagination":${JSON.stringify(reply.pagination)}`;
  return `{"data":${data}${notices}${pagination}}`;
}
