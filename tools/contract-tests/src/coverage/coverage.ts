import type { ContractOperation } from "../contract/operations.ts";
import type { ExchangeParts } from "../traffic/exchange-parts.ts";
import type { Exchange } from "../traffic/har.ts";
import { headerOf } from "../traffic/har.ts";
import { partsOf } from "../traffic/exchange-parts.ts";
import type { Item } from "./items.ts";
import { itemKinds, itemsOf, operationItem, parameterItem, problemItem, responseItem } from "./items.ts";

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

function exercisedBy({ request }: Exchange, { operation, status, code, query }: ExchangeParts): Item[] {
  if (operation === null) return [];
  const { id, parameters } = operation;
  const answered = [responseItem(id, status), ...(code === null ? [] : [problemItem(id, status, code)])];
  if (status >= 300 && status !== 304) return answered;
  const sent = parameters.filter(({ in: place, name }) => {
    if (place === "path") return true;
    return place === "query" ? query.includes(name) : headerOf(request.headers, name) !== null;
  });
  return [...answered, operationItem(id), ...sent.map(({ in: place, name }) => parameterItem(id, place, name))];
}
