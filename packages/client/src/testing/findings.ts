import type { Finding } from "@fleet-api/contract";
import type { Validate, ValidationError } from "@fleet-api/contract/validators";
import { withoutSecondFormat } from "../validate/findings.ts";

/** The codes of findings, by the JSON Schema keyword that a value breaks. */
const codes: Readonly<Record<string, Finding["code"]>> = {
  required: "required",
  dependentRequired: "required",
  type: "type",
  enum: "enum",
  const: "const",
  format: "format",
  pattern: "pattern",
  minLength: "min_length",
  maxLength: "max_length",
  minimum: "minimum",
  exclusiveMinimum: "minimum",
  maximum: "maximum",
  exclusiveMaximum: "maximum",
  multipleOf: "multiple_of",
  minItems: "min_items",
  maxItems: "max_items",
  uniqueItems: "unique_items",
  minProperties: "min_properties",
  maxProperties: "max_properties",
  additionalProperties: "unknown_property",
  unevaluatedProperties: "unknown_property",
};

/** Where a parameter stands. */
export type ParameterPlace = "path" | "query" | "header";

/** A finding outside of the body. */
export function parameterFinding(
  place: ParameterPlace,
  name: string,
  code: Finding["code"],
  detail: string,
  allowed: string[] | null = null,
): Finding {
  return { in: place, pointer: null, name, code, detail, allowed_values: allowed };
}

/** The rules that a parameter breaks. */
export function checkParameter(place: ParameterPlace, name: string, validate: Validate, value: unknown): Finding[] {
  return errorsOf(validate, value).map((error) =>
    parameterFinding(place, name, codeOf(error), detailOf(error), allowedValues(error)),
  );
}

/** A finding in the body. */
export function bodyFinding(
  pointer: string,
  code: Finding["code"],
  detail: string,
  allowed: string[] | null = null,
): Finding {
  return { in: "body", pointer, name: null, code, detail, allowed_values: allowed };
}

/** The rules that a body breaks. */
export function checkBody(validate: Validate, body: unknown): Finding[] {
  // The rule that a name breaks is an error of its own, before this one.
  return errorsOf(validate, body)
    .filter(({ keyword }) => keyword !== "propertyNames")
    .map((error) => bodyFinding(pointerOf(error), codeOf(error), detailOf(error), allowedValues(error)));
}

/** Everything that a value breaks, as text: `/data/0/id must be integer`. */
export function describeErrors(validate: Validate, value: unknown): string[] {
  return errorsOf(validate, value).map((error) => `${pointerOf(error) || "/"} ${detailOf(error)}`);
}

function errorsOf(validate: Validate, value: unknown): readonly ValidationError[] {
  return validate(value) ? [] : withoutSecondFormat(validate.errors);
}

/** The place of a value, of a member that is missing, or of one that should not be there (RFC 6901). */
function pointerOf({ instancePath, params, propertyName }: ValidationError): string {
  const member = propertyName ?? params["missingProperty"] ?? params["additionalProperty"];
  if (typeof member !== "string") return instancePath;
  return `${instancePath}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function codeOf({ keyword }: ValidationError): Finding["code"] {
  return codes[keyword] ?? "invalid";
}

/** What is wrong, without the value: it may be a secret. */
function detailOf(error: ValidationError): string {
  if (error.keyword === "required") return "is required";
  if (error.keyword === "additionalProperties") return "is an unknown property";
  const allowed = allowedValues(error);
  return allowed === null ? (error.message ?? "breaks the contract") : `must be one of ${allowed.join(", ")}`;
}

function allowedValues({ keyword, params }: ValidationError): string[] | null {
  const values: unknown = params["allowedValues"];
  return keyword === "enum" && Array.isArray(values) ? values.map(String) : null;
}
