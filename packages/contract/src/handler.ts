/** What a server implements, as types: one input and one result per operation. */
import type { HandlerTypes } from "./built/handlers.ts";
import type { OperationId } from "./generated/index.ts";

/**
 * Input of the handler of an operation: path, query and header parameters parsed to their types, defaults of the contract
 * applied, absent optional ones left out; `body` is undefined where the operation takes none.
 */
export type HandlerInput<Id extends OperationId> = Pick<HandlerTypes[Id], "path" | "query" | "headers" | "body">;

/** The success statuses of an operation. */
export type HandlerStatus<Id extends OperationId> = keyof HandlerTypes[Id]["replies"];

/**
 * What the handler of an operation may reply, by success status: `data` of the envelope, the whole body as `response`
 * (both null for a status without a body), and the headers that the handler has to give, by lower-case name.
 */
export type HandlerReplies<Id extends OperationId> = HandlerTypes[Id]["replies"];

/** `data` of the success envelope of an operation; of all its statuses unless one is named. */
export type HandlerData<
  Id extends OperationId,
  Status extends HandlerStatus<Id> = HandlerStatus<Id>,
> = HandlerReplies<Id>[Status] extends { data: infer Data } ? Data : never;

/** The whole success body of an operation: `data`, `notices`, and `pagination` where it is paged. */
export type HandlerResponse<
  Id extends OperationId,
  Status extends HandlerStatus<Id> = HandlerStatus<Id>,
> = HandlerReplies<Id>[Status] extends { response: infer Body } ? Body : never;
