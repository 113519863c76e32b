import { CallError } from "../errors/call-error.ts";
import { parseSafe } from "./parse-safe.ts";
import { shownName } from "./shown-name.ts";

/** Reads and writes the JSON of a client. What cannot be read or written without loss is a `CallError`, never rounded. */
export interface JsonCodec {
  /** The value of a JSON text. Throws a `CallError` of kind `decode`, or a `SyntaxError` that quotes nothing. */
  readonly parse: (text: string) => unknown;
  /** The JSON text of a value; undefined for what JSON has no value for. Throws a `CallError`, or what a cycle throws. */
  readonly stringify: (value: unknown) => string | undefined;
}

/** Every integer is a native number; one that a number cannot hold is an error, in both directions. */
export const safeInt64: JsonCodec = {
  parse: parseSafe,
  stringify: (value) =>
    // A look at the values first: with a function for each member, JSON.stringify takes several times as long.
    isPlain(value)
      ? JSON.stringify(value)
      : JSON.stringify(value, function (this: Record<string, unknown>, name, member: unknown) {
          if (typeof member === "bigint") refuse(name);
          checkMember(name, member, this[name]);
          return member;
        }),
};

/** Whether JSON says all of it as it is: texts, booleans, exact numbers, and arrays and plain objects of them. */
function isPlain(value: unknown, level = 0): boolean {
  switch (typeof value) {
    case "number":
      return Math.abs(value) < 2 ** 53;
    case "object":
      if (value === null) return true;
      // A cycle has no end.
      return level < 100 && (Array.isArray(value) ? isPlainList(value, level + 1) : isPlainObject(value, level + 1));
    case "string":
    case "boolean":
    case "undefined":
      return true;
    default:
      return false;
  }
}

function isPlainList(items: readonly unknown[], level: number): boolean {
  return !("toJSON" in items) && items.every((item) => isPlain(item, level));
}

function isPlainObject(value: object, level: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || "toJSON" in value) return false;
  for (const name in value) if (!isPlain(Reflect.get(value, name), level)) return false;
  return true;
}

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
  throw new CallError(`${shownName(name)} in the body must be ${what}`);
}
