/** The units that the page shows, with the newest position of each. Bounded, however long the page is open. */
import type { components } from "@fleet-api/client";

export type Position = components["schemas"]["Position"];

export interface ShownUnit {
  readonly id: number;
  /** Null until it is known, or if it may not be read. */
  readonly name: string | null;
  readonly position: Position;
}

/** Which units are wanted. */
export interface UnitFilter {
  /** A client, or null for all of the scope. */
  readonly clientId: number | null;
  /** A movement status, or null for any. */
  readonly movement: string | null;
}

/** As many as one page of the listing has, and one request for names takes. */
export const MAX_UNITS = 200;

export class UnitSet {
  readonly #units = new Map<number, ShownUnit>();
  readonly #unnamed = new Set<number>();
  readonly #filter: UnitFilter;

  constructor(filter: UnitFilter) {
    this.#filter = filter;
  }

  /** By id. */
  get units(): ReadonlyMap<number, ShownUnit> {
    return this.#units;
  }

  /**
   * Takes positions in any order. One that is older than what is shown changes nothing, a unit that no longer fits the filter goes,
   * and beyond `MAX_UNITS` none is added. Returns the ids of the units that changed, came or went.
   */
  apply(positions: readonly Position[]): Set<number> {
    const changed = new Set<number>();
    for (const position of positions) {
      const id = position.unit_id;
      const shown = this.#units.get(id);
      if (shown !== undefined && Date.parse(shown.position.recorded_at) >= Date.parse(position.recorded_at)) continue;
      if (!this.#fits(position)) {
        if (this.#remove(id)) changed.add(id);
        continue;
      }
      if (shown === undefined && this.#units.size >= MAX_UNITS) continue;
      if (shown === undefined) this.#unnamed.add(id);
      this.#units.set(id, { id, name: shown?.name ?? null, position });
      changed.add(id);
    }
    return changed;
  }

  /** Takes the current state: units without a position in it go. */
  replace(positions: readonly Position[]): void {
    const ids = new Set(positions.map(({ unit_id }) => unit_id));
    for (const id of this.#units.keys()) if (!ids.has(id)) this.#remove(id);
    this.apply(positions);
  }

  /** Ids of units whose names nobody asked for yet. Each is given once, as names may be forbidden. */
  takeUnnamed(): number[] {
    const ids = [...this.#unnamed];
    this.#unnamed.clear();
    return ids;
  }

  rename(names: ReadonlyMap<number, string>): void {
    for (const [id, name] of names) {
      const unit = this.#units.get(id);
      if (unit !== undefined) this.#units.set(id, { ...unit, name });
    }
  }

  #remove(id: number): boolean {
    this.#unnamed.delete(id);
    return this.#units.delete(id);
  }

  #fits({ client_id, movement_status }: Position): boolean {
    const { clientId, movement } = this.#filter;
    return (clientId === null || clientId === client_id) && (movement === null || movement === movement_status);
  }
}

export function unitName({ id, name }: ShownUnit): string {
  return name ?? `Unit ${id}`;
}
