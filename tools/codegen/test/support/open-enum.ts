import type { Schema } from "../../src/document.ts";

/** An open enum as the bundle has it. `bounds` are those of the strings that it does not name. */
export function openEnum(values: readonly (string | null)[], bounds: Schema = {}): Schema {
  const named = values.filter((value) => value !== null);
  const none: Schema[] = values.includes(null) ? [{ type: "null" }] : [];
  return {
    anyOf: [{ type: "string", enum: named }, { type: "string", ...bounds }, ...none],
    "x-open-enum": true,
  };
}

/** The closed enum with the same values. */
export function closedEnum(values: readonly (string | null)[]): Schema {
  return { type: values.includes(null) ? ["string", "null"] : "string", enum: [...values] };
}
