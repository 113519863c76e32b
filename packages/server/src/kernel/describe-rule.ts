/** What a broken rule says of the value, as text for people. Values themselves are never repeated: they may be secret. */
import type { Finding } from "@fleet-api/contract";
import type { ValidationError } from "@fleet-api/contract/validators";
import { describeTime } from "./describe-time.ts";

/** The schema that a broken rule stands in, as far as texts are made from it. */
interface RuleSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  /** What a pattern means, in words that follow "must be". */
  readonly "x-expected"?: string;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "an RFC 3339 date and time of the years 1 to 9999 in UTC",
  date: "a date in the form YYYY-MM-DD",
  email: "an e-mail address",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  time: "an RFC 3339 time",
  uri: "a URI",
  uuid: "a UUID",
};

/** What the value must be: one sentence without a full stop, for example `must be an integer from 1 to 200`. */
export function describeRule(error: ValidationError): string {
  const schema = schemaOf(error);
  const { params, keyword } = error;
  if (keyword === "required") return "is required";
  if (keyword === "enum") return `must be one of ${allowedValues(error)?.join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "pattern") return `must ${describePattern(schema) ?? `match ${String(params["pattern"])}`}`;
  if (keyword === "format" && (params["format"] === "date-time" || params["format"] === "date"))
    return describeTime(error.data) ?? `must be ${formats[params["format"]]}`;
  if (keyword === "format")
    return `must be ${formats[String(params["format"])] ?? `in the format ${String(params["format"])}`}`;
  if (keyword === "type" || keyword in bounds) return kindOfValue(schema) ?? error.message ?? "breaks the contract";
  if (keyword === "uniqueItems")
    return `must not have an item twice; items ${[params["i"], params["j"]].toSorted().join(" and ")} are equal`;
  if (keyword === "minProperties") return `must have at least ${counted(params["limit"])}`;
  if (keyword === "maxProperties") return `must have at most ${counted(params["limit"])}`;
  return error.message ?? "breaks the contract";
}

function counted(limit: unknown): string {
  return limit === 1 ? "1 property" : `${limit} properties`;
}

const codes = new Map<string, Finding["code"]>(
  Object.entries({
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
  } as const),
);

/** The code of the rule that a value breaks, by the JSON Schema keyword of the rule. */
export function codeOfRule({ keyword }: ValidationError): Finding["code"] {
  return codes.get(keyword) ?? "invalid";
}

/** The accepted values, where they are a closed list. */
export function allowedValues({ keyword, params }: ValidationError): string[] | null {
  const values: unknown = params["allowedValues"];
  return keyword === "enum" && Array.isArray(values) ? values.map(String).slice(0, 200) : null;
}

/** The schema around the broken rule; an empty one if the validators were compiled without it. */
export function schemaOf(error: ValidationError & { parentSchema?: RuleSchema }): RuleSchema {
  return error.parentSchema ?? {};
}

const bounds = { minimum: 0, maximum: 0, minLength: 0, maxLength: 0, minItems: 0, maxItems: 0 };

/** People read no regular expressions, so the contract says what most of them mean. */
function describePattern(schema: RuleSchema): string | null {
  const expected = schema["x-expected"];
  return expected === undefined ? null : `be ${expected}`;
}

function kindOfValue(schema: RuleSchema): string | null {
  if (schema.enum) return `must be one of ${schema.enum.join(", ")}`;
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return null;
  return `must be ${types.map((type) => oneKind(type, schema)).join(" or ")}`;
}

function oneKind(type: string, schema: RuleSchema): string {
  if (type === "integer") return `an integer${range(schema.minimum, schema.maximum)}`;
  if (type === "number") return `a number${range(schema.minimum, schema.maximum)}`;
  if (type === "string") return `a string${size(schema.minLength, schema.maxLength, "character")}`;
  if (type === "array") return `a list${size(schema.minItems, schema.maxItems, "item")}`;
  if (type === "boolean") return "true or false";
  return type === "object" ? "an object" : type;
}

function range(low: number | undefined, high: number | undefined): string {
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return ` of at least ${low}`;
  return high === undefined ? "" : ` of at most ${high}`;
}

function size(low: number | undefined, high: number | undefined, unit: string): string {
  const units = (high ?? low) === 1 ? unit : `${unit}s`;
  if (low !== undefined && high !== undefined)
    return low === high ? ` of ${low} ${units}` : ` of ${low} to ${high} ${units}`;
  if (low !== undefined) return ` of at least ${low} ${units}`;
  return high === undefined ? "" : ` of at most ${high} ${units}`;
}
