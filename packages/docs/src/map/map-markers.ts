/** Markers on the map. Screen readers have the list instead. */
import { element } from "../try/elements.ts";
import type { PlaceFeature } from "./island-file.ts";
import { type Movement, movementShape, toMovement } from "./movement.ts";
import type { Position } from "./unit-set.ts";

/** The name of a place. */
export function placeMarker({ properties: { kind, name } }: PlaceFeature): HTMLElement {
  return element("div", { class: `map-place map-place-${kind}`, "aria-hidden": "true" }, element("span", {}, name));
}

/** A unit: a shape for its status, which points where it goes, and its name. */
export class UnitMarker {
  readonly element: HTMLElement;
  /** The instant of the position that it shows. */
  recordedAt = "";
  readonly #shape = element("span", { class: "map-unit-shape" });
  readonly #name = element("span", { class: "map-unit-name" });
  #movement: Movement | null = null;
  #heading: number | null = null;

  constructor(onClick: () => void) {
    this.element = element(
      "div",
      { class: "map-unit", "aria-hidden": "true", click: onClick },
      this.#shape,
      this.#name,
    );
  }

  show({ movement_status, recorded_at }: Position, name: string): void {
    this.recordedAt = recorded_at;
    if (this.#name.textContent !== name) this.#name.textContent = name;
    const movement = toMovement(movement_status);
    if (movement === this.#movement) return;
    this.#movement = movement;
    this.#shape.replaceChildren(movementShape(movement));
    this.#rotate();
  }

  /** @param heading - in degrees clockwise from north; null keeps the last one */
  turn(heading: number | null): void {
    this.#heading = heading ?? this.#heading;
    this.#rotate();
  }

  mark(isSelected: boolean): void {
    this.element.classList.toggle("is-selected", isSelected);
  }

  /** Only an arrow has a direction; a square stands straight. */
  #rotate(): void {
    this.#shape.style.rotate = this.#movement === "moving" ? `${this.#heading ?? 0}deg` : "";
  }
}
