import { type Bump, highest } from "../bump.ts";
import { readEnum, type EnumSchema } from "../contract/enums.ts";
import { listOf, sameJson } from "../contract/json.ts";
import type { Direction } from "../contract/operations.ts";
import type { SchemaPair } from "../contract/schema-pairs.ts";
import type { SchemaRule } from "./finding.ts";

/** What can happen to an enum. `null` is told apart: it is a type of its own, also where any string is welcome. */
type Event =
  | "opened"
  | "closed"
  | "first values of a closed enum"
  | "last values of a closed enum"
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
  "first values of a closed enum": { request: "major", response: "major" },
  "last values of a closed enum": { request: "minor", response: "major" },
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
  find(pair) {
    const { base, revision, place, direction } = pair;
    if (isProblemCode(pair) && onlyGrew(pair)) return [];
    const [before, after] = [readEnum(base), readEnum(revision)];
    const events = before && after ? eventsOf(before, after) : [];
    if (events.length === 0) return [];
    const bump = highest(events.map(({ event }) => BUMPS[event][direction]));
    const message = events.map((event) => `${event.message} in ${direction}s.`).join(" ");
    const keyword = ["enum", "const"].find((name) => name in revision) ?? ("const" in base ? "const" : "enum");
    return [{ place: place(keyword), bump, message }];
  },
};

/** The schema of the codes of failures, which grow in minor releases. */
const PROBLEM_CODE = "#/components/schemas/ProblemCode";

export const problemCodesGrow: SchemaRule = {
  name: "problem-codes-grow",
  reason: "a failure with a code that is new to the client stays a problem: every operation can gain codes",
  find(pair) {
    const hasGrown = isProblemCode(pair) && onlyGrew(pair) && !onlyGrew({ base: pair.revision, revision: pair.base });
    return hasGrown
      ? [{ place: pair.place("enum"), bump: "minor", message: "The contract has new problem codes." }]
      : [];
  },
};

function isProblemCode({ place }: SchemaPair): boolean {
  return place() === PROBLEM_CODE;
}

function onlyGrew({ base, revision }: Pick<SchemaPair, "base" | "revision">): boolean {
  return listOf(base.enum).every((code) => listOf(revision.enum).includes(code));
}

function eventsOf(before: EnumSchema, after: EnumSchema): Judged[] {
  const kinds = `${before.kind} ${after.kind}`;
  if (kinds === "free free") return [];
  const added = after.values.filter((value) => !before.values.some((old) => sameJson(old, value)));
  const removed = before.values.filter((value) => !after.values.some((young) => sameJson(young, value)));
  const events: Judged[] = [];
  if (added.includes(null)) events.push({ event: "null added", message: "`null` was added to an enum" });
  if (removed.includes(null)) events.push({ event: "null removed", message: "`null` was removed from an enum" });
  if (kinds === "closed open") events.push({ event: "opened", message: "A closed enum was opened" });
  if (kinds === "open closed") events.push({ event: "closed", message: "An open enum was closed" });
  const { kind } = before.kind === "free" ? after : before;
  const which = kind === "open" ? "an open enum" : "a closed enum";
  if (before.kind === "free") {
    events.push({ event: `first values of ${which}`, message: `A plain type became ${which}` });
  } else if (after.kind === "free") {
    events.push({ event: `last values of ${which}`, message: `What was ${which} became a plain type` });
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
