import type { TypedValidate, Validate } from "@fleet-api/contract/validators";
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
