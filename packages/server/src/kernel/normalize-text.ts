import { sensitiveNames } from "@fleet-api/contract/sensitive";
import { malformed } from "./problems.ts";

/** Strings of letters that have one form only, up to U+02FF, are in Normalization Form C already. */
const mayHaveForms = /[^\0-\u02ff]/;

/**
 * Normalization sorts the combining characters of a letter, which takes quadratic time. No language needs 30 of them
 * (Unicode Standard Annex #15, Stream-Safe Text Format).
 */
const tooManyMarks = /\p{M}{31}/u;

/**
 * A string in Normalization Form C: what looks the same is stored, compared and counted as the same.
 * @throws ProblemError `malformed_request` for more than 30 combining characters in a row; `where` names the place
 */
export function normalizeText(text: string, where: string): string {
  if (!mayHaveForms.test(text)) return text;
  if (tooManyMarks.test(text)) throw malformed(`The ${where} has more than 30 combining characters in a row.`);
  return text.normalize("NFC");
}

/** Values that are compared with what was typed or handed out: bytes count, not what they look like. */
const verbatim: ReadonlySet<string> = new Set(sensitiveNames);

/**
 * A JSON body whose strings and names of members are in Normalization Form C, but for secrets.
 * @throws ProblemError as `normalizeText`, and for two names in one object that become the same
 */
export function normalizeJson(value: unknown): unknown {
  if (typeof value === "string") return normalizeText(value, "body");
  if (Array.isArray(value)) return value.map(normalizeJson);
  if (typeof value !== "object" || value === null) return value;
  const members = new Map<string, unknown>();
  for (const [given, member] of Object.entries(value)) {
    const name = normalizeText(given, "body");
    if (members.has(name)) {
      throw malformed(`The body has the property ${JSON.stringify(name.slice(0, 64))} twice, in two Unicode forms.`);
    }
    members.set(name, verbatim.has(name) ? member : normalizeJson(member));
  }
  // Also for a member with the name `__proto__`.
  return Object.fromEntries(members);
}

/** Whether a JSON text has characters with several forms, written as themselves or as an escape. */
export function mayNeedNormalizing(json: Uint8Array): boolean {
  // An index: an iterator or a function for each byte takes ten times as long, and a body may have millions.
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte >= 0xcc || byte === 0x5c) return true;
  }
  return false;
}
