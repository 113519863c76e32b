/** The live map: a service, its units on a map and in a list, and what is known of one of them. */
import type { Connection } from "../try/connection.ts";
import { button, element } from "../try/elements.ts";
import type { Explanation } from "../try/explain.ts";
import { type ServiceOptions, ServiceView } from "../try/service-view.ts";
import { nearestPlace } from "./geometry.ts";
import { type IslandFile, type LngLat, placesOf } from "./island-file.ts";
import type { MapOptions, MapView } from "./map-view.ts";
import { MOVEMENTS, movementShape } from "./movement.ts";
import { UnitDetails } from "./unit-details.ts";
import { UnitList } from "./unit-list.ts";
import { MAX_UNITS, type Position, type UnitFilter, UnitSet, unitName } from "./unit-set.ts";
import { watchPositions } from "./watch-positions.ts";

interface MapPageOptions extends Omit<ServiceOptions, "onChange"> {
  /** Gets the page. */
  readonly place: HTMLElement;
  readonly island: IslandFile;
  /** Loads what draws the map. */
  loadMap(): Promise<{ readonly MapView: new (options: MapOptions) => MapView }>;
  /** Calls back whenever the page changes between light and dark. */
  onThemeChange(listener: () => void): void;
  /** Milliseconds since 1970. */
  clock(): number;
}

/** The table is for reading: markers move at once, its rows change no more often than this. */
const LIST_MS = 1000;

export class MapPage {
  readonly #options: MapPageOptions;
  readonly #service: ServiceView;
  readonly #list: UnitList;
  readonly #details: UnitDetails;
  /** What screen readers are told: not each position. */
  readonly #said = element("p", { class: "map-said", role: "status" }, "Choose a service and log in to see its units.");
  readonly #failure = element("div", { class: "map-failure", role: "alert" });
  readonly #trouble = element("p", { class: "map-trouble", role: "alert" });
  readonly #clients = element("select", { id: "map-client", change: () => this.#restart() });
  readonly #movement = element("select", { id: "map-movement", change: () => this.#restart() });
  readonly #clientFilter: HTMLElement;
  #map: MapView | null = null;
  #set = new UnitSet({ clientId: null, movement: null });
  #selected: number | null = null;
  #trail: readonly LngLat[] = [];
  /** For whom the units were read last: another token of the same session is no reason to begin again. */
  #reader = "";
  #run = new AbortController();
  #listTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MapPageOptions) {
    this.#options = options;
    const { place, island, clock } = options;
    const places = placesOf(island);
    this.#service = new ServiceView({ ...options, onChange: () => this.#onSession() });
    this.#list = new UnitList({ places, clock, onSelect: (id) => this.#select(id) });
    this.#details = new UnitDetails({
      places,
      clock,
      onClose: () => this.#select(null),
      onTrail: (points) => {
        this.#trail = points;
        this.#map?.showTrail(points);
      },
    });
    this.#movement.append(
      element("option", { value: "" }, "Any status"),
      ...MOVEMENTS.map((one) => element("option", { value: one }, one)),
    );
    this.#clientFilter = element("div", {}, element("label", { for: "map-client" }, "Client"), this.#clients);
    this.#clientFilter.hidden = true;
    const frame = element("div", { class: "map-frame" });
    const service = element("h2", { id: "map-service", tabindex: "-1" }, "Service");
    place.replaceChildren(
      element("section", { "aria-labelledby": "map-service" }, service, this.#service.element),
      element(
        "section",
        { "aria-labelledby": "map-units" },
        element("h2", { id: "map-units" }, "Units"),
        element(
          "div",
          { class: "map-filters" },
          this.#clientFilter,
          element("div", {}, element("label", { for: "map-movement" }, "Status"), this.#movement),
          this.#said,
        ),
        this.#failure,
        element(
          "div",
          { class: "map-columns" },
          element("div", {}, frame, this.#trouble, legend()),
          element("div", { class: "map-side" }, this.#details.element, this.#list.element),
        ),
      ),
    );
    this.#list.show(this.#set.units, "No units yet.");
    service.focus();
    void this.#openMap(frame);
  }

  async #openMap(frame: HTMLElement): Promise<void> {
    const { island, now, loadMap, onThemeChange } = this.#options;
    const canvas = element("div", { class: "map-canvas" });
    frame.append(canvas);
    try {
      const { MapView: View } = await loadMap();
      const map = new View({
        place: canvas,
        island,
        now,
        isStill: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
        onSelect: (id) => this.#select(id),
        onTrouble: (text) => {
          this.#trouble.textContent = text;
        },
      });
      this.#map = map;
      onThemeChange(() => map.recolour());
      frame.append(
        element(
          "div",
          { class: "map-tools" },
          button("+", () => map.zoom(1), { "aria-label": "Zoom in" }),
          button("−", () => map.zoom(-1), { "aria-label": "Zoom out" }),
          button("All", () => map.fit(), { "aria-label": "Show all units" }),
        ),
      );
      map.show(this.#set.units);
      map.select(this.#selected);
      map.showTrail(this.#trail);
      if (this.#set.units.size > 0) map.fit();
    } catch (error) {
      frame.hidden = true;
      this.#trouble.textContent = `The map cannot be drawn: ${whyNoMap(error)} The list has the same units.`;
    }
  }

  /** Reads the units of another reader; null for one who is logged out. */
  #onSession(): void {
    const connection = this.#service.connection();
    const { status, username, epoch } = connection?.session() ?? {};
    const reader = status === "active" ? JSON.stringify([connection?.baseUrl, username, epoch]) : "";
    if (reader === this.#reader) return;
    this.#reader = reader;
    this.#clients.replaceChildren();
    this.#clientFilter.hidden = true;
    this.#restart();
    if (reader !== "" && connection !== null) void this.#loadClients(connection, this.#run.signal);
  }

  #restart(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#select(null);
    this.#explain(null);
    this.#set = new UnitSet(this.#filter());
    this.#showUnits();
    const connection = this.#service.connection();
    if (this.#reader === "" || connection === null) {
      this.#said.textContent = "Log in to see units.";
      return;
    }
    this.#said.textContent = "Loading the units …";
    void this.#follow(connection, this.#set, this.#run.signal);
  }

  #filter(): UnitFilter {
    const { value } = this.#clients;
    return { clientId: value === "" ? null : Number(value), movement: this.#movement.value || null };
  }

  async #follow(connection: Connection, set: UnitSet, signal: AbortSignal): Promise<void> {
    let isFirst = true;
    try {
      const batches = watchPositions(connection.fleet, {
        clientId: this.#filter().clientId,
        signal,
        onReset: async () => {
          const total = await readLatest(connection, set, this.#filter(), signal);
          if (signal.aborted) return;
          this.#said.textContent = `${countText(set.units.size, total)}${this.#isElsewhere(set) ? ELSEWHERE : ""}`;
          this.#explain(null);
          this.#showUnits();
          if (isFirst) this.#map?.fit();
          isFirst = false;
          await this.#loadNames(connection, set, signal);
        },
        onRetry: ({ error, delayMs }) => void this.#explainRetry(connection, error, delayMs, signal),
      });
      for await (const positions of batches) {
        if (signal.aborted) return;
        this.#explain(null);
        this.#take(set.apply(positions), positions);
        void this.#loadNames(connection, set, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const explanation = await connection.explain(error);
      if (signal.aborted) return;
      this.#said.textContent = "";
      this.#explain(
        explanation,
        button("Try again", () => this.#restart()),
      );
    }
  }

  /** Whether none of the units is near the island. */
  #isElsewhere({ units }: UnitSet): boolean {
    const places = placesOf(this.#options.island);
    return (
      units.size > 0 &&
      ![...units.values()].some(({ position: { longitude, latitude } }) => nearestPlace(places, [longitude, latitude]))
    );
  }

  async #explainRetry(connection: Connection, error: Error, delayMs: number, signal: AbortSignal): Promise<void> {
    const { title, text } = await connection.explain(error);
    if (signal.aborted) return;
    this.#explain({ title, text: `${text} The next attempt is in ${Math.ceil(delayMs / 1000)} s.` });
  }

  async #loadNames(connection: Connection, set: UnitSet, signal: AbortSignal): Promise<void> {
    const ids = set.takeUnnamed();
    if (ids.length === 0) return;
    const query = { ids, per_page: MAX_UNITS };
    const result = await connection.fleet.units.listing({ query }, { signal });
    if (!result.ok || signal.aborted) return;
    set.rename(new Map(result.data.map(({ id, name }) => [id, name])));
    this.#showUnits();
  }

  async #loadClients(connection: Connection, signal: AbortSignal): Promise<void> {
    const result = await connection.fleet.clients.listing(
      { query: { per_page: MAX_UNITS, sort: ["name"] } },
      { signal },
    );
    // Who may not read clients, or has one, needs no filter.
    if (!result.ok || result.data.length < 2) return;
    this.#clients.replaceChildren(
      element("option", { value: "" }, "All clients"),
      ...result.data.map(({ id, name }) => element("option", { value: String(id) }, name)),
    );
    this.#clientFilter.hidden = false;
  }

  /** Shows what changed: on the map at once, in the list a little later. */
  #take(changed: ReadonlySet<number>, positions: readonly Position[]): void {
    if (changed.size === 0) return;
    this.#map?.show(this.#set.units);
    const connection = this.#service.connection();
    const unit = this.#set.units.get(this.#selected ?? 0);
    if (unit !== undefined && changed.has(unit.id) && connection !== null) {
      this.#details.update(unit, connection);
      this.#details.extend(positions.filter(({ unit_id }) => unit_id === unit.id));
    }
    this.#listTimer ??= setTimeout(() => this.#showUnits(), LIST_MS);
  }

  #showUnits(): void {
    clearTimeout(this.#listTimer);
    this.#listTimer = undefined;
    if (this.#selected !== null && !this.#set.units.has(this.#selected)) this.#select(null);
    const whenEmpty =
      this.#reader === "" ? "No units yet. Choose a service and log in." : "No unit has a position here.";
    this.#list.show(this.#set.units, whenEmpty);
    this.#map?.show(this.#set.units);
  }

  #select(id: number | null): void {
    const unit = this.#set.units.get(id ?? 0);
    const connection = this.#service.connection();
    const isSame = unit === undefined || connection === null || id === this.#selected;
    this.#selected = isSame ? null : id;
    this.#list.select(this.#selected);
    this.#map?.select(this.#selected);
    if (isSame) {
      this.#details.close();
      return;
    }
    this.#details.open(unit, connection);
    this.#said.textContent = `${unitName(unit)} is selected. Its details follow the map.`;
  }

  #explain(explanation: Explanation | null, ...more: readonly Node[]): void {
    // An alert that is written again is read again.
    if (explanation === null && this.#failure.childElementCount === 0) return;
    this.#failure.replaceChildren();
    if (explanation === null) return;
    this.#failure.append(
      element("p", { class: "try-title" }, explanation.title),
      element("p", {}, explanation.text),
      ...more,
    );
  }
}

const ELSEWHERE = " They are far from the demo island, the only land that this map has.";

/** Reads one page of the latest positions; resolves to the number of all. */
async function readLatest(
  { fleet }: Connection,
  set: UnitSet,
  { clientId, movement }: UnitFilter,
  signal: AbortSignal,
): Promise<number> {
  const query = {
    per_page: MAX_UNITS,
    ...(clientId !== null && { client_id: clientId }),
    ...(movement !== null && { movement_status: [movement] }),
  };
  const { data, pagination } = await fleet.monitoring.latestListing({ query }, { signal }).orThrow();
  set.replace(data);
  return pagination.total;
}

function countText(shown: number, total: number): string {
  if (total > shown) return `${shown} of ${total} units are shown. Choose a client or a status to see others.`;
  if (total === 0) return "No unit has a position here.";
  return total === 1 ? "One unit is shown." : `${total} units are shown.`;
}

function whyNoMap(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/webgl/i.test(text)) return "this browser has no WebGL 2, or it is switched off.";
  return `a file of it could not be loaded (${text}). Reload the page to try again.`;
}

function legend(): HTMLElement {
  const entries = MOVEMENTS.map((one) => element("li", {}, movementShape(one), one));
  return element("ul", { class: "map-legend", "aria-label": "Shapes on the map" }, ...entries);
}
