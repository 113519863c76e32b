/** What handlers get and give, as types derived from the contract. There is no behaviour here. */
import type {
  HandlerInput,
  HandlerReplies,
  OperationId,
  OperationTypes,
  Pagination,
  Problem,
  ProblemCode,
} from "@fleet-api/contract";

/** Members of a problem that its code does not imply. Those that a code usually has come from the example of the contract. */
export type ProblemMembers = Partial<
  Omit<Problem, "type" | "title" | "status" | "instance" | "code" | "request_id" | "timestamp">
>;

/** An answer with a problem of the contract; made by `problem`. */
export interface ProblemAnswer<Code extends ProblemCode = ProblemCode> {
  readonly problem: Code;
  readonly members: ProblemMembers;
}

/**
 * How a call fails:
 *
 * - `"network"`: `fetch` rejects as it does when the network fails
 * - `"hang"`: there is no response until the signal of the request aborts
 * - `problem(...)`: a problem that the operation documents
 * - a `Response`: anything that the contract does not have, such as the HTML page of a proxy
 */
export type Failure<Code extends ProblemCode = ProblemCode> = "network" | "hang" | Response | ProblemAnswer<Code>;

/** The codes of the problems that an operation documents. */
export type CodeOf<Id extends OperationId> = Extract<OperationTypes[Id]["failure"], { kind: "http" }>["error"]["code"];

/** The codes that every operation documents. */
type CommonCode = { [Id in OperationId]: (code: CodeOf<Id>) => void }[OperationId] extends (
  code: infer Code extends ProblemCode,
) => void
  ? Code
  : never;

/** How calls of an operation can be made to fail; with `"*"` those of every operation. */
export type FailureOf<Target extends OperationId | "*"> = Failure<
  Target extends OperationId ? CodeOf<Target> : CommonCode
>;

/** What a handler gets: parameters and body as the contract types them, defaults filled in. */
export type HandlerRequest<Id extends OperationId> = HandlerInput<Id> & {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
};

/** What a handler gives. */
export type HandlerAnswer<Id extends OperationId> = ReplyOf<HandlerReplies<Id>> | Failure<CodeOf<Id>>;

/** Answers the calls of one operation. */
export type Handler<Id extends OperationId> = (
  request: HandlerRequest<Id>,
) => HandlerAnswer<Id> | Promise<HandlerAnswer<Id>>;

/** Handlers by operation id. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };

type ReplyOf<Replies> = {
  [Status in keyof Replies]: Reply<Replies[Status]> & StatusMember<Status, keyof Replies>;
}[keyof Replies];

type Reply<Success> = Success extends { data: infer Data }
  ? Headed & ([Data] extends [null] ? { readonly data?: null } : Content<Data> & Paging<Success>)
  : Success extends { event: infer Event }
    ? Events<Event>
    : never;

/** What a stream sends before it ends. */
interface Events<Event> {
  readonly events: readonly Event[];
}

/** The status is given where there is a choice. A 304 need not be chosen: the server compares `If-None-Match`. */
type StatusMember<Status, All> = [Exclude<All, 304>] extends [Status]
  ? { readonly status?: Status }
  : { readonly status: Status };

interface Headed {
  /** Added to those that the contract requires, which have defaults. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Content<Data> {
  readonly data: Data;
  /** Informational messages, `code: text`. */
  readonly notices?: readonly string[];
}

type Paging<Success> = Success extends { pagination: Pagination }
  ? {
      /** With it, `data` is one page; without it, `data` is the whole list and the server cuts the page out. */
      readonly pagination?: Pick<Pagination, "total"> & Partial<Pagination>;
    }
  : unknown;

/**
 * Handlers that give no member which the contract does not have. The compiler alone accepts further members in what a
 * function returns.
 */
export type Exact<Given> = {
  readonly [Id in keyof Given]: string extends Id
    ? unknown
    : Id extends OperationId
      ? ExactHandler<Id, Given[Id]>
      : never;
};

type ExactHandler<Id extends OperationId, Given> = Given extends (...input: never) => infer Result
  ? IsAny<Awaited<Result>> extends true
    ? unknown
    : ExactReply<Extract<Awaited<Result>, { data: unknown }>, Extract<ReplyOf<HandlerReplies<Id>>, { data?: unknown }>>
  : unknown;

/** A mock without types gives `any`. */
type IsAny<Value> = 0 extends 1 & Value ? true : false;

type ExactReply<Given extends { data: unknown }, Wanted extends { data?: unknown }> = [
  Further<Given, Wanted> | Further<Given["data"], Wanted["data"]>,
] extends [never]
  ? unknown
  : { readonly unknownMember: Further<Given, Wanted> | Further<Given["data"], Wanted["data"]> };

/** Names of members that are given, but not wanted. Of lists, those of their items. */
type Further<Given, Wanted> = Exclude<NamesOf<ItemOf<Given>>, NamesOf<ItemOf<Wanted>>>;

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

type NamesOf<Value> = Value extends unknown ? keyof Value : never;
