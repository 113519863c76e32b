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

/**
 * The texts of a parameter: of its one value or of each item of its list; none for undefined and null. Throws for an
 * empty list: it has no text (RFC 6570 section 2.3), and a service that is sent none may answer with everything.
 */
export function textsOf(what: string, given: unknown): string[] {
  const values: unknown[] = Array.isArray(given) ? given : given == null ? [] : [given];
  if (given && values.length === 0) throw new Fault(`${what} must not be an empty list; leave it out`);
  return values.map((value) => textOf(what, value));
}
