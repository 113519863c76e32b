import { type Bump, highest } from "../bump/bump.ts";
import { readEnum, type EnumSchema } from "../contract/enums.ts";
import { sameJson, type JsonObject } from "../contract/json.ts";
import type { Direction } from "../contract/schema-pairs.ts";
import type { HouseFinding, SchemaRule } from "./house-rule.ts";

/** What can happen to an enum. `null` is told apart: it is a type of its own, also where any string is welcome. */
type Event =
  | "opened"
  | "closed"
  | "first values of an open enum"
  | "last values of an open enum"
  | "value added to an open enum"
  | "value added to a closed enum"
  | "value removed"
  | "null added"
  | "null removed";

/** The table of the README. */
const BUMPS: Readonly<Record<Event, Readonly<Record<Direction, Bump>>>> = {
  opened: { request: "minor", response: "major" },
  closed: { request: "major", response: "major" },
  "first values of an open enum": { request: "major", response: "minor" },
  "last values of an open enum": { request: "minor", response: "minor" },
  "value added to an open enum": { request: "minor", response: "minor" },
  "value added to a closed enum": { request: "minor", response: "major" },
  "value removed": { request: "major", response: "minor" },
  "null added": { request: "minor", response: "major" },
  "null removed": { request: "major", response: "minor" },
};

interface Judged {
  readonly event: Event;
  readonly message: string;
}

export const enumValues: SchemaRule = {
  name: "enum-values",
  reason: "readers expect new values in an open enum only; a request with a value that is not listed is refused",
  judge({ base, revision, place, direction }) {
    const [before, after] = [readEnum(base), readEnum(revision)];
    const events = before && after ? eventsOf(before, after) : [];
    if (events.length === 0) return [];
    const bump = highest(events.map(({ event }) => BUMPS[event][direction]));
    const message = events.map((event) => `${event.message} in ${direction}s.`).join(" ");
    const isOpened = events.some(({ event }) => event === "opened");
    return [{ place: `${place}/enum`, bump, message }, ...(isOpened ? newBounds(base, revision, place, bump) : [])];
  },
};

const BOUNDS = ["minLength", "maxLength", "pattern"] as const;

/** The tools see bounds that a request did not have. They come with the opening, for the values that it lets through. */
function newBounds(base: JsonObject, revision: JsonObject, place: string, bump: Bump): HouseFinding[] {
  const changed = BOUNDS.filter((keyword) => !sameJson(base[keyword], revision[keyword]));
  return changed.map((keyword) => {
    return { place: `${place}/${keyword}`, bump, message: `\`${keyword}\` bounds the other values of an opened enum.` };
  });
}

function eventsOf(before: EnumSchema, after: EnumSchema): Judged[] {
  const kinds = `${before.kind} ${after.kind}`;
  // An enum that replaces a plain type, or the other way round, is no matter of values: the tools judge it.
  if (kinds === "free free" || kinds === "free closed" || kinds === "closed free") return [];
  const added = after.values.filter((value) => !before.values.some((old) => sameJson(old, value)));
  const removed = before.values.filter((value) => !after.values.some((young) => sameJson(young, value)));
  const events: Judged[] = [];
  if (added.includes(null)) events.push({ event: "null added", message: "`null` was added to an enum" });
  if (removed.includes(null)) events.push({ event: "null removed", message: "`null` was removed from an enum" });
  if (kinds === "closed open") events.push({ event: "opened", message: "A closed enum was opened" });
  if (kinds === "open closed") events.push({ event: "closed", message: "An open enum was closed" });
  if (before.kind === "free") {
    events.push({ event: "first values of an open enum", message: "A plain type became an open enum" });
  } else if (after.kind === "free") {
    events.push({ event: "last values of an open enum", message: "An open enum became a plain type" });
  } else events.push(...valueEvents(after.kind, added, removed));
  return events;
}

function valueEvents(kind: "open" | "closed", added: readonly unknown[], removed: readonly unknown[]): Judged[] {
  const [came, gone] = [added, removed].map((values) => values.filter((value) => value !== null));
  const events: Judged[] = [];
  const which = kind === "open" ? "an open enum" : "a closed enum";
  if (came?.length) events.push({ event: `value added to ${which}`, message: `${words(came)} added to ${which}` });
  if (gone?.length) events.push({ event: "value removed", message: `${words(gone)} removed from ${which}` });
  return events;
}

function words(values: readonly unknown[]): string {
  const names = values.map((value) => `\`${String(value)}\``).join(", ");
  return values.length === 1 ? `Value ${names} was` : `Values ${names} were`;
}
