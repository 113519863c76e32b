import type { Scope } from "../../../db/index.ts";
import type { EventParts } from "../../../kernel/events.ts";
import { encodeEvent } from "../../../kernel/events.ts";
import type { Arrival } from "../arrivals.ts";
import type { Cursor } from "../feed-cursor.ts";
import { END_OF_BATCH, writeCursor } from "../feed-cursor.ts";
import type { Batches } from "./batches.ts";
import type { LiveUnitRow } from "./live-units.ts";

/** What a reader wants. */
export interface StreamQuery {
  readonly channels: ReadonlySet<string>;
  readonly clientId: number | null;
  /** Null for all units. */
  readonly unitIds: ReadonlySet<number> | null;
}

/** The most items of an event. */
const MOST_ITEMS = 1000;

/** What all readers get that have the same scope and want the same: it is encoded once. */
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

  /** The events of what has arrived. */
  eventsOf({ arrivals, units, newest }: Batches): Uint8Array[] {
    const found = { positions: arrivals.filter((each) => this.#includes(each)), units: this.#unitsOf(units) };
    return encodeArrivals(found, this.query, { ...newest, n: END_OF_BATCH });
  }

  /** The event of units that have sent nothing. The place of its reader stays. */
  silentUnits(units: readonly LiveUnitRow[]): Uint8Array[] {
    return parts(this.#unitsOf(units)).map((part) => encodeEvent({ event: "units", data: listOf(part) }));
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
 * The events of what has arrived up to a place. Each event of positions has the place after its last one, so that a reader who
 * goes on there gets no position twice and misses none.
 */
export function encodeArrivals(
  found: { readonly positions: readonly Arrival[]; readonly units: readonly LiveUnitRow[] },
  { channels, clientId }: StreamQuery,
  end: Omit<Cursor, "clientId">,
): Uint8Array[] {
  const positions = channels.has("telemetry") ? found.positions.filter(({ json }) => json !== null) : [];
  const events: EventParts[] = [
    ...parts(channels.has("units") ? found.units : []).map((part) => ({ event: "units", data: listOf(part) })),
    ...parts(positions).map((part) => {
      const { batch, n } = part.at(-1) ?? end;
      return { event: "positions", data: listOf(part), id: writeCursor({ epoch: end.epoch, clientId, batch, n }) };
    }),
  ];
  const id = writeCursor({ ...end, clientId });
  return events.map((event, index) => encodeEvent(index === events.length - 1 ? { ...event, id } : event));
}

function parts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_ITEMS) }, (_, part) =>
    items.slice(part * MOST_ITEMS, (part + 1) * MOST_ITEMS),
  );
}

function listOf(items: readonly { readonly json: string | null }[]): string {
  return `[${items.map(({ json }) => json).join(",")}]`;
}
