/** Validators of the contract, compiled ahead: no code is made from strings at run time. */
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

/** How to read a path or query parameter from its text, and the validator of the value that was read. */
export interface ParameterValidator {
  readonly required: boolean;
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  /** Type of the items of an `array`; null otherwise. */
  readonly itemType: "string" | "integer" | "number" | "boolean" | null;
  /** True where a list is one value with commas; otherwise each item repeats the name. */
  readonly csv: boolean;
  /** True where the value is a secret, so that it stays out of logs and errors. */
  readonly sensitive: boolean;
  /** The value of an absent parameter; the member is missing where the contract gives no default. */
  readonly default?: unknown;
  readonly validate: Validate;
}

/** The validators of one operation. */
export interface OperationValidators {
  /** Of the JSON request body; null where the operation takes none. */
  readonly body: Validate | null;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  readonly parameters: {
    readonly path: Readonly<Record<string, ParameterValidator>>;
    readonly query: Readonly<Record<string, ParameterValidator>>;
  };
  /** Of the JSON response body, by status; null where the response has none. */
  readonly responses: Readonly<Record<number, Validate | null>>;
}

export declare const validators: Readonly<Record<OperationId, OperationValidators>>;
