/** The units as a table, for readers who do not see the map, and for those who look for one. */
import { element } from "../try/elements.ts";
import { formatInstant, formatSpeed } from "./format.ts";
import { describePlace } from "./geometry.ts";
import type { PlaceFeature } from "./island-file.ts";
import { movementShape, toMovement } from "./movement.ts";
import { type ShownUnit, unitName } from "./unit-set.ts";

interface ListOptions {
  readonly places: readonly PlaceFeature[];
  onSelect(id: number): void;
  /** Milliseconds since 1970. */
  clock(): number;
}

const order = new Intl.Collator("en", { numeric: true });

export class UnitList {
  readonly element: HTMLElement;
  readonly #options: ListOptions;
  readonly #body: HTMLTableSectionElement;
  readonly #rows = new Map<number, Row>();
  readonly #empty = element("p", { class: "empty" }, "No units yet. Choose a service and log in.");
  #selected: number | null = null;

  constructor(options: ListOptions) {
    this.#options = options;
    this.#body = element("tbody", { role: "rowgroup", keydown: (event) => this.#move(event) });
    const columns = ["Unit", "Status", "Speed", "Place", "Last seen"];
    const cells = columns.map((name) => element("th", { scope: "col", role: "columnheader" }, name));
    this.element = element(
      "div",
      { class: "map-list" },
      element(
        "table",
        // Narrow windows lay it out otherwise, at which browsers forget that it is a table.
        { role: "table" },
        element("caption", { class: "hidden" }, "Units, by name. Press the arrow keys to move, Enter to select."),
        element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...cells)),
        this.#body,
      ),
      this.#empty,
    );
  }

  /** Shows these units and no others. */
  show(units: ReadonlyMap<number, ShownUnit>, whenEmpty: string): void {
    let isReordered = false;
    for (const id of this.#rows.keys()) if (!units.has(id)) isReordered = this.#rows.delete(id);
    for (const unit of units.values()) {
      const row = this.#rows.get(unit.id) ?? new Row(unit.id, (id) => this.#options.onSelect(id));
      isReordered ||= row.name !== unitName(unit);
      this.#rows.set(unit.id, row);
      row.show(unit, this.#options);
    }
    this.#empty.textContent = whenEmpty;
    this.#empty.hidden = this.#rows.size > 0;
    if (isReordered) this.#arrange();
  }

  /** Marks a unit. It scrolls into view within the list; the page stays where it is. */
  select(id: number | null): void {
    this.#selected = id;
    for (const row of this.#rows.values()) row.mark(row.id === id);
    this.#setStop(this.#rows.get(id ?? 0)?.button ?? this.#buttons()[0]);
    const row = this.#rows.get(id ?? 0)?.element;
    if (row === undefined) return;
    const { offsetTop, offsetHeight } = row;
    const { scrollTop, clientHeight } = this.element;
    const headHeight = this.#body.offsetTop;
    if (offsetTop - headHeight < scrollTop) this.element.scrollTop = offsetTop - headHeight;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      this.element.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  #arrange(): void {
    const focused = document.activeElement;
    const rows = [...this.#rows.values()].toSorted((a, b) => order.compare(a.name, b.name) || a.id - b.id);
    this.#body.replaceChildren(...rows.map((row) => row.element));
    for (const row of rows) row.mark(row.id === this.#selected);
    const stop =
      rows.find(({ button }) => button === focused) ?? rows.find(({ id }) => id === this.#selected) ?? rows[0];
    this.#setStop(stop?.button);
    // What is moved in the document loses the focus.
    if (stop?.button === focused) stop?.button.focus({ preventScroll: true });
  }

  /** The list is one stop of the Tab key; within it the arrow keys move. */
  #move(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const buttons = this.#buttons();
    const index = buttons.findIndex((one) => one === document.activeElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    const target = next === undefined ? undefined : buttons[next];
    if (target === undefined) return;
    event.preventDefault();
    this.#setStop(target);
    target.focus();
  }

  #setStop(stop: HTMLButtonElement | undefined): void {
    for (const one of this.#buttons()) one.tabIndex = one === stop ? 0 : -1;
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#body.querySelectorAll("button")];
  }
}

class Row {
  readonly id: number;
  readonly element: HTMLTableRowElement;
  readonly button: HTMLButtonElement;
  name = "";
  readonly #shape = element("span", { class: "map-cell-shape" });
  readonly #status = element("span");
  readonly #speed = element("td", { role: "cell" });
  readonly #place = element("td", { role: "cell" });
  readonly #time = element("time");

  constructor(id: number, onSelect: (id: number) => void) {
    this.id = id;
    this.button = element("button", { type: "button", "aria-pressed": "false", click: () => onSelect(id) });
    this.button.tabIndex = -1;
    this.element = element(
      "tr",
      // The whole row is a target for a mouse; the keyboard has the button.
      { role: "row", click: (event) => event.target !== this.button && onSelect(id) },
      element("th", { scope: "row", role: "rowheader" }, this.button),
      element("td", { role: "cell" }, this.#shape, this.#status),
      this.#speed,
      this.#place,
      element("td", { role: "cell" }, this.#time),
    );
  }

  show(unit: ShownUnit, { places, clock }: ListOptions): void {
    const { movement_status, speed_kmh, longitude, latitude, recorded_at } = unit.position;
    const movement = toMovement(movement_status);
    this.name = unitName(unit);
    setText(this.button, this.name);
    if (setText(this.#status, movement)) this.#shape.replaceChildren(movementShape(movement));
    setText(this.#speed, formatSpeed(speed_kmh));
    setText(this.#place, describePlace(places, [longitude, latitude]));
    if (setText(this.#time, formatInstant(recorded_at, clock()))) this.#time.dateTime = recorded_at;
  }

  mark(isSelected: boolean): void {
    this.button.setAttribute("aria-pressed", String(isSelected));
    this.element.classList.toggle("is-selected", isSelected);
  }
}

/** Returns whether the text is another one. */
function setText(target: HTMLElement, text: string): boolean {
  if (target.textContent === text) return false;
  target.textContent = text;
  return true;
}
