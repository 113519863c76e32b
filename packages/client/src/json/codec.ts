import { Fault } from "../fault.ts";
import { parseSafe } from "./parse-safe.ts";
import { shownName } from "./shown-name.ts";

/** Reads and writes the JSON of a client. What cannot be read or written without loss is a `Fault`, never rounded. */
export interface JsonCodec {
  /** The value of a JSON text. Throws a `Fault` of kind `decode`, or a `SyntaxError` that quotes nothing. */
  readonly parse: (text: string) => unknown;
  /** The JSON text of a value; undefined for what JSON has no value for. Throws a `Fault`, or what a cycle throws. */
  readonly stringify: (value: unknown) => string | undefined;
}

/** Every integer is a native number; one that a number cannot hold is an error, in both directions. */
export const safeInt64: JsonCodec = {
  parse: parseSafe,
  stringify: (value) =>
    JSON.stringify(value, function (this: Record<string, unknown>, name, member: unknown) {
      if (typeof member === "bigint") refuse(name);
      checkMember(name, member, this[name]);
      return member;
    }),
};

/**
 * Throws for what JSON would make something else of: NaN and infinities, a number that was rounded before it came here,
 * an invalid date, bytes, a Map. `held` is what stands in the body, `member` what its `toJSON` has made of it.
 */
export function checkMember(name: string, member: unknown, held: unknown): void {
  if (typeof member === "number" && !(Math.abs(member) < 2 ** 53)) refuse(name);
  if (held instanceof Date && member === null) refuse(name, "a valid date");
  // What the body is as a whole is told by who asks for the text.
  if (name && member === Object(member) && !/ (Object|Array|String|Number|Boolean)]/.test(toString.call(member)))
    refuse(name, "a plain value");
}

const { toString } = Object.prototype;

function refuse(name: string, what = "a number below 2^53, or a bigint with int64: exactInt64"): never {
  throw new Fault(`${shownName(name)} in the body must be ${what}`);
}
