import { Fault } from "../fault.ts";

/**
 * The text of one parameter value: numbers and bigints exactly, a `Date` as ISO 8601 in UTC. Throws for what has no
 * exact text: NaN, infinities, integers that a double cannot hold, other objects, text that is not well-formed Unicode.
 */
export function textOf(what: string, given: unknown): string {
  // An invalid date becomes null.
  const value: unknown = given instanceof Date ? given.toJSON() : given;
  const exact = typeof value === "number" ? Math.abs(value) < 2 ** 53 : /string|boolean|bigint/.test(typeof value);
  const text = exact && String(value);
  if (text === false || /\p{Surrogate}/u.test(text))
    throw new Fault(`${what} must be text, a boolean, a Date, a bigint or a number below 2^53`);
  return text;
}
