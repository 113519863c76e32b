import type { OperationId, operations } from "@fleet-api/contract";
import { type TypedValidate, type Validate, validators } from "@fleet-api/contract/validators";
import { errorsOf, pathOf } from "./findings.ts";

/** A validator that many libraries take: https://standardschema.dev, version 1. */
export interface StandardSchema<Input, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "fleet-api";
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** Types only; not there at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The value, unchanged, or why it does not fit. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One reason. */
export interface StandardIssue {
  /** What the contract wants, without the value: `must be integer`. */
  readonly message: string;
  /** Names and indexes that lead to the place. */
  readonly path: readonly (string | number)[];
}

/**
 * A compiled validator as a Standard Schema, synchronous, that changes nothing. In a bundle it brings along what this one
 * validator needs: `import { body } from "@fleet-api/contract/validators/request/authLogin"`.
 */
export function standardSchema<Type>(check: TypedValidate<Type> | Validate): StandardSchema<Type> {
  return {
    "~standard": {
      version: 1,
      vendor: "fleet-api",
      validate(value) {
        const issues = errorsOf(check, value, "closed").map((error) => ({
          message: error.message ?? error.keyword,
          path: pathOf(error).map((name) => (/^(0|[1-9]\d*)$/.test(name) ? Number(name) : name)),
        }));
        return issues.length > 0 ? { issues } : { value: checked<Type>(value) };
      },
    },
  };
}

/** The validator was compiled from the schema that the type was generated from. */
function checked<Type>(value: unknown): Type {
  return value as Type;
}

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
