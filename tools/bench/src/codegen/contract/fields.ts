import type { Node, Value } from "./yaml-text.ts";

/** One property of a record. */
export interface Field {
  readonly name: string;
  readonly schema: Node;
}

const SCALARS = "../../shared/scalars.yaml#/";

/** A property whose type and bounds are those of a shared scalar. */
export function scalar(name: string, type: string, description: string, ...examples: readonly Value[]): Field {
  return { name, schema: { $ref: SCALARS + type, description, ...(examples.length > 0 && { examples }) } };
}

/** A property with an integer that can be unknown, in the unit that its name ends in. */
function quantity(name: string, maximum: number, description: string, example: number): Field {
  const type = ["integer", "null"];
  return { name, schema: { type, format: "int32", description, minimum: 0, maximum, examples: [example] } };
}

/** A property with a number that has decimals and can be unknown. */
function decimal(name: string, description: string, example: number): Field {
  return {
    name,
    schema: { type: ["number", "null"], description, minimum: 0, maximum: 1_000_000, examples: [example] },
  };
}

function flag(name: string, description: string): Field {
  return { name, schema: { type: "boolean", description, examples: [true] } };
}

/** A text of a fixed form. */
export function formatted(name: string, pattern: string, description: string, example: string): Field {
  return { name, schema: { type: ["string", "null"], description, pattern, maxLength: 32, examples: [example] } };
}

/** A closed list whose values are explained. */
export function enumeration(name: string, about: string, values: Readonly<Record<string, string>>): Field {
  const names = Object.keys(values);
  const type = ["string", "null"];
  return {
    name,
    schema: { type, description: explained(about, values), enum: [...names, null], examples: [names[0] ?? null] },
  };
}

/** A list whose values are explained, and to which the service may add some. */
export function openEnumeration(name: string, about: string, values: Readonly<Record<string, string>>): Field {
  const { schema } = enumeration(name, about, values);
  return { name, schema: { ...schema, "x-open-enum": true, maxLength: 40 } };
}

/** The description of an enum: a sentence, and a line per value. */
export function explained(about: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return `${about}\n\n${lines.join("\n")}\n`;
}

/** A list of ids of other records. */
function ids(name: string, description: string): Field {
  const items = { $ref: `${SCALARS}Id`, description: "Identifies one of them." };
  return { name, schema: { type: "array", description, maxItems: 100, items } };
}

/** What records of fleets have, each with its own kind of schema; a record takes some of them. */
export const FIELDS: readonly Field[] = [
  scalar("manufacturer", "NullableShortText", "Who made it, as written on the plate.", "Demo Works"),
  scalar("model", "NullableShortText", "What its manufacturer calls it.", "DW-200"),
  scalar("serial_number", "NullableWord", "Number that the manufacturer gave it.", "SN-000200"),
  scalar("cost_centre", "NullableWord", "Where its costs are booked.", "CC-42"),
  scalar("responsible_name", "NullableLongName", "The person to ask about it.", "Demo Person"),
  formatted("phone", "^\\+[0-9]{6,15}$", "Phone number for questions, E.164.", "+12025550100"),
  formatted("currency", "^[A-Z]{3}$", "Currency of the amounts, ISO 4217.", "KES"),
  formatted("purchase_amount", "^[0-9]{1,12}(\\.[0-9]{1,4})?$", "What it cost, as a decimal number.", "1200.50"),
  enumeration("ownership", "Whose it is.", {
    owned: "the client's",
    leased: "a leasing company's",
    rented: "a rental company's",
  }),
  enumeration("priority", "How soon it needs somebody.", {
    low: "when there is time",
    normal: "within the week",
    high: "today",
    urgent: "now",
  }),
  quantity("length_mm", 100_000, "Length over everything in millimetres.", 12_000),
  quantity("gross_weight_kg", 200_000, "Largest weight with its load in kilograms.", 18_000),
  quantity("reminder_days", 365, "Days before it expires at which somebody is told.", 30),
  quantity("service_interval_s", 2_000_000_000, "Seconds of use between two services.", 1_800_000),
  decimal("fuel_volume_l", "Fuel that goes in, in litres.", 320.5),
  decimal("battery_capacity_kwh", "Energy that a full battery holds.", 75.2),
  scalar("odometer_m", "Amount", "Metres driven so far.", 120_345_000),
  scalar("engine_hours_s", "Amount", "Seconds that its engine has run.", 3_600_000),
  scalar("acquired_on", "NullableDay", "First day of its use.", "2025-06-01"),
  scalar("disposed_on", "NullableDay", "Last day of its use.", null),
  scalar("warranty_expires_on", "NullableDay", "Last day of its warranty.", "2027-06-01"),
  scalar("inspected_at", "NullableInstant", "When somebody last looked at it, UTC."),
  scalar("approved_at", "NullableInstant", "When it was approved, UTC; null while it is not."),
  flag("is_shared", "Whether other clients of the agency see it."),
  flag("requires_approval", "Whether a change waits for somebody to approve it."),
  scalar("vehicle_id", "NullableId", "The vehicle that it belongs to; null if there is none."),
  scalar("driver_id", "NullableId", "The driver who uses it; null if there is none."),
  ids("vehicle_group_ids", "Vehicle groups that it is meant for."),
  ids("unit_ids", "Units that report about it."),
  {
    name: "labels",
    schema: {
      type: "array",
      description: "Words to find it by.",
      maxItems: 20,
      items: { $ref: `${SCALARS}Word`, description: "One word.", examples: ["north"] },
    },
  },
];
