import type { ParameterValidator } from "@fleet-api/contract/validators";

/** Parsed parameters by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Integers as JSON writes them: no plus sign, no leading zero, no exponent, no white space. */
const integer = /^(?:0|-?[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that a text stands for; the text itself where it stands for none, which the type rule then refuses. */
export function parseText(text: string, type: string | null): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  // What is too large for an exact number stays too large: the contract bounds every integer within exact ones.
  if (type === "integer") return integer.test(text) ? Number(text) : text;
  if (type === "number") return number.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

/** The values of the items of a list. */
export function parseItems(texts: readonly string[], { itemType }: ParameterValidator): unknown[] {
  return texts.map((text) => parseText(text, itemType));
}

/** A handler may change the list that it is given, and the next request gets the default again. */
export function ownDefault({ default: value }: ParameterValidator): unknown {
  return Array.isArray(value) ? [...value] : value;
}

/** No values yet. Without a prototype, so that an absent parameter is absent whatever its name is. */
export function noValues(): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  return values;
}
