import { checkMember } from "./codec.ts";
import { mapNumbers } from "./tokens.ts";

type RawJson = (text: string) => unknown;

/** Stands for a bigint until the text is there. No number of a caller can be it, since so large ones are refused. */
const placeholder = Number.MAX_VALUE;

/**
 * Writes JSON (RFC 8259) like `JSON.stringify`, with each `bigint` as an integer of all its digits, also where
 * `BigInt.prototype.toJSON` was added. undefined for what JSON has no value for, such as a function.
 * Throws a `CallError` that names the member for a number that JSON cannot say (NaN, infinities) or that was rounded
 * before it came here (2^53 and beyond), and what `JSON.stringify` throws for a cycle.
 *
 * `rawJson` writes a literal as it is: `JSON.rawJSON`. Where it is null, the digits are put into the finished text.
 */
export function stringifyExact(value: unknown, rawJson: RawJson | null = builtIn): string | undefined {
  const integers: bigint[] = [];
  const text: string | undefined = JSON.stringify(value, function (this: Record<string, unknown>, name, member) {
    // An added BigInt.prototype.toJSON has made a string of it by now.
    const integer: unknown = typeof this[name] === "bigint" ? this[name] : member;
    if (typeof integer === "bigint") {
      if (rawJson) return rawJson(String(integer));
      integers.push(integer);
      return placeholder;
    }
    checkMember(name, member, this[name]);
    return member;
  });
  if (integers.length === 0) return text;
  // Members were visited in the order of the text.
  return mapNumbers(text, (literal) => (literal === String(placeholder) ? String(integers.shift()) : literal));
}

const { rawJSON: builtIn = null } = JSON as { rawJSON?: RawJson };
