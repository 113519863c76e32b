import type { Values } from "./example-request.ts";

/** Prints values as code that a formatter would leave as it is. */

/** Columns of a line, so that a sample needs no scroll bar beside the text of a page. */
const WIDTH = 76;

/** Code in the place of a value, such as the name of a variable. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A call in the place of a value, with one argument. */
export class Call {
  readonly callee: string;
  readonly argument: unknown;

  constructor(callee: string, argument: unknown) {
    this.callee = callee;
    this.argument = argument;
  }
}

type Language = "ts" | "json";

/** Where a value is printed: how far its lines are indented, and how much stands before and behind it on its own line. */
interface Place {
  readonly indent: number;
  readonly before: number;
  readonly behind: number;
}

/** A statement that is one call. Its arguments share the line of its name where there is room; otherwise the last one is broken. */
export function printCall(before: string, args: readonly unknown[], behind: string, indent = 0): string {
  const flat = args.map((argument) => flatten(argument, "ts"));
  const line = `${before}(${flat.join(", ")})${behind}`;
  if (indent + line.length <= WIDTH || args.length === 0) return line;
  const last = args.at(-1);
  const opening = [`${before}(`, ...flat.slice(0, -1).map((text) => `${text}, `)].join("");
  if (isList(last) && indent + opening.length < WIDTH) return `${opening}${breakUp(last, "ts", indent)})${behind}`;
  const inner = { indent: indent + 2, before: 0, behind: 1 };
  const lines = args.map((argument) => `${" ".repeat(inner.indent)}${print(argument, "ts", inner)},\n`);
  return `${before}(\n${lines.join("")}${" ".repeat(indent)})${behind}`;
}

/** A JSON value on one line, or indented over several. */
export function printJson(value: unknown, place: Place): string {
  return print(value, "json", place);
}

function print(value: unknown, language: Language, { indent, before, behind }: Place): string {
  const flat = flatten(value, language);
  if (indent + before + flat.length + behind <= WIDTH || !isList(value)) return flat;
  return breakUp(value, language, indent);
}

/** Whether a value can stand on several lines. */
function isList(value: unknown): value is object {
  if (value instanceof Call) return isList(value.argument);
  return typeof value === "object" && value !== null && !(value instanceof Code) && Object.keys(value).length > 0;
}

function flatten(value: unknown, language: Language): string {
  if (value instanceof Code) return value.text;
  if (value instanceof Call) return `${value.callee}(${flatten(value.argument, language)})`;
  if (typeof value === "string") return language === "ts" ? quoted(value) : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => flatten(item, language)).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) =>
    named(name, member, flatten(member, language), language),
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The members of a list, each on its own line. */
function breakUp(list: object, language: Language, indent: number): string {
  if (list instanceof Call) {
    return isList(list.argument)
      ? `${list.callee}(${breakUp(list.argument, language, indent)})`
      : flatten(list, language);
  }
  const inner = indent + 2;
  const members = Array.isArray(list)
    ? list.map((item) => print(item, language, { indent: inner, before: 0, behind: 1 }))
    : Object.entries(list).map(([name, member]) => {
        const before = `${key(name, language)}: `.length;
        return named(name, member, print(member, language, { indent: inner, before, behind: 1 }), language);
      });
  const [open, close] = Array.isArray(list) ? "[]" : "{}";
  const lines = members.map((member) => `${" ".repeat(inner)}${member}`).join(",\n");
  return `${open}\n${lines}${language === "ts" ? "," : ""}\n${" ".repeat(indent)}${close}`;
}

function named(name: string, member: unknown, printed: string, language: Language): string {
  return member instanceof Code && member.text === name ? name : `${key(name, language)}: ${printed}`;
}

function key(name: string, language: Language): string {
  if (language === "json") return JSON.stringify(name);
  // Without the brackets it would set the prototype of the object.
  if (name === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** In double quotes, or in single ones where that spares escapes. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  if (text.split('"').length <= text.split("'").length) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The value of the `Authorization` header. */
export const TOKEN = new Code("`bearer ${process.env.API_TOKEN}`");

/** A caller chooses a new one for each change, unlike the values of other parameters. */
export const KEY_HEADER = "Idempotency-Key";

/** Header parameters, with a random key in the place of the example. */
export function withNewKey(headers: Values): Values {
  return KEY_HEADER in headers ? { ...headers, [KEY_HEADER]: new Code("crypto.randomUUID()") } : headers;
}

/** The members that are given; undefined where none is. */
export function membersOf(members: Values): Values | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
