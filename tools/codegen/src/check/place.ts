/** Where a value of the contract stands, for messages and for its references. */
export interface Place {
  /** The operation or component that it is a part of; a function where finding it takes time. */
  readonly subject: string | (() => string);
  /** The names that lead from there to the value. */
  readonly path: readonly string[];
  /** What references may lead to: the names of the components by section. */
  readonly components: Readonly<Record<string, ReadonlySet<string>>>;
}

/** Throws when a value has not the shape that it must have. */
export type Check = (value: unknown, place: Place) => void;

/** Names that every JavaScript object has, so that a member with such a name seems to be there when it is not. */
export const objectMembers: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function inside(place: Place, name: string | number): Place {
  return { ...place, path: [...place.path, String(name)] };
}

/** An error of a value: `must` says what it has to be. */
export function misshapen(place: Place, must: string, value: unknown): Error {
  return new Error(`${shown(place)} must be ${must}; it is ${kindOf(value)}.`);
}

/** A place as messages show it. */
export function shown({ subject, path }: Place): string {
  const name = typeof subject === "string" ? subject : subject();
  return path.length === 0 ? name : `${name}: ${path.join(" > ")}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return JSON.stringify(value).slice(0, 60);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const anything: Check = () => undefined;

export const text: Check = (value, place) => {
  if (typeof value !== "string") throw misshapen(place, "a text", value);
};

export const flag: Check = (value, place) => {
  if (typeof value !== "boolean") throw misshapen(place, "true or false", value);
};

export const number: Check = (value, place) => {
  if (typeof value !== "number") throw misshapen(place, "a number", value);
};

export const count: Check = (value, place) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw misshapen(place, "an integer from 0 on", value);
};

export function oneOf(...values: readonly string[]): Check {
  return (value, place) => {
    if (typeof value !== "string" || !values.includes(value))
      throw misshapen(place, `one of ${values.join(", ")}`, value);
  };
}

/** A list with at least `least` items. */
export function listOf(item: Check, least = 0): Check {
  return (value, place) => {
    if (!Array.isArray(value) || value.length < least)
      throw misshapen(place, least > 0 ? "a list with items" : "a list", value);
    for (const [index, each] of value.entries()) item(each, inside(place, index));
  };
}

export function mapOf(member: Check): Check {
  return (value, place) => {
    if (!isObject(value)) throw misshapen(place, "an object", value);
    for (const [name, each] of Object.entries(value)) member(each, inside(place, name));
  };
}

const names = listOf(text);

/** What every object may carry. */
const marks: Readonly<Record<string, Check>> = {
  "x-provenance": oneOf("documented", "designed"),
  "x-designed": names,
  "x-designed-note": text,
  "x-documented": (value, place) => (Array.isArray(value) ? names : mapOf(anything))(value, place),
};

/** An object with these members; of others nothing is asked. */
export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, place) => {
    if (!isObject(value)) throw misshapen(place, "an object", value);
    for (const [name, check] of Object.entries(required)) check(value[name], inside(place, name));
    for (const [name, check] of Object.entries({ ...marks, ...optional }))
      if (value[name] !== undefined) check(value[name], inside(place, name));
  };
}

/** A reference to a component of this section, or the thing itself. */
export function referenceOr(section: string, check: Check): Check {
  return (value, place) => {
    if (isObject(value) && value["$ref"] !== undefined) reference(section)(value["$ref"], inside(place, "$ref"));
    else check(value, place);
  };
}

/** The text of a reference to a component of this section. */
export function reference(section: string): Check {
  return (value, place) => {
    const name = /^#\/components\/([A-Za-z]+)\/([^/]+)$/.exec(typeof value === "string" ? value : "");
    if (name?.[1] === section && place.components[section]?.has(name[2] ?? "") === true) return;
    throw misshapen(place, `a reference to one of components.${section}`, value);
  };
}
