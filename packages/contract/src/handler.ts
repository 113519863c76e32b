/** What a server implements, as types: one input per operation, and one reply per success of it. */
import type { HandlerTypes } from "./built/handlers.ts";
import type { OperationId } from "./generated/index.ts";

/**
 * Input of the handler of an operation: path, query and header parameters parsed to their types, defaults of the contract
 * applied, absent optional ones left out; `body` is undefined where the operation takes none.
 */
export type HandlerInput<Id extends OperationId> = Pick<HandlerTypes[Id], "path" | "query" | "headers" | "body">;

/**
 * What the handler of an operation may reply, by success status: `data` of the envelope (null for 304), the headers
 * that the handler has to give, by lower-case name, and `pagination` of a page.
 */
export type HandlerReplies<Id extends OperationId> = HandlerTypes[Id]["replies"];
