import { InvalidRequest } from "./invalid-request.ts";

/**
 * The text of one parameter value: numbers exactly, a `Date` as ISO 8601 in UTC. Throws for what has no exact text:
 * NaN, infinities, integers that a double cannot hold, other objects, text that is not well-formed Unicode.
 */
export function textOf(what: string, value: unknown): string {
  if (isExact(value)) return String(value);
  if (value instanceof Date && !Number.isNaN(value.valueOf())) return value.toISOString();
  throw new InvalidRequest(`${what} must be well-formed text, a boolean, a valid Date or a finite number below 2^53`);
}

function isExact(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return !/\p{Surrogate}/u.test(value);
    case "number":
      return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    default:
      return typeof value === "boolean" || typeof value === "bigint";
  }
}
