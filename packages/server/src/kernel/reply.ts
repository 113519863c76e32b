import type { Pagination } from "@fleet-api/contract";

/** What a handler may reply, as types derived from the successes of its operation, and the envelope of a reply. */

/**
 * The reply of a handler: one of the successes, which are `HandlerReplies` of the contract. Its status is given where
 * there is a choice. A 304 has nothing but headers.
 */
export type ReplyOf<Successes> = {
  [Status in keyof Successes]: SuccessReply<Successes[Status]> & StatusMember<Status, keyof Successes>;
}[keyof Successes];

/** JSON text of a `Data` that goes into the envelope as it is. Make one with `rawJson`. */
export class RawJson<Data> {
  readonly text: string;
  /** For the compiler alone: text of other data, and an object with any text, do not fit. */
  declare protected readonly data: Data;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks `text` as JSON that is known to be a `Data`, for example a listing that the database rendered. */
export function rawJson<Data>(text: string): RawJson<Data> {
  return new RawJson(text);
}

type SuccessReply<Success> = Success extends { data: infer Data; headers: infer Headers }
  ? SessionEnd & HeadersMember<Headers> & ([Data] extends [null] ? NoContent : Content<Data> & Paging<Success>)
  : never;

/** 304 need not be chosen: the kernel answers with it when the caller has the record already. */
type StatusMember<Status, All> = [Exclude<All, 304>] extends [Status]
  ? { readonly status?: Status }
  : { readonly status: Status };

interface SessionEnd {
  /** The session of the caller has ended: a newer token, if there is one, is not handed out. */
  readonly sessionEnded?: true;
}

/** By lower-case name, for example `etag`, or `authorization` of a login. */
type HeadersMember<Headers> =
  Record<never, never> extends Headers
    ? { readonly headers?: Readonly<Headers> }
    : { readonly headers: Readonly<Headers> };

type NoContent = { readonly [Name in "data" | "json" | "notices" | "pagination"]?: never };

type Content<Data> = Notices &
  ShownRecord &
  ({ readonly data: Data; readonly json?: never } | { readonly json: RawJson<Data>; readonly data?: never });

interface Notices {
  /** Informational messages, `code: text`; an empty list is left out. */
  readonly notices?: readonly string[];
}

interface ShownRecord {
  /** The record that was created or changed; a request with an `Idempotency-Key` is about one. */
  readonly recordId?: number;
}

/** Exactly on pages. */
type Paging<Success> = Success extends { pagination: infer Page }
  ? { readonly pagination: Page }
  : { readonly pagination?: never };

/** A reply of any operation, as the kernel handles it. */
export interface AnyReply {
  /** Default: the success status of the operation, where it has one only. */
  readonly status?: number;
  readonly data?: unknown;
  readonly json?: RawJson<unknown>;
  readonly notices?: readonly string[];
  readonly pagination?: Pagination;
  readonly headers?: Readonly<Record<string, string>>;
  readonly recordId?: number;
  readonly sessionEnded?: true;
}

/** The JSON text of the envelope: `data`, `notices` if there are any, `pagination` of a paged list. */
export function envelope(reply: AnyReply): string {
  const data = reply.json === undefined ? JSON.stringify(reply.data) : reply.json.text;
  const notices = reply.notices?.length ? `,"notices":${JSON.stringify(reply.notices)}` : "";
  const pagination = reply.pagination === undefined ? "" : `,"pagination":${JSON.stringify(reply.pagination)}`;
  return `{"data":${data}${notices}${pagination}}`;
}
