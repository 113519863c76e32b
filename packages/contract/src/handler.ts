/** What a server implements, as types: one input and one result per operation. */
import type { HandlerTypes } from "./built/handlers.ts";
import type { OperationId } from "./generated/index.ts";

/**
 * Input of the handler of an operation: path, query and header parameters parsed to their types, defaults of the contract
 * applied, absent optional ones left out; `body` is undefined where the operation takes none.
 */
export type HandlerInput<Id extends OperationId> = Pick<HandlerTypes[Id], "path" | "query" | "headers" | "body">;

/** `data` of the success envelope of an operation. */
export type HandlerData<Id extends OperationId> = HandlerTypes[Id]["data"];

/** The whole success body of an operation: `data`, `notices`, and `pagination` where it is paged. */
export type HandlerResponse<Id extends OperationId> = HandlerTypes[Id]["response"];
