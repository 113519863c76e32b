/** The value as an object with members; empty for anything else. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Members of the value that are texts. */
export function asTexts(value: unknown): Record<string, string> {
  const texts = Object.entries(asRecord(value)).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[key, text]] : [],
  );
  return Object.fromEntries(texts);
}
