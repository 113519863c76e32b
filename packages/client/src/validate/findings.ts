import type { Validate, ValidationError } from "@fleet-api/contract/validators";
import type { AnyResult } from "../call/result.ts";

/** One place that breaks the contract. Never a value: it may be a secret, and it may be data of people. */
export interface ContractFinding {
  /** Where it is: in the response, or in a part of the call. */
  readonly in: "response" | "body" | "path" | "query" | "header";
  /** RFC 6901 pointer from the root of that part, for example `/data/0/id`. Names that may be values are `*`. */
  readonly pointer: string;
  /** The rule that was broken, for example `type`, `required` or `maximum`; `unknown` for a parameter without one. */
  readonly rule: string;
  /** What the contract wants, for example `must be integer`. */
  readonly expected: string;
}

/** Whether values that the contract does not list are a breach: services may add some. */
export type Enums = "open" | "closed";

/** Validates and gives what is wrong; nothing where there is no validator. */
export function errorsOf(check: Validate | null | undefined, value: unknown, enums: Enums): ValidationError[] {
  if (!check || check(value)) return [];
  // The validators know no bigint, which a parser of the caller may give.
  const hasBigints = check.errors?.some(({ data }) => typeof data === "bigint");
  if (hasBigints && check(withNumbers(value))) return [];
  const errors = withoutSecondFormat(check.errors).filter((error) => !isLargeInteger(error));
  return enums === "open" ? withoutNewEnumValues(errors) : errors;
}

/** Where an error is; with the name of the member that is missing or too many. */
export function pathOf({ instancePath, params }: ValidationError): string[] {
  const member = params["missingProperty"] ?? params["additionalProperty"];
  const path = instancePath.split("/").slice(1);
  const names = path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return typeof member === "string" ? [...names, member] : names;
}

/** An error as it may be shown. */
export function findingOf(place: ContractFinding["in"], error: ValidationError): ContractFinding {
  const names = pathOf(error).map((name) => (/^[\w-]{1,40}$/.test(name) ? name : "*"));
  const pointer = names.map((name) => `/${name}`).join("");
  return { in: place, pointer, rule: error.keyword, expected: error.message ?? error.keyword };
}

/** Whether it is about a bigint where the contract has an integer. */
function isLargeInteger({ data, keyword, params }: ValidationError): boolean {
  return typeof data === "bigint" && keyword === "type" && /integer|number/.test(String(params["type"]));
}

/** A copy with numbers instead of bigints. Those that a number cannot hold stay. */
function withNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNumbers(each)]));
}

/** Leaves out the format of a string whose pattern is broken as well: one mistake is one finding. */
export function withoutSecondFormat(errors: readonly ValidationError[] | null | undefined = []): ValidationError[] {
  if (!errors) return [];
  const mismatched = new Set(
    errors.filter(({ keyword }) => keyword === "pattern").map(({ instancePath }) => instancePath),
  );
  return errors.filter(({ keyword, instancePath }) => keyword !== "format" || !mismatched.has(instancePath));
}

/**
 * Leaves out what is only a text that an enum does not list, also where the enum is one of several choices. A choice
 * between objects by such a text stays a breach: nobody knows what the new one holds.
 */
function withoutNewEnumValues(errors: readonly ValidationError[]): ValidationError[] {
  const isNew = ({ keyword, data }: ValidationError): boolean => keyword === "enum" && typeof data === "string";
  const places = new Set(errors.filter(isNew).map(({ instancePath }) => instancePath));
  return errors.filter(
    (each) => !places.has(each.instancePath) || !/^(enum|const|type|anyOf|oneOf)$/.test(each.keyword),
  );
}

/**
 * Checks the body of a response. It is put together again from what the client has read of it, so that unknown members
 * beside `data` go unseen. Results that are broken already are left alone.
 */
export function responseFindings(
  result: AnyResult,
  checks: Readonly<Record<number, Validate | null>> | undefined,
  enums: Enums,
): ContractFinding[] {
  if (result.status === null) return [];
  const check = checks?.[result.status];
  if (!result.ok) {
    const errors = result.kind === "http" ? errorsOf(check, result.error, enums) : [];
    return errors.map((error) => findingOf("response", error));
  }
  const { data, pagination, notices } = result;
  const body = { data, ...(pagination && { pagination }), ...(notices.length > 0 && { notices }) };
  return errorsOf(check, body, enums).map((error) => findingOf("response", error));
}

const key = Symbol.for("fleet-api.findings");

/** How many findings a message names. */
const named = 3;

/** The cause of a failure that a validation made. Its message has no values. */
export function contractBreach(what: string, findings: readonly ContractFinding[]): Error {
  const shown = findings.slice(0, named).map((each) => `${each.in} ${each.pointer || "/"} ${each.rule}`);
  const more = findings.length > named ? ` and ${findings.length - named} more` : "";
  const error = new Error(`${what} breaks the contract: ${shown.join(", ")}${more}`);
  return Object.assign(error, { name: "ContractBreach", [key]: findings });
}

/** The findings behind the error of a result that `validate` has failed; none for any other value. */
export function findingsOf(error: unknown): readonly ContractFinding[] {
  const { cause }: { cause?: unknown } = Object(error);
  const { [key]: findings = [] }: { [key]?: readonly ContractFinding[] } = Object(cause);
  return findings;
}
