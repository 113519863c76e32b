/** The formats of strings and numbers that validators check. */
import type { Ajv2020, Format } from "ajv/dist/2020.js";
import addAjvFormats, { type FormatName } from "ajv-formats";
import { format as date } from "./runtime/formats/date.ts";
import { format as dateTime } from "./runtime/formats/date-time.ts";
import { format as uriReference } from "./runtime/formats/uri-reference.ts";

/**
 * Formats of our own, each in the file of its name in `runtime/formats`. Those of ajv-formats accept more: offsets such as
 * `+02` and `+0200`, a space before the time, quotation marks in a URI.
 */
export const ownFormats: Readonly<Record<string, Format>> = {
  date,
  "date-time": dateTime,
  "uri-reference": uriReference,
};

/** Formats of ajv-formats that accept what their specification accepts. */
const ajvFormats: FormatName[] = ["email", "ipv4", "ipv6", "int32", "int64"];

/** Adds the formats that have an exact validator. A strict compiler refuses any other. */
export function addFormats(ajv: Ajv2020): void {
  addAjvFormats.default(ajv, ajvFormats);
  for (const [name, format] of Object.entries(ownFormats)) ajv.addFormat(name, format);
}
