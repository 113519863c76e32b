import type { Marked } from "@fleet-api-tools/openapi-document";

/** What an object may carry for this tool and for lint alone. Readers of the contract see none of it. */
const ownMarks = new Set(["x-designed", "x-designed-note", "x-documented", "x-unitless"]);

/**
 * The contract as it is published: designed notes become the last paragraph of their description, and the marks that
 * only this tool reads are gone. `x-provenance` stays, because readers use it.
 */
export function withoutMarks<Value>(value: Value): Value;
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutMarks(item));
  if (typeof value !== "object" || value === null) return value;
  const note = noteOf(value);
  const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (ownMarks.has(key)) return [];
    if (key === "description" && typeof member === "string") return [[key, joined(member, note)]];
    return [[key, withoutMarks(member)]];
  });
  return Object.fromEntries(entries);
}

function noteOf(value: Marked): string {
  return value["x-designed-note"]?.trim() ?? "";
}

function joined(description: string, note: string): string {
  return note === "" ? description : `${description.trim()}\n\n${note}\n`;
}

/**
 * The keywords of an object that are documented. `kept` names those that are documented unless `x-designed` lists them;
 * any other keyword is designed unless `x-documented` names it. `x-documented` may give another value than the full one.
 */
export function documentedKeywords<Node extends Marked>(node: Node, kept: ReadonlySet<string>): Partial<Node> {
  const designed = new Set(node["x-designed"]);
  const marks = node["x-documented"] ?? [];
  const stated = new Set(Array.isArray(marks) ? marks : Object.keys(marks));
  const whole = { ...node, ...(Array.isArray(marks) ? {} : marks) };
  const entries = Object.entries(whole).filter(([key]) => stated.has(key) || (kept.has(key) && !designed.has(key)));
  const result: Partial<Node> = {};
  return Object.assign(result, Object.fromEntries(entries));
}
