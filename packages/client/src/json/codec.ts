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
    JSON.stringify(value, (name, member: unknown) => {
      checkMember(name, member);
      return member;
    }),
};

/** Throws for a number that JSON cannot say (NaN, infinities) or that was rounded before it came here. */
export function checkMember(name: string, member: unknown): void {
  if (typeof member === "bigint" || (typeof member === "number" && !(Math.abs(member) < 2 ** 53)))
    throw new Fault(`${shownName(name)} in the body must be a number below 2^53, or a bigint with int64: exactInt64`);
}
