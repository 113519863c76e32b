import type { OperationId, operations } from "@fleet-api/contract";
import { validators } from "@fleet-api/contract/validators";
import { type StandardSchema, standardSchema } from "./standard-schema.ts";

type Responses<Id extends OperationId> = operations[Id]["responses"];

type Body<Part> = Part extends { content: infer Content } ? Content[keyof Content] : never;

/** The statuses of an operation whose answers have a body. */
export type ResponseSchemaStatus<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: [Body<Responses<Id>[Status]>] extends [never] ? never : Status;
}[keyof Responses<Id>] &
  number;

/** The operations that take a body. */
export type RequestSchemaId = {
  [Id in OperationId]: [Body<operations[Id]["requestBody"]>] extends [never] ? never : Id;
}[OperationId];

/**
 * The whole JSON body of a response, envelope or problem, as a Standard Schema. Unknown members pass, unknown values of
 * enums do not: the type does not have them. Throws a `TypeError` where the contract has no such body.
 * Brings the validators of all operations into a bundle; {@link standardSchema} takes those of one.
 */
export function responseSchema<Id extends OperationId, Status extends ResponseSchemaStatus<Id>>(
  operationId: Id,
  status: Status,
): StandardSchema<Body<Responses<Id>[Status]>> {
  const check = validators[operationId]?.responses[status];
  if (!check) throw new TypeError(`the contract has no body for status ${status} of ${operationId}`);
  return standardSchema(check);
}

/**
 * The JSON body of a request as a Standard Schema, for example of a form. Unknown members are refused where the contract
 * closes the body. Throws a `TypeError` for an operation that takes none. Brings the validators of all operations
 * into a bundle; {@link standardSchema} takes those of one.
 */
export function requestSchema<Id extends RequestSchemaId>(
  operationId: Id,
): StandardSchema<Body<operations[Id]["requestBody"]>> {
  const check = validators[operationId]?.body;
  if (!check) throw new TypeError(`${operationId} takes no body`);
  return standardSchema(check);
}
