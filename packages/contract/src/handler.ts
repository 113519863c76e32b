import type { HandlerTypes } from "./built/handlers.ts";
import type { OperationId } from "./generated/index.ts";
import type { Problem } from "./generated/shared.ts";

/** What a server implements, as types: one input per operation, and one reply per success of it. */

/**
 * Input of the handler of an operation: path, query and header parameters parsed to their types, defaults of the contract
 * applied, absent optional ones left out; `body` is undefined where the operation takes none.
 */
export type HandlerInput<Id extends OperationId> = Pick<HandlerTypes[Id], "path" | "query" | "headers" | "body">;

/**
 * What the handler of an operation may reply, by success status: `data` of the envelope (null for 304), or `event` of a stream;
 * the headers that the handler has to give, by lower-case name, and `pagination` of a page.
 */
export type HandlerReplies<Id extends OperationId> = HandlerTypes[Id]["replies"];

/** The examples of the contract, as types. There is no behaviour here. */

/** The example of a success of an operation: the one with data and the lowest status. Of a stream, `data` is one event. */
export type SuccessExample<Id extends OperationId> = {
  [Status in Exclude<keyof HandlerReplies<Id>, 304>]: {
    readonly status: Status;
    readonly data: DataOf<HandlerReplies<Id>[Status]>;
    /** The headers that a handler gives, by lower-case name. */
    readonly headers: Readonly<Record<string, string>>;
    /** The path parameter that is the `id` of the record in `data`; null without one. */
    readonly idParameter: string | null;
  };
}[Exclude<keyof HandlerReplies<Id>, 304>];

type DataOf<Reply> = Reply extends { data: infer Data } ? Data : Reply extends { event: infer Event } ? Event : never;

/** The members that only some problems have, such as `existing_id`. */
export type ProblemExample = Omit<
  Problem,
  "type" | "title" | "status" | "detail" | "instance" | "code" | "request_id" | "timestamp"
>;
