import type { Pagination } from "@fleet-api/contract";
import type { SendEvents } from "./events.ts";

/** What a handler may reply, as types derived from the successes of its operation, and the envelope of a reply. */

/**
 * The reply of a handler: one of the successes, which are `HandlerReplies` of the contract. Its status is given where
 * there is a choice. A 304 has nothing but headers.
 */
export type ReplyOf<Successes> = {
  [Status in keyof Successes]: SuccessReply<Successes[Status]> & StatusMember<Status, keyof Successes>;
}[keyof Successes];

/** A text, or its UTF-8, which is not decoded where nobody reads it. */
export type TextOrBytes = string | Uint8Array;

export function textOf(content: TextOrBytes): string {
  return typeof content === "string" ? content : decoder.decode(content);
}

/** JSON of a `Data` that goes into the envelope as it is. Make one with `rawJson`. */
export class RawJson<Data> {
  readonly content: TextOrBytes;
  /** For the compiler alone: JSON of other data, and an object with any JSON, do not fit. */
  declare protected readonly data: Data;

  constructor(content: TextOrBytes) {
    this.content = content;
  }
}

/** Marks JSON that is known to be a `Data`, for example a listing that the database rendered. */
export function rawJson<Data>(json: TextOrBytes): RawJson<Data> {
  return new RawJson(json);
}

type SuccessReply<Success> = Success extends { event: unknown; headers: infer Headers }
  ? HeadersMember<Headers> & Events
  : EnvelopeReply<Success>;

/** Events are typed where they are encoded. */
interface Events {
  readonly events: SendEvents;
}

type EnvelopeReply<Success> = Success extends { data: infer Data; headers: infer Headers }
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
  /** The records that a bulk request is about, where they are not parts of one. */
  readonly recordIds?: readonly number[];
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
  readonly events?: SendEvents;
  readonly notices?: readonly string[];
  readonly pagination?: Pagination;
  readonly headers?: Readonly<Record<string, string>>;
  readonly recordId?: number;
  readonly recordIds?: readonly number[];
  readonly sessionEnded?: true;
}

/** The JSON of the envelope: `data`, `notices` if there are any, `pagination` of a paged list. */
export function envelope(reply: AnyReply): TextOrBytes {
  const data = reply.json === undefined ? JSON.stringify(reply.data) : reply.json.content;
  const notices = reply.notices?.length ? `,"notices":${JSON.stringify(reply.notices)}` : "";
  const pagination = reply.pagination === undefined ? "" : `,"pagination":${JSON.stringify(reply.pagination)}`;
  const end = `${notices}${pagination}}`;
  return typeof data === "string" ? `${start}${data}${end}` : enclose(data, encoder.encode(end));
}

const start = '{"data":';
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const startBytes = encoder.encode(start);

/** Data that the database sent is not decoded and encoded again, which would take a quarter of the time of a list. */
function enclose(data: Uint8Array, end: Uint8Array): Uint8Array {
  const whole = new Uint8Array(startBytes.length + data.length + end.length);
  whole.set(startBytes);
  whole.set(data, startBytes.length);
  whole.set(end, startBytes.length + data.length);
  return whole;
}
