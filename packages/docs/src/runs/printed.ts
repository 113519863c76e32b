/** Values as `console.log` of a terminal shows them, as far as samples need it. */
export function printed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ");
}

function inspect(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Headers) return inspect(Object.fromEntries(value));
  const seen = new WeakSet<object>();
  const text = JSON.stringify(
    value,
    (_key, member: unknown) => {
      if (typeof member === "bigint") return `${member}n`;
      if (typeof member !== "object" || member === null) return member;
      if (seen.has(member)) return "[seen above]";
      seen.add(member);
      return member instanceof Map || member instanceof Set ? [...member] : member;
    },
    2,
  );
  return text ?? String(value);
}
