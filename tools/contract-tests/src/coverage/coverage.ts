import type { ContractOperation } from "../contract.ts";
import type { Exchange, ExchangeParts } from "../exchange.ts";
import { headerOf, partsOf } from "../exchange.ts";

/** What can be exercised of a contract, in the order of the report. */
const itemKinds = ["operation", "parameter", "response code", "problem code"] as const;

/** One thing of the contract that traffic has to exercise. */
interface Item {
  readonly kind: (typeof itemKinds)[number];
  /** Says what it is, for example `unitsListing query per_page` or `authToken 401 token_expired`. */
  readonly name: string;
}

/** Everything that can be exercised of these operations. */
function itemsOf(operations: readonly ContractOperation[]): Item[] {
  return operations.flatMap(({ id, parameters, responses }) => [
    operationItem(id),
    ...parameters.map(({ in: place, name }) => parameterItem(id, place, name)),
    ...Object.entries(responses).flatMap(([status, { codes }]) => [
      responseItem(id, status),
      ...codes.map((code) => problemItem(id, status, code)),
    ]),
  ]);
}

/** An operation was called with success: any 2xx, or 304. */
function operationItem(id: string): Item {
  return { kind: "operation", name: id };
}

/** A parameter was sent in a call with success: a refused one shows nothing of what it is for. */
function parameterItem(id: string, place: string, name: string): Item {
  return { kind: "parameter", name: `${id} ${place} ${name}` };
}

/** An operation answered with a status. */
function responseItem(id: string, status: number | string): Item {
  return { kind: "response code", name: `${id} ${status}` };
}

/** An operation answered with a problem of this code. */
function problemItem(id: string, status: number | string, code: string): Item {
  return { kind: "problem code", name: `${id} ${status} ${code}` };
}

/** How much of one kind was exercised. */
export interface CoverageRow {
  readonly kind: Item["kind"];
  readonly exercised: number;
  readonly total: number;
  /** Names of what was not, in the order of the contract. */
  readonly missing: readonly string[];
}

/** Counts what of the contract the traffic exercises: one row for each kind. */
export function coverageOf(
  operations: readonly ContractOperation[],
  exchanges: readonly Exchange[],
): readonly CoverageRow[] {
  const items = itemsOf(operations);
  const exercised = new Set(
    exchanges.flatMap((exchange) => exercisedBy(exchange, partsOf(operations, exchange))).map(({ name }) => name),
  );
  return itemKinds.map((kind) => {
    const wanted = items.filter((item) => item.kind === kind).map(({ name }) => name);
    const missing = wanted.filter((name) => !exercised.has(name));
    return { kind, exercised: wanted.length - missing.length, total: wanted.length, missing };
  });
}

function exercisedBy({ headers }: Exchange, { operation, status, code, query }: ExchangeParts): Item[] {
  if (operation === null) return [];
  const { id, parameters } = operation;
  const answered = [responseItem(id, status), ...(code === null ? [] : [problemItem(id, status, code)])];
  if (status >= 300 && status !== 304) return answered;
  const sent = parameters.filter(({ in: place, name }) => {
    if (place === "path") return true;
    return place === "query" ? query.includes(name) : headerOf(headers, name) !== null;
  });
  return [...answered, operationItem(id), ...sent.map(({ in: place, name }) => parameterItem(id, place, name))];
}

/** Names of what nothing but problems of these codes exercises: the codes, and statuses that have no others. */
export function itemsOfCodes(operations: readonly ContractOperation[], codes: readonly string[]): string[] {
  return operations.flatMap(({ id, responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const problems = response.codes
        .filter((code) => codes.includes(code))
        .map((code) => problemItem(id, status, code));
      const whole = problems.length > 0 && problems.length === response.codes.length;
      return [...(whole ? [responseItem(id, status)] : []), ...problems].map(({ name }) => name);
    }),
  );
}
