import { CallError, describeError } from "../errors.ts";
import { refuseLoneSurrogate } from "./serialize-parameters.ts";

/** Reads and writes the JSON bodies of a client. */
export interface JsonCodec {
  /** Returns the value of a JSON text. Throws a `SyntaxError` for text that is not JSON. */
  readonly parse: (text: string) => unknown;
  /** Returns the JSON text of a value; undefined for what JSON has no value for. */
  readonly stringify: (value: unknown) => string | undefined;
}

/** Functions in place of the defaults, which never round an integer. They are called as methods of this object. */
export interface JsonOptions {
  /** Returns the value of a response body, not a promise of it. Throws a `SyntaxError` for text that is not JSON. */
  readonly parse?: JsonCodec["parse"] | undefined;
  /** Returns the JSON text of a request body, not a promise of it. */
  readonly stringify?: JsonCodec["stringify"] | undefined;
}

/** Checks the option `json` and fills in defaults. Throws a `TypeError` for what has no functions. */
export function codecOf(json: JsonOptions = {}): JsonCodec {
  const { parse = parseJson, stringify = stringifyJson } = Object(json) as JsonOptions;
  // Some packages export a function that has the two as members. One without them is a parser in the wrong place.
  const isLost = typeof json === "function" && parse === parseJson && stringify === stringifyJson;
  if (json !== Object(json) || isLost || typeof parse !== "function" || typeof stringify !== "function")
    throw new TypeError("json must be an object with a function parse, a function stringify, or both");
  return {
    parse: parse === parseJson ? parse : (text) => refusePromise("parse", parse.call(json, text)),
    stringify: stringify === stringifyJson ? stringify : (value) => textOf(stringify.bind(json), value),
  };
}

/** The text that a caller's function gives. Throws a `CallError` that names the function. */
function textOf(stringify: JsonCodec["stringify"], value: unknown): string {
  let text: unknown;
  try {
    text = stringify(value);
  } catch (error) {
    // Its message may quote the body.
    const { message, cause } = describeError(error, "json.stringify failed");
    throw new CallError(message, "request", cause);
  }
  if (typeof refusePromise("stringify", text) === "string") return text as string;
  throw new CallError("json.stringify must return a string");
}

function refusePromise<Value>(name: keyof JsonCodec, value: Value): Value {
  if (!(value instanceof Promise)) return value;
  // Nobody waits for it, and an unhandled rejection would end the process.
  value.catch(() => {});
  throw new CallError(`json.${name} must not return a promise`, name === "parse" ? "decode" : "request");
}

/** Whether `JSON.parse` reads a text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Serialises a JSON body (RFC 8259). Throws for what JSON cannot say or would say wrongly: a cycle, NaN (which
 * `JSON.stringify` turns into null), a number that was rounded before it came here (2^53 and beyond), a bigint unless the
 * codec takes it, and anything but an object or array at the top, such as `FormData`.
 */
export function serializeBody(body: unknown, json: JsonCodec): string {
  let cause: unknown;
  try {
    const text = json.stringify(body);
    if (typeof text === "string" && / (Object|Array)]/.test(toString.call(body))) return text;
  } catch (error) {
    if (error instanceof CallError) throw error;
    // Cycles and a failing toJSON end here; their messages may quote values.
    cause = error;
  }
  throw new CallError("the body must be a plain object without cycles", "request", cause);
}

/**
 * Parses JSON (RFC 8259) as `JSON.parse` does, unless that would round an integer (beyond 2^53 - 1, without fraction and
 * exponent) or make `Infinity` of a number: then it throws a `CallError` of kind `decode`. Throws a `SyntaxError` for what
 * is no JSON. Neither quotes the text, which may hold secrets.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without the platform's words on what is wrong, which quote the text.
    throw new SyntaxError("the body cannot be read as JSON");
  }
  if (suspect(value) && roundsOne(text))
    throw new CallError(
      "holds an integer beyond 2^53 - 1, which a number would round: set the option json.parse",
      "decode",
    );
  return value;
}

/**
 * Whether a parsed value has a number that its text may have said otherwise: one beyond what integers are exact to. A
 * look at the values takes a quarter of the time of a look at the text. Below many levels it does not go: the text is
 * then looked at, which needs no recursion.
 */
function suspect(value: unknown, level = 0): boolean {
  if (typeof value === "number") return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
  if (typeof value !== "object" || value === null) return false;
  if (level > 100) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (suspect(item, level + 1)) return true;
  } else for (const name in value) if (suspect((value as Record<string, unknown>)[name], level + 1)) return true;
  return false;
}

/** Looks at every number of a valid JSON text; strings are passed over as a whole. */
function roundsOne(text: string): boolean {
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]{4,}/g)) {
    const number = Number(token);
    if (token.startsWith('"') || Number.isSafeInteger(number)) continue;
    if (!Number.isFinite(number) || !/[.eE]/.test(token)) return true;
  }
  return false;
}

/**
 * Writes JSON as `JSON.stringify` does. Throws a `CallError` that names the member for what JSON would make something
 * else of: NaN and infinities, a number that was rounded before it came here, a bigint, an invalid date, bytes, a Map, a
 * symbol, undefined in an array, and a lone surrogate, which services refuse or replace.
 */
export function stringifyJson(value: unknown): string | undefined {
  // A look at the values first: with a function for each member, JSON.stringify takes several times as long.
  const text = isPlain(value) ? JSON.stringify(value) : undefined;
  // Of surrogates, JSON.stringify escapes the lone ones only.
  if (text !== undefined && !text.includes("\\ud")) return text;
  return JSON.stringify(value, function (this: object, name, member: unknown) {
    return checked(name, Reflect.get(this, name), member, this, value);
  });
}

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
  if ("toJSON" in items) return false;
  // A gap is undefined, too, and `every` would not see it.
  for (const item of items) if (item === undefined || !isPlain(item, level)) return false;
  return true;
}

function isPlainObject(value: object, level: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || "toJSON" in value) return false;
  for (const name in value) if (!isPlain(Reflect.get(value, name), level)) return false;
  return true;
}

/** Throws for a lossy member of `body`: `held` stands there, in `parent`, and `member` is what its `toJSON` made of it. */
function checked(name: string, held: unknown, member: unknown, parent: unknown, body: unknown): unknown {
  refuseLoneSurrogate("a name in the body", name);
  if (toString.call(member) === "[object String]") refuseLoneSurrogate(`${shown(name)} in the body`, String(member));
  // JSON.stringify unwraps `new Number(1)`.
  const isLossy = toString.call(member) === "[object Number]" && !(Math.abs(Number(member)) < 2 ** 53);
  if (isLossy || typeof member === "bigint") refuse(name, "a number below 2^53, or set the option json.stringify");
  if (held instanceof Date && member === null) refuse(name, "a valid date");
  // Both would be dropped in an object, and null in an array.
  if (typeof member === "symbol" || (member === undefined && Array.isArray(parent))) refuse(name, "a plain value");
  // What the body is as a whole is told by serializeBody.
  if (
    held !== body &&
    member === Object(member) &&
    !/ (Object|Array|String|Number|Boolean)]/.test(toString.call(member))
  )
    refuse(name, "a plain value");
  return member;
}

const { toString } = Object.prototype;

function refuse(name: string, what: string): never {
  throw new CallError(`${shown(name)} in the body must be ${what}`);
}

/** An odd name is shown as `*`: in a map, names are values and may be secret. */
function shown(name: string): string {
  return /^([a-z_]\w{0,39}|\d{1,6})$/i.test(name) ? name : "*";
}
