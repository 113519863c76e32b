/** What a reader has put into the form, and the request that it makes. */
import type { ExampleRequest } from "../samples/example-request.ts";
import type { Field, Fields } from "./forms.ts";

/** One value as it was put in. An empty one is left out of the request. */
export interface Input {
  /** Text of the field, or of the chosen value; empty for none. */
  readonly text: string;
  /** The chosen values of `choices`, in the order of choosing. */
  readonly chosen: readonly string[];
  readonly isNull: boolean;
}

/** Inputs by the ids of their fields; a field without one was left out. */
type Inputs = ReadonlyMap<string, Input>;

/** A request, and what is wrong with inputs by the ids of their fields. */
export interface ReadInputs {
  readonly request: ExampleRequest;
  readonly errors: ReadonlyMap<string, string>;
}

export const EMPTY: Input = { text: "", chosen: [], isNull: false };

/** All fields, those inside of others included. */
export function allFields({ path, query, headers, body }: Fields): Field[] {
  const inside = (field: Field): Field[] => [field, ...field.members.flatMap(inside)];
  return [...path, ...query, ...headers, ...bodyFields(body)].flatMap(inside);
}

function bodyFields(body: Fields["body"]): readonly Field[] {
  if (body === null) return [];
  return "kind" in body ? [body] : body;
}

/** The inputs that make a request. */
export function inputsOf({ path, query, headers, body }: Fields, request: ExampleRequest): Map<string, Input> {
  const inputs = new Map<string, Input>();
  const put = (field: Field, value: unknown): void => {
    if (value === undefined) return;
    if (field.kind === "members" && value !== null) putAll(field.members, value);
    else inputs.set(field.id, inputOf(field, value));
  };
  const putAll = (fields: readonly Field[], values: unknown): void => {
    const members = new Map(Object.entries(Object(values)));
    for (const field of fields) put(field, members.get(field.name));
  };
  putAll(path, request.path);
  putAll(query, request.query);
  putAll(headers, request.headers);
  if (body !== null && "kind" in body) put(body, request.body);
  else if (body !== null) putAll(body, request.body);
  return inputs;
}

function inputOf({ kind }: Field, value: unknown): Input {
  if (value === null && kind !== "json") return { ...EMPTY, isNull: true };
  const list = Array.isArray(value) ? value.map(String) : [];
  if (kind === "choices") return { ...EMPTY, chosen: list };
  if (kind === "lines") return { ...EMPTY, text: list.join("\n") };
  return { ...EMPTY, text: kind === "json" ? JSON.stringify(value, null, 2) : String(value) };
}

/** The request with a placeholder such as `<PASSWORD>` in the place of each secret, for code that is shown and copied. */
export function withoutSecrets({ path, query, headers, body }: Fields, request: ExampleRequest): ExampleRequest {
  const hide = (fields: readonly Field[], values: unknown): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(Object(values)).map(([name, value]) => {
        const field = fields.find((one) => one.name === name);
        if (field?.secret === true && value !== null) return [name, `<${name.toUpperCase()}>`];
        return [name, field?.kind === "members" && value !== null ? hide(field.members, value) : value];
      }),
    );
  return {
    path: hide(path, request.path),
    query: hide(query, request.query),
    headers: hide(headers, request.headers),
    body: body === null || "kind" in body || request.body === undefined ? request.body : hide(body, request.body),
  };
}

/** The request that inputs make. What cannot be read is left out of it and has an error. */
export function readInputs({ path, query, headers, body }: Fields, inputs: Inputs): ReadInputs {
  const errors = new Map<string, string>();
  const valueOf = (field: Field): unknown => {
    const input = inputs.get(field.id) ?? EMPTY;
    if (input.isNull && field.nullable) return null;
    if (field.kind === "members") return membersOf(field.members, field.required);
    try {
      return readInput(field, input);
    } catch (error) {
      errors.set(field.id, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  /** An object that may be left out is there when one of its members is. */
  const membersOf = (fields: readonly Field[], required: boolean): unknown => {
    const members = fields.map((field) => [field.name, valueOf(field)] as const);
    const given = members.filter(([, value]) => value !== undefined);
    return given.length === 0 && !required ? undefined : Object.fromEntries(given);
  };
  const placeOf = (fields: readonly Field[]): Record<string, unknown> => Object(membersOf(fields, true));
  const request = {
    path: placeOf(path),
    query: placeOf(query),
    headers: placeOf(headers),
    body: body === null ? undefined : "kind" in body ? valueOf(body) : membersOf(body, true),
  };
  // Without its value a path leads elsewhere.
  for (const { id, name } of path)
    if ((request.path[name] ?? "") === "" && !errors.has(id)) errors.set(id, "A path needs this value.");
  return { request, errors };
}

/** @throws Error that says what the field takes */
function readInput({ kind, numeric, values }: Field, { text, chosen }: Input): unknown {
  if (kind === "choices")
    return chosen.length === 0 ? undefined : chosen.map((one) => values.find((value) => String(value) === one) ?? one);
  if (kind === "lines") {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.length === 0 ? undefined : numeric ? lines.map((line) => readNumber(line)) : lines;
  }
  if (text === "") return undefined;
  if (kind === "boolean") return text === "true";
  if (kind === "json") return readJson(text);
  return numeric ? readNumber(text) : text;
}

function readNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw new Error(`Enter a number; ${JSON.stringify(text)} is not one.`);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new Error(`JavaScript cannot hold ${text.trim()} exactly, so this page does not send it.`);
  // JSON and queries know one zero.
  return number + 0;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Not valid JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
