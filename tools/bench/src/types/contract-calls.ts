import {
  examplesOf,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  resolve,
} from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { type OperationId, operations } from "@fleet-api/contract/operations";

/** A call of an operation with the examples of the contract as its input. */
export interface ContractCall {
  readonly id: OperationId;
  readonly group: string;
  readonly method: string;
  readonly verb: string;
  /** Path template, for example `/auth/registration/{registration_token}`. */
  readonly path: string;
  readonly input: { readonly path?: Values; readonly query?: Values; readonly body?: unknown };
}

/** What is needed of a row of the operation table. */
interface Row extends Omit<ContractCall, "input"> {
  readonly pathParams: readonly string[];
  readonly query: readonly { readonly name: string }[];
  readonly body: boolean;
  readonly stream?: true;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * So many calls, each operation in turn but those that respond with a stream. Those of one operation differ: the first has none
 * of its optional query parameters, the next has one, then two, and so on. Throws when the contract has no example for an input.
 */
export function contractCalls(count: number): ContractCall[] {
  const contract = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
  const all: readonly Row[] = Object.values(operations);
  const rows = all.filter(({ stream = false }) => !stream);
  const rounds = Array.from({ length: Math.ceil(count / rows.length) }, (_none, round) =>
    rows.map((row) => callOf(contract, row, round)),
  );
  return rounds.flat().slice(0, count);
}

function callOf(contract: OpenApiDocument, row: Row, round: number): ContractCall {
  const { id, group, method, verb, path, pathParams, query, body } = row;
  const documented = operationsOf(contract).find(({ operation }) => operation.operationId === id);
  const { operation, parameters = [] } = documented ?? {};
  const named = (names: readonly string[]): Values =>
    Object.fromEntries(
      names.map((name) => [name, known(parameters.find((each) => each.name === name)?.example, `${name} of ${id}`)]),
    );
  const isRequired = (name: string): boolean => parameters.some((each) => each.name === name && each.required === true);
  // A cursor has no example: only a response has one that works.
  const hasExample = (name: string): boolean =>
    parameters.some((each) => each.name === name && each.example !== undefined);
  const given = query.filter(({ name }) => isRequired(name) || hasExample(name));
  const optional = given.filter(({ name }) => !isRequired(name));
  const few = new Set(optional.slice(0, round % (optional.length + 1)));
  const asked = given.filter((each) => !optional.includes(each) || few.has(each)).map(({ name }) => name);
  const input = {
    ...(pathParams.length > 0 && { path: named(pathParams) }),
    ...(asked.length > 0 && { query: named(asked) }),
    ...(body && { body: bodyExample(contract, operation) }),
  };
  return { id, group, method, verb, path, input };
}

function bodyExample(contract: OpenApiDocument, operation: Operation | undefined): unknown {
  const [media = {}] = Object.values(resolve(contract, operation?.requestBody ?? { content: {} }).content);
  return known(examplesOf(contract, media)[0], "a body");
}

function known(example: unknown, what: string): unknown {
  if (example === undefined) throw new Error(`The contract has no example of ${what}.`);
  return example;
}
