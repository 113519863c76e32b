import type { Schema } from "./document.ts";

/** Integers between these bounds are exact in JavaScript; the contract's way to say "no bound". */
const UNBOUNDED = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Units of measurement by the ending of a property's name, a convention of the contract. */
const UNITS: Readonly<Record<string, string>> = {
  _s: "seconds",
  _days: "days",
  _mm: "millimetres",
  _m: "metres",
  _kmh: "kilometres per hour",
  _deg: "degrees",
  _percent: "percent",
  _l: "litres",
  _l_per_100km: "litres per 100 kilometres",
  _kwh: "kilowatt hours",
  _kwh_per_100km: "kilowatt hours per 100 kilometres",
  _kw: "kilowatts",
  _cc: "cubic centimetres",
  _kg: "kilograms",
  _c: "degrees Celsius",
  _v: "volts",
  _bytes: "bytes",
};
const LONGEST_FIRST = Object.keys(UNITS).toSorted((one, other) => other.length - one.length);

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "instant in UTC, RFC 3339",
  date: "date, YYYY-MM-DD",
  email: "email address",
  uri: "URI",
  uuid: "UUID",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
};

/** The rules of a value in words, the shortest first: `1 to 120 characters`, `default 50`. */
export function constraintsOf(name: string, schema: Schema): string[] {
  return [
    unitOf(name, schema),
    schema["x-expected"] === undefined ? formatOf(schema) : null,
    range(schema.minLength, schema.maxLength, "character"),
    bounds(schema),
    schema.propertyNames === undefined ? null : namesOf(schema.propertyNames),
    schema.multipleOf === undefined ? null : `multiple of ${schema.multipleOf}`,
    range(schema.minItems, schema.maxItems, "item"),
    schema.uniqueItems ? "no duplicates" : null,
    range(schema.minProperties, schema.maxProperties, "member"),
    schema["x-expected"] ?? (schema.pattern === undefined ? null : `matches ${schema.pattern}`),
    schema["x-open-enum"] ? "more values may be added" : null,
    schema["x-sensitive"] ? "secret" : null,
    schema["x-quoted"] ? "quoted from another record: the feed of changes does not report it" : null,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((rule) => rule !== null);
}

function unitOf(name: string, { type }: Schema): string | null {
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (!types.includes("integer") && !types.includes("number")) return null;
  const ending = LONGEST_FIRST.find((one) => name.endsWith(one));
  return ending === undefined ? null : (UNITS[ending] ?? null);
}

function formatOf({ format }: Schema): string | null {
  return format === undefined ? null : (FORMATS[format] ?? null);
}

/** The rules of the names in a map. */
function namesOf(names: Schema): string | null {
  const rules = constraintsOf("", names);
  return rules.length === 0 ? null : `names of ${rules.join(", ")}`;
}

function bounds({ minimum, maximum }: Schema): string | null {
  const low = minimum === undefined || UNBOUNDED.has(minimum) ? undefined : minimum;
  const high = maximum === undefined || UNBOUNDED.has(maximum) ? undefined : maximum;
  if (low !== undefined && high !== undefined) return low === high ? `exactly ${low}` : `${low} to ${high}`;
  if (low !== undefined) return `at least ${low}`;
  return high === undefined ? null : `at most ${high}`;
}

function range(low: number | undefined, high: number | undefined, noun: string): string | null {
  const plural = (count: number): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const from = low === 0 ? undefined : low;
  if (from !== undefined && high !== undefined)
    return from === high ? `exactly ${plural(from)}` : `${from} to ${plural(high)}`;
  if (from !== undefined) return `at least ${plural(from)}`;
  return high === undefined ? null : `at most ${plural(high)}`;
}
