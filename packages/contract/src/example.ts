/** The examples of the contract, as types. There is no behaviour here. */
import type { OperationId } from "./generated/index.ts";
import type { Problem } from "./generated/shared.ts";
import type { HandlerReplies } from "./handler.ts";

/** The example of a success of an operation: the one with data and the lowest status. */
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

type DataOf<Reply> = Reply extends { data: infer Data } ? Data : never;

/** The members that only some problems have, such as `existing_id`. */
export type ProblemExample = Omit<
  Problem,
  "type" | "title" | "status" | "detail" | "instance" | "code" | "request_id" | "timestamp"
>;
