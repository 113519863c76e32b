import type { ParameterValidator } from "@fleet-api/contract/validators";
import type { CallInput } from "../transport/transport.ts";
import { type ContractFinding, errorsOf, findingOf } from "./findings.ts";
import type { RequestChecks } from "./load-validators.ts";

/** Checks parameters and body of a call, as they would be sent. */
export function requestFindings({ path, query, headers, body }: CallInput, checks: RequestChecks): ContractFinding[] {
  return [
    ...parameterFindings("path", path, checks.parameters.path),
    ...parameterFindings("query", query, checks.parameters.query),
    ...headerFindings(headers, checks.parameters.header),
    ...bodyFindings(body, checks),
  ];
}

function parameterFindings(
  place: "path" | "query",
  values: Readonly<Record<string, unknown>> = {},
  checks: Readonly<Record<string, ParameterValidator>>,
): ContractFinding[] {
  const of = (...finding: [name: string, rule: string, expected: string]) => parameterFinding(place, ...finding);
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(checks, name) && isSent(values[name]));
  const known = Object.entries(checks).flatMap(([name, check]) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (!isSent(value)) return check.required ? [of(name, "required", "must be given")] : [];
    const errors = errorsOf(check.validate, asSent(value, check), "closed");
    return errors.map(({ keyword, message = keyword }) => of(name, keyword, message));
  });
  return [...unknown.map((name) => of(name, "unknown", "must be a parameter of the operation")), ...known];
}

/** Only those that are given: any other header may be sent, and the client makes required ones itself. */
function headerFindings(
  values: Readonly<Record<string, unknown>> = {},
  checks: Readonly<Record<string, ParameterValidator>>,
): ContractFinding[] {
  const given = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = given.get(name.toLowerCase());
    const errors = isSent(value) ? errorsOf(check.validate, asSent(value, check), "closed") : [];
    return errors.map(({ keyword, message = keyword }) => parameterFinding("header", name, keyword, message));
  });
}

function parameterFinding(place: ContractFinding["in"], name: string, rule: string, expected: string): ContractFinding {
  return { in: place, pointer: `/${/^[\w-]{1,40}$/.test(name) ? name : "*"}`, rule, expected };
}

/** Null and undefined are left out of a request. */
function isSent(value: unknown): boolean {
  return value != null;
}

/** The value that a service reads from the text of a parameter. */
function asSent(value: unknown, { type, itemType }: Pick<ParameterValidator, "type" | "itemType">): unknown {
  if (type === "array")
    return [value].flat().map((each: unknown) => asSent(each, { type: itemType ?? "string", itemType: null }));
  const text = value instanceof Date ? value.toJSON() : value;
  if (typeof text === "bigint") return Number(text);
  if (/^(integer|number)$/.test(type) && typeof text === "string" && /^-?\d[\d.eE+-]*$/.test(text)) return Number(text);
  return type === "string" && typeof text === "number" ? String(text) : text;
}

function bodyFindings(body: unknown, { body: check, bodyRequired }: RequestChecks): ContractFinding[] {
  if (body === undefined && !bodyRequired) return [];
  let sent: unknown;
  try {
    // As it would be sent: dates become texts, undefined members go. The validators know no bigint.
    sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body, numbers));
  } catch {
    // No JSON at all: sending it says so.
    return [];
  }
  return errorsOf(check, sent, "closed").map((error) => findingOf("body", error));
}

function numbers(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
