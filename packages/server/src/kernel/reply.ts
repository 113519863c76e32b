/**
 * What a handler may reply, as types derived from the successes of its operation. There is no behaviour here except
 * what makes `RawJson`.
 */

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
  ({ readonly data: Data; readonly json?: never } | { readonly json: RawJson<Data>; readonly data?: never });

interface Notices {
  /** Informational messages, `code: text`; an empty list is left out. */
  readonly notices?: readonly string[];
}

/** Exactly on pages. */
type Paging<Success> = Success extends { pagination: infer Pagination }
  ? { readonly pagination: Pagination }
  : { readonly pagination?: never };
