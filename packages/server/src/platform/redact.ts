import { sensitiveNames } from "@fleet-api/contract/sensitive";

const REDACTED = "[redacted]";
const MAX_DEPTH = 6;

/** What the contract marks as secret. */
const contractNames: ReadonlySet<string> = new Set(sensitiveNames);

/** And what is secret beside it: names of the database, of headers, of third parties. */
const secretName =
  /pass(word|phrase)?$|^pwd$|secret|token|authorization|cookie|api_?key|(publish|subscribe|private|session)_?key|credential|salt|hash$/i;

/** Secrets by shape: our access tokens, bearer values, PHC strings, and links with a one-time token. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\bf1\.\d+\.[A-Za-z0-9_-]+/g, REDACTED],
  [/\bbearer\s+\S+/gi, `bearer ${REDACTED}`],
  [/\$argon2[a-z]*\$\S+/g, REDACTED],
  [/(\/auth\/registration\/)[^\s/?#"]+/g, `$1${REDACTED}`],
  [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, REDACTED],
];

/** A text with everything that has the shape of a secret replaced. */
export function redactText(text: string): string {
  let clean = text;
  for (const [shape, replacement] of secretShapes) clean = clean.replaceAll(shape, replacement);
  return clean;
}

/**
 * A copy for logs: values of secret-looking names and texts of secret shape replaced, errors as
 * name, message and stack. Cycles and great depth end in a mark.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[deeper]";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name) && member !== null ? REDACTED : redact(member, depth + 1),
    ]),
  );
}

function isSecret(name: string): boolean {
  return contractNames.has(name) || secretName.test(name);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
