import fc from "fast-check";
import { demoLogins } from "../../../src/index.ts";
import type { Operation } from "../../support/contract-operations.ts";
import { resolveSchema } from "../../support/contract-operations.ts";
import type { WireRequest } from "../../support/send.ts";
import type { Choices, Generation } from "../../support/values-of-schema.ts";
import { valuesNamed, valuesOf } from "../../support/values-of-schema.ts";

/** The input of an operation, before it is written down. */
export interface Input {
  readonly path: Values;
  readonly query: Values;
  readonly header: Values;
  /** Undefined for none. */
  readonly body: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Characters of a request line that leave room for the headers: the head of a request has at most 16,384 bytes. */
const MAX_TARGET = 14_000;

/** Any input that the contract allows for an operation, in a request line of a size that the service reads. */
export function validInputs(operation: Operation, choices: Choices): fc.Arbitrary<Input> {
  const how: Generation = { resolve: resolveSchema, choices };
  const values = (place: string): fc.Arbitrary<Values> => {
    const rows = operation.parameters.filter((each) => each.in === place);
    const members = rows.map(({ name, schema }) => [name, valuesNamed(name, schema, how)] as const);
    const requiredKeys = rows.filter(({ required }) => required === true).map(({ name }) => name);
    return fc.record(Object.fromEntries(members), { requiredKeys });
  };
  const inputs = fc.record({
    // A URL cannot have these segments: they mean "here" and "above", even when they are percent-encoded.
    path: values("path").filter((given) => Object.values(given).every((one) => one !== "." && one !== "..")),
    query: values("query"),
    header: values("header"),
    body: operation.body === null ? fc.constant(undefined) : bodies(operation, operation.body, how),
  });
  return inputs.filter((input) => wireRequest(operation, { ...input, body: undefined }).target.length <= MAX_TARGET);
}

/** Bodies of an operation; only a login needs no token, and its body names a user. */
function bodies({ auth }: Operation, schema: NonNullable<Operation["body"]>, how: Generation): fc.Arbitrary<unknown> {
  const any = valuesOf(schema, how);
  if (auth !== "none") return any;
  const known = fc.constantFrom(...demoLogins.map(({ username, password }) => ({ username, password })));
  return fc.oneof(known, any);
}

/** The text of a parameter (RFC 6570): the commas between items are not encoded. */
export function textOf(value: unknown): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => encodeURIComponent(String(item))).join(",");
}

/** Stands for a token in a request until it is sent. */
const anyToken = "bearer <ACCESS_TOKEN>";

/** The request with a token. */
export function withToken(request: WireRequest, token: string): WireRequest {
  return {
    ...request,
    headers: request.headers.map(([name, value]) => [name, value === anyToken ? token : value]),
  };
}

/** Writes a request down; it has a place for the token of its caller. */
export function wireRequest(operation: Operation, input: Input): WireRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => textOf(input.path[name]));
  const query = Object.entries(input.query).map(([name, value]) => `${encodeURIComponent(name)}=${textOf(value)}`);
  const headers = Object.entries(input.header).map(([name, value]): [string, string] => [name, String(value)]);
  if (operation.auth !== "none") headers.push(["Authorization", anyToken]);
  if (input.body !== undefined) headers.push(["Content-Type", "application/json"]);
  return {
    method: operation.verb,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
  };
}
