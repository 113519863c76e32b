import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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
}

type Values = Readonly<Record<string, unknown>>;

/** A part of the contract, or where that part is. */
interface Part {
  readonly $ref?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly value?: unknown;
  readonly parameters?: readonly Part[];
  readonly requestBody?: Part;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Part>> }>>;
}

interface Contract {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Part>>>>;
}

/** The operations of a path by method; parameters that all of them take are listed once, beside them. */
type PathItem = Readonly<Record<string, Part>> & { readonly parameters?: readonly Part[] };

/**
 * So many calls, each operation in turn. Those of one operation differ: the first has none of its optional query parameters, the
 * next has one, then two, and so on. Throws when the contract has no example for an input.
 */
export async function contractCalls(count: number): Promise<ContractCall[]> {
  const file = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
  const contract: Contract = JSON.parse(await readFile(file, "utf8"));
  const rows: readonly Row[] = Object.values(operations);
  const rounds = Array.from({ length: Math.ceil(count / rows.length) }, (_none, round) =>
    rows.map((row) => callOf(contract, row, round)),
  );
  return rounds.flat().slice(0, count);
}

function callOf(contract: Contract, row: Row, round: number): ContractCall {
  const { id, group, method, verb, path, pathParams, query, body } = row;
  const { [verb.toLowerCase()]: operation = {}, parameters: shared = [] }: Partial<PathItem> =
    contract.paths[path] ?? {};
  const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolve(contract, each));
  const named = (names: readonly string[]): Values =>
    Object.fromEntries(
      names.map((name) => [name, known(parameters.find((each) => each.name === name)?.example, `${name} of ${id}`)]),
    );
  const isRequired = (name: string): boolean => parameters.some((each) => each.name === name && each.required === true);
  const optional = query.filter(({ name }) => !isRequired(name));
  const few = new Set(optional.slice(0, round % (optional.length + 1)));
  const asked = query.filter((each) => !optional.includes(each) || few.has(each)).map(({ name }) => name);
  const input = {
    ...(pathParams.length > 0 && { path: named(pathParams) }),
    ...(asked.length > 0 && { query: named(asked) }),
    ...(body && { body: bodyExample(contract, operation) }),
  };
  return { id, group, method, verb, path, input };
}

function bodyExample(contract: Contract, { requestBody = {} }: Part): unknown {
  const [media] = Object.values(resolve(contract, requestBody).content ?? {});
  const [example = {}] = Object.values(media?.examples ?? {});
  return known(resolve(contract, example).value, "a body");
}

function resolve({ components }: Contract, part: Part): Part {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(part.$ref ?? "") ?? [];
  return part.$ref === undefined ? part : (components[kind]?.[name] ?? {});
}

function known(example: unknown, what: string): unknown {
  if (example === undefined) throw new Error(`The contract has no example of ${what}.`);
  return example;
}
