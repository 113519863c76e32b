/** A JSON or YAML object, or an empty one for anything else: a check names what is missing, it does not crash. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The members of an object whose values are strings. */
export function asStrings(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(asRecord(value));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
