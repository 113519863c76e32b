import { operationsOf, type Parameter } from "@fleet-api-tools/openapi-document";
import fc from "fast-check";
import type { OperationId, OperationRow } from "@fleet-api/contract";
import { type ParameterValidator, validators } from "@fleet-api/contract/validators";
import { contract, valuesOf } from "./values-of-schema.ts";

type Values = Readonly<Record<string, unknown>>;

/** A request that the contract accepts. */
export interface ValidRequest {
  readonly target: string;
  readonly init: RequestInit;
  /** What it says. */
  readonly values: { readonly path: Values; readonly query: Values; readonly headers: Values; readonly body?: unknown };
}

const documentedOperations = operationsOf(contract);

/** Any request that the contract accepts for an operation. */
export function validRequest(row: OperationRow & { readonly id: OperationId }): fc.Arbitrary<ValidRequest> {
  const documented = documentedOperations.find(({ operation }) => operation.operationId === row.id);
  const { parameters, body } = validators[row.id];
  const rows = new Map(Object.entries(parameters));
  const valuesIn = (place: Parameter["in"]): fc.Arbitrary<Values> => {
    const own = (documented?.parameters ?? []).filter((each) => each.in === place);
    const members = own.map((each) => [each.name, valuesOf(each.schema)] as const);
    const requiredKeys = own.filter(({ required }) => required === true).map(({ name }) => name);
    return fc
      .record(Object.fromEntries(members), { requiredKeys })
      .filter((given) => Object.entries(given).every(([name, value]) => canBeSent(rows.get(place)?.[name], value)));
  };
  const schema = documented?.operation.requestBody?.content["application/json"]?.schema;
  const bodies =
    schema === undefined ? fc.constant(undefined) : valuesOf(schema).filter((value) => body?.(value) === true);
  return fc
    .record({ path: valuesIn("path"), query: valuesIn("query"), headers: valuesIn("header"), body: bodies })
    .map((values) => ({ values, target: targetOf(row, values), init: initOf(row, values) }));
}

/** A path cannot have the segments that mean "here" and "above", and a header is Latin-1 without white space at its ends. */
function canBeSent(validator: ParameterValidator | undefined, value: unknown): boolean {
  return validator?.validate(value) === true && value !== "." && value !== "..";
}

function targetOf({ path }: OperationRow, values: { readonly path: Values; readonly query: Values }): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => textOf(values.path[name]));
  const query = Object.entries(values.query).map(([name, value]) => `${encodeURIComponent(name)}=${textOf(value)}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function textOf(value: unknown): string {
  return [value]
    .flat()
    .map((item) => encodeURIComponent(String(item)))
    .join(",");
}

function initOf(
  { verb }: OperationRow,
  { headers, body }: { readonly headers: Values; readonly body: unknown },
): RequestInit {
  const sent = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
  if (body !== undefined) sent.set("content-type", "application/json");
  return { method: verb, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
}
