import type { OperationRow } from "@fleet-api/contract";
import { operations as table } from "@fleet-api/contract/operations";
import type { RequestSchema } from "../fuzz/support/values-of-schema.ts";
import { fitting, typesOf } from "../fuzz/support/values-of-schema.ts";
import { luhnDigit, fitsCheckDigit } from "../../src/platform/luhn.ts";
import type { Operation } from "./contract-operations.ts";
import { findSchema } from "./contract-operations.ts";

/** The record that an operation is about: `/units/{unit_id}/counters` is about one of `units`. */
export interface Subject {
  readonly collection: string;
  /** The parameter that names it. */
  readonly parameter: string;
  /** What comes after the record in the path: `/counters`; empty for the record itself. */
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

/** Follows a reference. */
function resolved(schema: RequestSchema, find = findSchema): RequestSchema {
  return schema.$ref === undefined ? schema : find(schema.$ref);
}

const PLACEHOLDER = /^<[A-Z_]+>$/;

/** The placeholders of a request, such as `<PASSWORD>`. */
export function placeholdersOf(request: unknown): string[] {
  return [...JSON.stringify(request).matchAll(/<[A-Z_]+>|%3C([A-Z_]+)%3E/g)].map(([text]) => decodeURIComponent(text));
}

/** Another text of the same kind: `North 7` for `North`, other digits for digits; the text itself if there is none. */
export function freshText(given: RequestSchema, example: unknown, serial: number, find = findSchema): unknown {
  const schema = resolved(given, find);
  if (typeof example !== "string" || schema.enum !== undefined || PLACEHOLDER.test(example)) return example;
  if (schema.format?.startsWith("date") === true) return example;
  if (/^\d{10,}$/.test(example)) return freshDigits(example, serial);
  return [`${example} ${serial}`, `${example}.${serial}`].find(fitting(schema)) ?? example;
}

/** The demo fleet has no numbers with a five there. A check digit that fits goes on to fit. */
function freshDigits(example: string, serial: number): string {
  const body = `${example.slice(0, -10)}5${String(serial).padStart(8, "0")}`;
  return body + (fitsCheckDigit(example) ? luhnDigit(body) : example.slice(-1));
}

/** Members whose text names what exists. */
const owners = new Set(["partner_id", "agency_id"]);

/** The example of a body with other texts, so that no two records collide. */
export function freshBody(operation: Operation, serial: number, find = findSchema): unknown {
  const { body, bodyExample } = operation;
  if (body === null) return undefined;
  const { properties = {} } = resolved(body, find);
  const members = Object.entries(Object(bodyExample)).map(([name, value]) => [
    name,
    owners.has(name) ? value : freshText(properties[name] ?? {}, value, serial, find),
  ]);
  return Object.fromEntries(members);
}

/** The part of a body that has to be there: required members, and as many others as the schema demands. */
export function neededPart(operation: Operation, example: unknown, find = findSchema): unknown {
  if (operation.body === null) return undefined;
  const { required = [], minProperties = 0 } = resolved(operation.body, find);
  const others = Object.keys(Object(example)).filter((name) => !required.includes(name));
  const kept = [...required, ...others.slice(0, Math.max(0, minProperties - required.length))];
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
  readonly schema: RequestSchema;
  /** Null where the contract shows no value. */
  readonly example: unknown;
}

/** All inputs of an operation. */
export function inputsOf({ parameters, body, bodyExample }: Operation, find = findSchema): Input[] {
  const { properties = {}, required = [] } = body === null ? {} : resolved(body, find);
  return [
    ...parameters.map(({ in: place, name, required: must, schema, example }): Input => ({
      place,
      name,
      required: place === "path" || must === true,
      schema: resolved(schema, find),
      example,
    })),
    ...Object.entries(properties).map(([name, given]): Input => {
      const schema = resolved(given, find);
      const { [name]: shown } = Object(bodyExample);
      const example = shown ?? schema.examples?.[0] ?? exampleOf(schema, find);
      return { place: "body", name, required: required.includes(name), schema, example };
    }),
  ];
}

/** The value that the parts of a schema show; null if they show none. */
function exampleOf(given: RequestSchema, find = findSchema): unknown {
  const { examples = [], enum: choices = [], properties, required = [] } = resolved(given, find);
  if (properties === undefined) return examples[0] ?? choices[0] ?? null;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, find)]));
}

/** Another value that a schema accepts; undefined if nothing says of one. */
export function otherValue(given: RequestSchema, example: unknown, find = findSchema): unknown {
  const schema = resolved(given, find);
  const types = typesOf(schema);
  const choices =
    schema.enum ?? schema.anyOf?.map((part) => resolved(part, find).enum).find((one) => one !== undefined);
  if (choices !== undefined) return choices.find((choice) => choice !== example && choice !== null);
  if (types.includes("boolean")) return example !== true;
  if (types.includes("integer")) {
    const next = Number(example) + 1;
    return next > (schema.maximum ?? Infinity) ? Number(example) - 1 : next;
  }
  if (types.includes("array")) return [otherValue(schema.items ?? {}, Object(example)[0], find)];
  if (types.includes("object")) return otherObject(schema, Object(example), find);
  if (PLACEHOLDER.test(String(example))) return `${String(example)}2`;
  const text = otherText(schema, example ?? "other", find);
  return text === example && types.includes("null") ? null : text === example ? undefined : text;
}

function otherText(schema: RequestSchema, example: unknown, find = findSchema): unknown {
  const year = String(example).slice(0, 4) === "2025" ? "2024" : "2025";
  if (schema.format?.startsWith("date") === true) return String(example).replace(/^\d{4}/, year);
  return freshText(schema, example, 2, find);
}

function otherObject({ properties = {} }: RequestSchema, example: object, find = findSchema): unknown {
  for (const [name, schema] of Object.entries(properties)) {
    const other = otherValue(schema, Reflect.get(example, name), find);
    if (other !== undefined) return { ...example, [name]: other };
  }
  return { other: "value" };
}
