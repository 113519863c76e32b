import type { Scope } from "../../../db/index.ts";
import type { EventParts } from "../../../kernel/events.ts";
import { encodeEvent } from "../../../kernel/events.ts";
import type { Arrival } from "../arrivals.ts";
import type { Cursor } from "../feed-cursor.ts";
import { END_OF_BATCH, writeCursor } from "../feed-cursor.ts";
import type { Batches } from "./batches.ts";
import type { LiveUnitRow } from "./live-units.ts";

/** Which events a reader wants. */
export interface StreamQuery {
  readonly channels: ReadonlySet<string>;
  readonly clientId: number | null;
  /** Null for all units. */
  readonly unitIds: ReadonlySet<number> | null;
}

/** The maximum number of items in an event. */
const MAX_ITEMS = 1000;

/** Encodes events once for all readers with the same scope and query. */
export class ReaderGroup {
  readonly query: StreamQuery;
  readonly #partners: ReadonlySet<string>;
  readonly #agencies: ReadonlySet<string>;
  readonly #clients: ReadonlySet<number>;

  constructor({ partners, agencies, clients }: Scope, query: StreamQuery) {
    this.query = query;
    this.#partners = new Set(partners);
    this.#agencies = new Set(agencies);
    this.#clients = new Set(clients);
  }

  /** The events of new batches. */
  eventsOf({ arrivals, units, newest }: Batches): Uint8Array[] {
    const found = { positions: arrivals.filter((each) => this.#includes(each)), units: this.#unitsOf(units) };
    return encodeArrivals(found, this.query, { ...newest, n: END_OF_BATCH });
  }

  /** The events of units that went silent. They have no id, because they are not part of the feed. */
  silentUnits(units: readonly LiveUnitRow[]): Uint8Array[] {
    return chunks(this.#unitsOf(units)).map((chunk) => encodeEvent({ event: "units", data: jsonList(chunk) }));
  }

  #unitsOf(units: readonly LiveUnitRow[]): readonly LiveUnitRow[] {
    return this.query.channels.has("units") ? units.filter((each) => this.#includes(each)) : [];
  }

  #includes({ unit_id, client_id, agency_id, partner_id }: Omit<LiveUnitRow, "json">): boolean {
    const { clientId, unitIds } = this.query;
    if (clientId !== null && clientId !== client_id) return false;
    if (unitIds !== null && !unitIds.has(unit_id)) return false;
    return this.#partners.has(partner_id) || this.#agencies.has(agency_id) || this.#clients.has(client_id);
  }
}

/** Equal scopes have equal keys. */
export function scopeKey({ partners, agencies, clients }: Scope): string {
  return JSON.stringify([partners, agencies, clients].map((ids) => [...ids].toSorted(byText)));
}

/** Equal queries have equal keys. */
export function queryKey({ channels, clientId, unitIds }: StreamQuery): string {
  return JSON.stringify([[...channels].toSorted(byText), clientId, unitIds && [...unitIds].toSorted(byText)]);
}

function byText(one: string | number, other: string | number): number {
  return String(one) < String(other) ? -1 : 1;
}

/**
 * Encodes what has arrived up to a place. The id of a positions event is the place after its last position, so a reader who resumes
 * there gets no position twice and misses none.
 */
export function encodeArrivals(
  found: { readonly positions: readonly Arrival[]; readonly units: readonly LiveUnitRow[] },
  { channels, clientId }: StreamQuery,
  end: Omit<Cursor, "clientId">,
): Uint8Array[] {
  const positions = channels.has("telemetry") ? found.positions.filter(({ json }) => json !== null) : [];
  const events: EventParts[] = [
    ...chunks(channels.has("units") ? found.units : []).map((chunk) => ({ event: "units", data: jsonList(chunk) })),
    ...chunks(positions).map((chunk) => {
      const { batch, n } = chunk.at(-1) ?? end;
      return { event: "positions", data: jsonList(chunk), id: writeCursor({ epoch: end.epoch, clientId, batch, n }) };
    }),
  ];
  const id = writeCursor({ ...end, clientId });
  return events.map((event, index) => encodeEvent(index === events.length - 1 ? { ...event, id } : event));
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, index) =>
    items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS),
  );
}

function jsonList(items: readonly { readonly json: string | null }[]): string {
  return `[${items.map(({ json }) => json).join(",")}]`;
}
