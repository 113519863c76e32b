import { fromBase64url, toBase64url } from "../platform/crypto.ts";

/**
 * The position of a reader in a feed of changes. It is not signed: a reader who changes a cursor only reads another part of
 * their own scope.
 */
export interface Cursor {
  /** The table of the feed. */
  readonly resource: string;
  /** The client that the feed is restricted to. */
  readonly clientId: number | null;
  readonly epoch: string;
  /** A digest of what the reader could see. */
  readonly access: string;
  /** The row of `changes` that was read last, or the transaction that the feed continues with. */
  readonly xid: string;
  readonly seq: string;
  /** While all records of the scope are read: the last one. What changed since the first page comes after them. */
  readonly lastId: string | null;
}

const FORMAT = 1;

export function writeCursor({ resource, clientId, epoch, access, xid, seq, lastId }: Cursor): string {
  return cursorText([FORMAT, resource, clientId, epoch, access, xid, seq, lastId]);
}

/** What a cursor consists of, as its text. */
export function cursorText(parts: readonly unknown[]): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(parts)));
}

/** What the text of a cursor consists of; null for any other text. */
export function cursorParts(text: string): readonly unknown[] | null {
  const bytes = fromBase64url(text);
  const parts = bytes === null ? null : parse(new TextDecoder().decode(bytes));
  return Array.isArray(parts) ? parts : null;
}

/** Parses a cursor; null for a string that is not a cursor. */
export function readCursor(text: string): Cursor | null {
  const parts = cursorParts(text);
  if (parts?.length !== 8) return null;
  const [format, resource, clientId, epoch, access, xid, seq, lastId] = parts;
  if (format !== FORMAT || typeof resource !== "string") return null;
  if (clientId !== null && !isId(clientId)) return null;
  if (typeof epoch !== "string" || typeof access !== "string") return null;
  if (!isNumber(xid) || !isNumber(seq) || (lastId !== null && !isNumber(lastId))) return null;
  return { resource, clientId, epoch, access, xid, seq, lastId };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Digits that PostgreSQL accepts as an int8. */
function isNumber(value: unknown): value is string {
  return typeof value === "string" && /^(?:0|[1-9][0-9]{0,17})$/.test(value);
}
