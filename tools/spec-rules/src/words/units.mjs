/**
 * The units that a quantity may be given in: metric, and one unit per kind of quantity, so that two numbers of a kind
 * can be compared. Keys are the suffixes without `_`.
 */
export const UNITS = {
  m: "metres",
  mm: "millimetres, for the size of a thing",
  s: "seconds",
  days: "days of the calendar",
  kmh: "kilometres per hour",
  l: "litres",
  l_per_100km: "litres per 100 kilometres",
  kwh: "kilowatt hours",
  kwh_per_100km: "kilowatt hours per 100 kilometres",
  kw: "kilowatts",
  cc: "cubic centimetres of displacement",
  kg: "kilograms",
  percent: "percent, 100 is all",
  deg: "degrees clockwise from north",
  c: "degrees Celsius",
  v: "volts",
};

/** Names of numbers that measure nothing, so there is no unit to name. `*` stands for anything. */
export const PLAIN_NUMBERS = [
  // Identify something.
  ["id", "*_id", "ids", "*_ids", "version", "*_version"],
  // Count something.
  ["count", "*_count", "total", "succeeded", "failed", "skipped", "attempts", "satellites"],
  // Say where in an order something stands.
  ["page", "per_page", "limit", "index", "level", "sequence"],
  // Belong to the calendar.
  ["year", "*_year"],
  // Are a code: the HTTP status.
  ["status"],
  // Have a unit by definition: degrees of WGS 84.
  ["latitude", "longitude"],
].flat();
