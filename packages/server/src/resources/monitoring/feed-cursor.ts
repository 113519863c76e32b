import { cursorParts, cursorText } from "../../records/index.ts";

/** A place in the feed: after the position `n` of a batch. */
export interface Place {
  readonly batch: number;
  readonly n: number;
}

/** Where a reader is in the feed. */
export interface Cursor extends Place {
  readonly epoch: string;
  /** The client that the reader has asked for; null for all. */
  readonly clientId: number | null;
}

/** The feed as a reader sees it at an instant. */
export interface Head {
  readonly epoch: string;
  readonly batch: number;
  readonly kept_after: number;
}

/** No batch has so many positions. */
export const END_OF_BATCH = 1_000_000;

const FORMAT = "positions 1";

export function writeCursor({ epoch, clientId, batch, n }: Cursor): string {
  return cursorText([FORMAT, epoch, clientId, batch, n]);
}

/**
 * The cursor of a request for positions of a client, or of all.
 * @throws what `refuse` makes of the reason
 */
export function readCursor(text: string, clientId: number | null, refuse: (detail: string) => Error): Cursor {
  const parts = cursorParts(text) ?? [];
  const [format, epoch, client, batch, n] = parts;
  if (
    format !== FORMAT ||
    parts.length !== 5 ||
    typeof epoch !== "string" ||
    !isCount(batch) ||
    !isCount(n) ||
    n > END_OF_BATCH
  ) {
    throw refuse("is not a next_cursor of the feed of positions, nor an id of its stream");
  }
  if (client !== clientId) {
    const named = client === null ? "without client_id" : `with client_id ${String(client)}`;
    throw refuse(`comes from requests ${named}; send those, or begin again without a cursor`);
  }
  return { epoch, clientId, batch, n };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** Why positions after a cursor could have been lost; null if none can. */
export function whyExpired({ epoch, batch, n }: Cursor, now: Head): string | null {
  if (epoch !== now.epoch || batch > now.batch) return "was made before the database was restored";
  const isRemoved = batch < now.kept_after || (batch === now.kept_after && n < END_OF_BATCH);
  return isRemoved ? "is too old" : null;
}
