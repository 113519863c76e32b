/** What a page and the worker that runs a program say to each other. */

/** The first message: what to run, and where its requests go. */
export interface StartMessage {
  /** Absolute address of the program. */
  readonly module: string;
  /** Takes what becomes of the program: {@link FromProgram}. */
  readonly output: MessagePort;
  /** Takes requests to the sandbox. */
  readonly port: MessagePort;
  /** Addresses of the program that are those of the sandbox. */
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

export type FromProgram =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly text: string };

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
