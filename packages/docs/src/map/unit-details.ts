/** What is known of the selected unit: its position, vehicle, driver and trail. */
import type { Connection } from "../try/connection.ts";
import { button, element } from "../try/elements.ts";
import { formatHeading, formatInstant, formatSpeed } from "./format.ts";
import { describePlace, formatCoordinates } from "./geometry.ts";
import type { LngLat, PlaceFeature } from "./island-file.ts";
import { Trail } from "./trail.ts";
import { type Position, type ShownUnit, unitName } from "./unit-set.ts";

interface DetailsOptions {
  readonly places: readonly PlaceFeature[];
  onClose(): void;
  /** Called when the trail of the selected unit is there, and when it grows. */
  onTrail(points: readonly LngLat[]): void;
  /** Milliseconds since 1970. */
  clock(): number;
}

const TRAIL_MS = 3_600_000;
/** Metres within which the trail may leave out points. */
const TOLERANCE_M = 5;
const TRAIL_PAGE = 1000;
const TRAIL_PAGES = 4;

const ROWS = ["Vehicle", "Driver", "Status", "Speed", "Heading", "Place", "Coordinates", "Last seen", "Trail"] as const;

export class UnitDetails {
  readonly element: HTMLElement;
  readonly #options: DetailsOptions;
  readonly #title = element("h3", { id: "map-unit" });
  readonly #values = new Map<(typeof ROWS)[number], HTMLElement>();
  /** Null while it is loaded, and when it may not be read. */
  #trail: Trail | null = null;
  /** Ids of the vehicle and the driver that are shown, to look them up again when they change. */
  #looked: readonly [vehicle: number | null, driver: number | null] = [null, null];
  #loading = new AbortController();

  constructor(options: DetailsOptions) {
    this.#options = options;
    const rows = ROWS.map((name) => {
      const value = element("dd");
      this.#values.set(name, value);
      return element("div", {}, element("dt", {}, name), value);
    });
    this.element = element(
      "section",
      { class: "map-details", "aria-labelledby": "map-unit" },
      element(
        "div",
        { class: "map-details-head" },
        this.#title,
        button("Close", () => options.onClose()),
      ),
      element("dl", {}, ...rows),
    );
    this.element.hidden = true;
  }

  /** Shows another unit, and looks up what its position only names. */
  open(unit: ShownUnit, connection: Connection): void {
    this.close();
    this.#loading = new AbortController();
    this.#looked = [null, null];
    this.#trail = null;
    this.element.hidden = false;
    this.#set("Vehicle", "None");
    this.#set("Driver", "None");
    this.update(unit, connection);
    void this.#loadTrail(unit.position, connection, this.#loading.signal);
  }

  /** Shows the newest position of the unit that is open. */
  update(unit: ShownUnit, connection: Connection): void {
    const { position } = unit;
    const at: LngLat = [position.longitude, position.latitude];
    const now = this.#options.clock();
    const age = Math.max(0, Math.round((now - Date.parse(position.recorded_at)) / 1000));
    this.#title.textContent = unitName(unit);
    this.#set("Status", position.is_valid ? position.movement_status : `${position.movement_status}, no fix`);
    this.#set("Speed", formatSpeed(position.speed_kmh));
    this.#set("Heading", formatHeading(position.heading_deg));
    this.#set("Place", describePlace(this.#options.places, at));
    this.#set("Coordinates", formatCoordinates(at));
    this.#set("Last seen", `${formatInstant(position.recorded_at, now)}${age < 120 ? ` (${age} s ago)` : ""}`);
    void this.#lookUp(position, connection, this.#loading.signal);
  }

  /** Continues the trail. */
  extend(positions: readonly Position[]): void {
    if (this.#trail === null) return;
    this.#trail.add(positions);
    this.#options.onTrail(this.#trail.points);
  }

  close(): void {
    this.#loading.abort();
    this.element.hidden = true;
    this.#options.onTrail([]);
  }

  async #lookUp(position: Position, connection: Connection, signal: AbortSignal): Promise<void> {
    // Whoever may not read drivers gets no such member.
    const { vehicle_id = null, driver_id = null } = position;
    const [vehicle, driver] = this.#looked;
    this.#looked = [vehicle_id, driver_id];
    const { fleet } = connection;
    const both = [];
    if (vehicle_id !== vehicle)
      both.push(
        this.#lookUpOne("Vehicle", vehicle_id, signal, async (id) => {
          const result = await fleet.vehicles.get({ path: { vehicle_id: id } }, { signal });
          if (!result.ok) return result;
          const { name, plate_number } = result.data;
          return plate_number === null ? name : `${name}, ${plate_number}`;
        }),
      );
    if (driver_id !== driver)
      both.push(
        this.#lookUpOne("Driver", driver_id, signal, async (id) => {
          const result = await fleet.drivers.get({ path: { driver_id: id } }, { signal });
          return result.ok ? result.data.full_name : result;
        }),
      );
    await Promise.all(both);
  }

  async #lookUpOne(
    row: "Vehicle" | "Driver",
    id: number | null,
    signal: AbortSignal,
    read: (id: number) => Promise<string | { readonly status: number | null }>,
  ): Promise<void> {
    if (id === null) return this.#set(row, "None");
    this.#set(row, "Loading …");
    const found = await read(id);
    if (signal.aborted) return;
    this.#set(
      row,
      typeof found === "string"
        ? found
        : whyMissing(`${row.toLowerCase()} ${id}`, `${row.toLowerCase()}s.view`, found.status),
    );
  }

  async #loadTrail({ unit_id }: Position, { fleet }: Connection, signal: AbortSignal): Promise<void> {
    this.#set("Trail", "Loading …");
    const now = this.#options.clock();
    const from = new Date(now - TRAIL_MS).toISOString();
    // The clock of the service may be ahead.
    const to = new Date(now + TRAIL_MS).toISOString();
    const trail = new Trail();
    let cursor: string | undefined;
    for (let page = 0; page < TRAIL_PAGES; page++) {
      const query = { unit_id, from, to, cursor, tolerance_m: TOLERANCE_M, per_page: TRAIL_PAGE };
      const result = await fleet.monitoring.history({ query }, { signal });
      if (signal.aborted) return;
      if (!result.ok) return this.#set("Trail", whyMissing("the trail", "monitoring.view_history", result.status));
      trail.add(result.data.positions);
      cursor = result.data.next_cursor ?? undefined;
      if (cursor === undefined) break;
    }
    this.#trail = trail;
    this.#set("Trail", trail.points.length < 2 ? "Too few positions in the last hour" : "Last hour and new positions");
    this.#options.onTrail(trail.points);
  }

  #set(row: (typeof ROWS)[number], text: string): void {
    const value = this.#values.get(row);
    if (value !== undefined && value.textContent !== text) value.textContent = text;
  }
}

function whyMissing(what: string, permission: string, status: number | null): string {
  if (status === 403) return `You may not see ${what}: you lack ${permission}.`;
  if (status === 404) return `There is no ${what} in your scope.`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`;
}
