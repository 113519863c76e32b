/**
 * Validators of the contract, compiled ahead: no code is made from strings at run time.
 *
 * @module
 */
import type { operations } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";

/** How many errors a validator keeps of the items of one list, or the members of one open object. */
export declare const keptErrors: number;

/**
 * Why a value was refused. All reasons are given, not only the first; but of the items of one list, or the members of
 * one open object, at most `keptErrors`.
 */
export interface ValidationError {
  /** The rule that was broken, for example `maximum`. */
  keyword: string;
  /** RFC 6901 pointer to the value, from the root of what was validated. */
  instancePath: string;
  /** The member whose name breaks a rule of names; `instancePath` is that of its object. */
  propertyName?: string;
  /** Pointer to the rule. */
  schemaPath: string;
  /** Details by keyword, for example `{ limit: 200 }`, `{ missingProperty: "username" }`, `{ allowedValues: [...] }`. */
  params: Record<string, unknown>;
  /** What the value must be, in English. */
  message?: string;
  /** The schema that the broken rule stands in. */
  parentSchema?: Record<string, unknown>;
  /** How many errors after this one were left out, those of nested lists included. */
  more?: number;
  /** The value that was refused. It may be a secret: keep it out of logs and answers. */
  data?: unknown;
}

/** Returns whether the value fits. After `false`, `errors` has the reasons until the next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}

/** A validator that also tells the compiler what a value is that fits. */
export interface TypedValidate<Type> {
  (value: unknown): value is Type;
  errors?: ValidationError[] | null;
}

// Without it, a file of declarations exports the types below as well.
export {};

type Body<Part> = Part extends { content: infer Content } ? Content[keyof Content] : never;
type ValidateBody<Part> = [Body<Part>] extends [never] ? null : TypedValidate<Body<Part>>;

/** How to read a path, query or header parameter from its text, and the validator of the value that was read. */
export interface ParameterValidator {
  readonly required: boolean;
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  /** Type of the items of an `array`; null otherwise. */
  readonly itemType: "string" | "integer" | "number" | "boolean" | null;
  /** True where a list is one value with commas, as it always is in paths and headers; else each item repeats the name. */
  readonly csv: boolean;
  /** True where the value is a secret, so that it stays out of logs and errors. */
  readonly sensitive: boolean;
  /** The value of an absent parameter; the member is missing where the contract gives no default. */
  readonly default?: unknown;
  readonly validate: Validate;
}

/** The validator of the items of a list in a request body, which are checked one by one as well. */
export interface ItemsValidator {
  /** The member of the body that has the list. */
  readonly member: string;
  readonly validate: Validate;
}

/** What the request of an operation must be: all that `@fleet-api/contract/validators/request/<operationId>` exports. */
export interface RequestValidators<Id extends OperationId = OperationId> {
  /** Of the JSON request body; null where the operation takes none. */
  readonly body: ValidateBody<operations[Id]["requestBody"]>;
  /** Of the list with `x-validated-per-item`; null where the body has none. */
  readonly items: ItemsValidator | null;
  /** Whether a request without a body is refused; false where the operation takes none. */
  readonly bodyRequired: boolean;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  readonly parameters: {
    readonly path: Readonly<Record<string, ParameterValidator>>;
    readonly query: Readonly<Record<string, ParameterValidator>>;
    /** By the names of the contract; the names of header fields are compared without regard to case. */
    readonly header: Readonly<Record<string, ParameterValidator>>;
  };
}

/** What the responses of an operation must be: all that `@fleet-api/contract/validators/response/<operationId>` exports. */
export interface ResponseValidators<Id extends OperationId = OperationId> {
  /** Of the JSON response body, by status; null where the response has none. */
  readonly responses: {
    readonly [Status in keyof operations[Id]["responses"]]: ValidateBody<operations[Id]["responses"][Status]>;
  };
}

/** The validators of one operation. */
export interface OperationValidators {
  /** Of the JSON request body; null where the operation takes none. */
  readonly body: Validate | null;
  /** Of the list with `x-validated-per-item`. @default the body has none */
  readonly items?: ItemsValidator | null;
  /** Whether a request without a body is refused; false where the operation takes none. */
  readonly bodyRequired: boolean;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  readonly parameters: RequestValidators["parameters"];
  /** Of the JSON response body, by status; null where the response has none. */
  readonly responses: Readonly<Record<number, Validate | null>>;
}

/** Of every operation, for a server. */
export declare const validators: Readonly<Record<OperationId, OperationValidators>>;
