import { AuthError } from "./errors.ts";
import type { SessionRecord } from "./store/token-store.ts";

/** What a store holds: a record, one of a later version of this package, or nothing that can be understood. */
export type StoredValue =
  | { readonly kind: "record"; readonly record: SessionRecord }
  | { readonly kind: "newer" }
  | { readonly kind: "corrupt" };

const corrupt: StoredValue = { kind: "corrupt" };

/**
 * Reads a value from outside. A record may have more fields than this version knows, and the optional ones are not
 * checked, nor is the service: sessions do not trust them.
 */
export function readStored(value: unknown): StoredValue {
  if (typeof value !== "object" || value === null) return corrupt;
  const { v, sid, rev, token, user, since } = { ...blank, ...value };
  if (typeof v === "number" && v > 1) return { kind: "newer" };
  const isRecord =
    v === 1 &&
    typeof sid === "string" &&
    typeof rev === "number" &&
    Number.isSafeInteger(rev) &&
    rev > 0 &&
    (typeof token === "string" || token === null) &&
    typeof user === "string" &&
    typeof since === "number";
  // The cast says what was just checked.
  return isRecord ? { kind: "record", record: value as SessionRecord } : corrupt;
}

/** As {@link readStored}, from JSON. */
export function parseStored(text: string): StoredValue {
  try {
    return readStored(JSON.parse(text));
  } catch {
    return corrupt;
  }
}

/** Whether a commit may replace what the store holds: nothing, or this revision of a record of the same service. */
export function mayReplace(
  stored: StoredValue | { readonly kind: "none" },
  expectedRev: number,
  next: SessionRecord,
): boolean {
  if (stored.kind === "newer") return false;
  if (stored.kind !== "record") return expectedRev === 0;
  return stored.record.rev === expectedRev && stored.record.serviceId === next.serviceId;
}

/** What `read` rejects with where a later version of this package wrote the record. */
export function newerRecord(place: string): AuthError {
  return new AuthError(
    "store_newer",
    `a later version of this package wrote the session in ${place}; it is left alone`,
  );
}

const blank: Record<"v" | "sid" | "rev" | "token" | "user" | "since", unknown> = {
  v: undefined,
  sid: undefined,
  rev: undefined,
  token: undefined,
  user: undefined,
  since: undefined,
};
