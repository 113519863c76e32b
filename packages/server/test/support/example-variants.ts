import type { Schema } from "@fleet-api-tools/openapi-document";
import type { OperationRow } from "@fleet-api/contract";
import { operations as table } from "@fleet-api/contract/operations";
import { fitting, typesOf } from "./values-of-schema.ts";
import { luhnDigit, fitsCheckDigit } from "../../src/platform/luhn.ts";
import type { Operation } from "./contract-operations.ts";
import { resolveSchema } from "./contract-operations.ts";

/** The record that an operation is about: `/units/{unit_id}/readings` is about one of `units`. */
export interface Subject {
  readonly collection: string;
  /** The parameter that names it. */
  readonly parameter: string;
  /** What comes after the record in the path: `/readings`; empty for the record itself. */
  readonly part: string;
}

/** The record that the path of an operation names; null if it names none. */
export function subjectOf({ path }: Pick<Operation, "path">): Subject | null {
  const [, collection, parameter, part = ""] = /^\/(\w+)\/\{(\w+)\}(\/.+)?$/.exec(path) ?? [];
  return collection === undefined || parameter === undefined ? null : { collection, parameter, part };
}

/** The collection in which an operation creates a record; null if it creates none. */
export function createdIn({ verb, path, responses }: Operation): string | null {
  return verb === "POST" && responses["201"] !== undefined ? (/^\/(\w+)$/.exec(path)?.[1] ?? null) : null;
}

/**
 * The table with what an operation adds to a record, such as `unit_readings` for `POST /units/{unit_id}/readings`; null if it
 * adds nothing.
 */
export function addedTo(operation: Pick<Operation, "verb" | "path" | "responses">): string | null {
  const { collection, part } = subjectOf(operation) ?? {};
  if (collection === undefined || operation.verb !== "POST" || operation.responses["201"] === undefined) return null;
  return `${collection.replace(/s$/, "")}_${part?.slice(1)}`;
}

/**
 * The table of what an operation records between records that its body names, such as `driver_assignments` for
 * `POST /drivers/assignments`; null for others.
 */
export function recordedIn({ verb, path, responses }: Pick<Operation, "verb" | "path" | "responses">): string | null {
  const [, collection = "", part] = /^\/(\w+)\/(\w+)$/.exec(path) ?? [];
  return part === undefined || verb !== "POST" || responses["201"] === undefined
    ? null
    : `${collection.replace(/s$/, "")}_${part}`;
}

/** The body of an operation that adds something to a record, as if it happened at an instant, with its members. */
export function addedBody(operation: Operation, at: Date, members: Readonly<Record<string, unknown>> = {}): object {
  const instants = inputsOf(operation).filter(
    ({ place, schema }) => place === "body" && resolveSchema(schema).format === "date-time",
  );
  const has = (name: string): boolean => inputsOf(operation).some((input) => input.name === name);
  const own = Object.entries(members).filter(([name]) => has(name));
  return {
    ...Object(operation.bodyExample),
    // A client has each value of a tag once, and the text of a QR code may be any.
    ...(has("value") && { type: "qr", value: String(at.getTime()) }),
    ...Object.fromEntries([...instants.map(({ name }) => [name, at.toISOString()]), ...own]),
  };
}

/** The collections of a contract that have an operation which creates records. */
export function collectionsOf(operations: readonly Operation[]): string[] {
  return operations.map(createdIn).filter((collection) => collection !== null);
}

/** The collection whose ids a parameter or a member of a body has: `units` for `unit_id` and `unit_ids`. */
export function collectionNamed(name: string): string | null {
  const [, singular] = /^(\w+)_ids?$/.exec(name) ?? [];
  return singular === undefined ? null : `${singular}s`;
}

/** Whether an operation takes back a deletion: its example does something for a record that is deleted. */
export function isRestore(operation: Operation): boolean {
  return subjectOf(operation)?.part === "/restore";
}

/** Whether an operation removes something from a record for good: nothing can be done with it afterwards. */
export function isErasure(operation: Operation): boolean {
  return subjectOf(operation)?.part === "/erase";
}

/**
 * Whether an operation assigns something to a record or ends that: what can be done depends on what was done before, so suites of
 * the group send it more than once, and no suite of all operations.
 */
export function isAssignment(operation: Operation): boolean {
  return /^\/(un)?assign_/.test(subjectOf(operation)?.part ?? "");
}

/** What an operation is about whose path names a part of a record, such as `/vehicles/documents/{document_id}`. */
export function partOf({ path }: Pick<Operation, "path">): Subject | null {
  const [, collection = "", part = "", parameter] = /^\/(\w+)\/(\w+)\/\{(\w+_id)\}$/.exec(path) ?? [];
  return parameter === undefined
    ? null
    : { collection: `${collection.replace(/s$/, "")}_${part}`, parameter, part: "" };
}

/** The table with what an operation assigns: `vehicle_unit_assignments`; null for others. */
export function assignedTo(operation: Operation): string | null {
  const [member, { collection = "" } = {}] = [assigned(operation), subjectOf(operation) ?? undefined];
  return member === null ? null : `${collection.replace(/s$/, "")}_${member.replace(/_id$/, "")}_assignments`;
}

/** What is assigned to a record, by the column of its id: `unit_id` for `/vehicles/{vehicle_id}/assign_unit`; null for others. */
export function assigned(operation: Operation): string | null {
  const [, noun] = /^\/assign_(\w+)$/.exec(subjectOf(operation)?.part ?? "") ?? [];
  return noun === undefined ? null : `${noun}_id`;
}

/** Whether an operation has a parameter. */
export function takes({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

/**
 * The order in which the examples of a contract can be sent one after another: that of the contract, in which a restore
 * follows a deletion, but for operations that end the session.
 */
export function playingOrder(operations: readonly Operation[]): Operation[] {
  return operations.toSorted((one, other) => Number(one.endsSession) - Number(other.endsSession));
}

const PLACEHOLDER = /^<[A-Z_]+>$/;

/** The placeholders of a request, such as `<PASSWORD>`. */
export function placeholdersOf(request: unknown): string[] {
  return [...JSON.stringify(request).matchAll(/<[A-Z_]+>|%3C([A-Z_]+)%3E/g)].map(([text]) => decodeURIComponent(text));
}

/** Another text of the same kind: `North 7` for `North`, other digits for digits; the text itself if there is none. */
export function freshText(given: Schema, example: unknown, serial: number, resolve = resolveSchema): unknown {
  const schema = resolve(given);
  const isNamed = schema.enum !== undefined || schema["x-open-enum"] === true;
  if (typeof example !== "string" || isNamed || PLACEHOLDER.test(example)) return example;
  if (schema.format?.startsWith("date") === true) return example;
  if (/^\d{10,}$/.test(example)) return freshDigits(example, serial);
  const codes = /^[A-Z\d]+$/.test(example) ? [example.slice(0, -String(serial).length) + serial] : [];
  return [`${example} ${serial}`, `${example}.${serial}`, ...codes].find(fitting(schema)) ?? example;
}

/** The demo fleet has no numbers with a five there. A check digit that fits goes on to fit. */
function freshDigits(example: string, serial: number): string {
  const body = `${example.slice(0, -10)}5${String(serial).padStart(8, "0")}`;
  return body + (fitsCheckDigit(example) ? luhnDigit(body) : example.slice(-1));
}

/** Members whose text names what exists. */
const owners = new Set(["partner_id", "agency_id"]);

/** The example of a body with other texts, so that no two records collide. */
export function freshBody(operation: Operation, serial: number, resolve = resolveSchema): unknown {
  const { body, bodyExample } = operation;
  if (body === null) return undefined;
  const { properties = {} } = resolve(body);
  const members = Object.entries(Object(bodyExample)).map(([name, value]) => [
    name,
    owners.has(name) ? value : freshText(properties[name] ?? {}, value, serial, resolve),
  ]);
  return Object.fromEntries(members);
}

/** Members of which the service demands one, where the contract cannot say so. */
const needsOneOf: Readonly<Record<string, readonly string[]>> = {
  unitsCreateReading: ["odometer_m", "engine_hours_s"],
  vehiclesCreateReading: ["odometer_m", "engine_hours_s"],
};

/** Inputs of which a request has exactly one; the first is there where another input is looked at. */
export const alternatives: Readonly<Record<string, readonly string[]>> = {
  monitoringHistory: ["unit_id", "vehicle_id", "driver_id"],
};

/** Whether a body may lack what the service demands, although the contract allows it. */
export function mayLackMembers({ id }: Operation): boolean {
  return Object.hasOwn(needsOneOf, id);
}

/** The part of a body that has to be there: required members, and as many others as the schema or the service demands. */
export function neededPart(operation: Operation, example: unknown, resolve = resolveSchema): unknown {
  if (operation.body === null) return undefined;
  const { required = [], minProperties = 0 } = resolve(operation.body);
  const others = Object.keys(Object(example)).filter((name) => !required.includes(name));
  const demanded = others.filter((name) => needsOneOf[operation.id]?.includes(name)).slice(0, 1);
  const kept = [...required, ...demanded, ...others.slice(0, Math.max(0, minProperties - required.length))];
  return Object.fromEntries(Object.entries(Object(example)).filter(([name]) => kept.includes(name)));
}

const rows = new Map(Object.values(table).map((row: OperationRow) => [row.id, row]));

/** The permissions that a request of an operation needs, as `units.view`: its own, and those of the members of the body. */
export function permissionsFor(operationId: string, body: object): string[] {
  const { permission = null, fieldActions = [] } = rows.get(operationId) ?? {};
  const fields = fieldActions.filter(
    ({ in: place, path: [name = ""] }) => place === "body" && Object.hasOwn(body, name),
  );
  const own = permission === null || permission === "self" ? [] : [permission];
  return [...own, ...fields].map(({ resource, action }) => `${resource}.${action}`);
}

/** An input of an operation: a parameter, or a member of its body. */
export interface Input {
  readonly place: "path" | "query" | "header" | "body";
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Null where the contract shows no value. */
  readonly example: unknown;
}

/** All inputs of an operation. */
export function inputsOf({ parameters, body, bodyExample }: Operation, resolve = resolveSchema): Input[] {
  const { properties = {}, required = [] } = body === null ? {} : resolve(body);
  return [
    ...parameters.map(({ in: place, name, required: must, schema, example }): Input => ({
      place,
      name,
      required: place === "path" || must === true,
      schema: resolve(schema),
      example,
    })),
    ...Object.entries(properties).map(([name, given]): Input => {
      const schema = resolve(given);
      const { [name]: shown } = Object(bodyExample);
      const example = shown ?? schema.examples?.[0] ?? exampleOf(schema, resolve);
      return { place: "body", name, required: required.includes(name), schema, example };
    }),
  ];
}

/** The list in the body of an operation whose items are records to create or change; undefined without one. */
export function itemsOf(operation: Operation): Input | undefined {
  return inputsOf(operation).find(({ schema }) => schema["x-validated-per-item"] === true);
}

/** The value that the parts of a schema show; null if they show none. */
function exampleOf(given: Schema, resolve = resolveSchema): unknown {
  const { examples = [], enum: choices = [], properties, required = [] } = resolve(given);
  if (properties === undefined) return examples[0] ?? choices[0] ?? null;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, resolve)]));
}

/** Another value that a schema accepts; undefined if nothing says of one. */
export function otherValue(given: Schema, example: unknown, resolve = resolveSchema): unknown {
  const schema = resolve(given);
  const types = typesOf(schema);
  const choices = schema.enum ?? schema.anyOf?.map((part) => resolve(part).enum).find((one) => one !== undefined);
  if (choices !== undefined) return choices.find((choice) => choice !== example && choice !== null);
  if (types.includes("boolean")) return example !== true;
  if (types.includes("integer") || types.includes("number")) {
    const next = Number(example) + 1;
    return next > (schema.maximum ?? Infinity) ? Number(example) - 1 : next;
  }
  if (types.includes("array")) {
    const [first, ...rest] = Array.isArray(example) ? example : [];
    return [otherValue(schema.items ?? {}, first, resolve), ...rest.slice(0, (schema.minItems ?? 1) - 1)];
  }
  if (types.includes("object")) return otherObject(schema, Object(example), resolve);
  if (PLACEHOLDER.test(String(example))) return `${String(example)}2`;
  const text = otherText(schema, example ?? "other", resolve);
  return text === example && types.includes("null") ? null : text === example ? undefined : text;
}

function otherText(schema: Schema, example: unknown, resolve = resolveSchema): unknown {
  const year = String(example).slice(0, 4) === "2025" ? "2024" : "2025";
  if (schema.format?.startsWith("date") === true) return String(example).replace(/^\d{4}/, year);
  return freshText(schema, example, 2, resolve);
}

function otherObject({ properties = {} }: Schema, example: object, resolve = resolveSchema): unknown {
  for (const [name, schema] of Object.entries(properties)) {
    const other = otherValue(schema, Reflect.get(example, name), resolve);
    if (other !== undefined) return { ...example, [name]: other };
  }
  return { other: "value" };
}
