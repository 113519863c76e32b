import type { SessionRecord } from "../../store/token-store.ts";

/**
 * Whether a value from outside is a record that this version understands. More fields than it knows are fine, and the
 * optional ones are not checked: a later version may change their shape, and sessions do not trust them.
 */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (typeof value !== "object" || value === null) return false;
  const { v, sid, rev, token, user, since } = { ...blank, ...value };
  return (
    v === 1 &&
    typeof sid === "string" &&
    typeof rev === "number" &&
    Number.isSafeInteger(rev) &&
    rev > 0 &&
    (typeof token === "string" || token === null) &&
    typeof user === "string" &&
    typeof since === "number"
  );
}

/** The record in a text, or `undefined` if there is none that this version understands. */
export function parseRecord(text: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSessionRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const blank: Record<"v" | "sid" | "rev" | "token" | "user" | "since", unknown> = {
  v: undefined,
  sid: undefined,
  rev: undefined,
  token: undefined,
  user: undefined,
  since: undefined,
};
