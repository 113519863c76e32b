/** Movement statuses: their words, and shapes that can be told apart without colour. */

/** The contract may add others; they are shown as `unknown`. */
export const MOVEMENTS = ["moving", "idling", "parked", "unknown"] as const;

export type Movement = (typeof MOVEMENTS)[number];

export function toMovement(status: string): Movement {
  return MOVEMENTS.find((one) => one === status) ?? "unknown";
}

/** Paths in a square from -10 to 10; an arrow points to the north. */
const SHAPES: Readonly<Record<Movement, string>> = {
  moving: "M0-9 7 8 0 4-7 8Z",
  idling: "M0-8 8 0 0 8-8 0Z",
  parked: "M-6-6H6V6H-6Z",
  unknown: "M0-7A7 7 0 0 1 0 7 7 7 0 0 1 0-7",
};

const SVG = "http://www.w3.org/2000/svg";

/** The shape of a status. It says nothing to screen readers: a word stands beside it, or the list has one. */
export function movementShape(movement: Movement): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-10 -10 20 20");
  svg.setAttribute("class", `map-shape map-${movement}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[movement]);
  svg.append(path);
  return svg;
}
