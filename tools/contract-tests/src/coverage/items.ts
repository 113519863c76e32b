import type { ContractOperation } from "../contract/operations.ts";

/** What can be exercised of a contract, in the order of the report. */
export const itemKinds = ["operation", "parameter", "response code", "problem code"] as const;

/** One thing of the contract that traffic has to exercise. */
export interface Item {
  readonly kind: (typeof itemKinds)[number];
  /** Says what it is, for example `unitsListing query per_page` or `authToken 401 token_expired`. */
  readonly name: string;
}

/** Everything that can be exercised of these operations. */
export function itemsOf(operations: readonly ContractOperation[]): Item[] {
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
export function operationItem(id: string): Item {
  return { kind: "operation", name: id };
}

/** A parameter was sent in a call with success: a refused one shows nothing of what it is for. */
export function parameterItem(id: string, place: string, name: string): Item {
  return { kind: "parameter", name: `${id} ${place} ${name}` };
}

/** An operation answered with a status. */
export function responseItem(id: string, status: number | string): Item {
  return { kind: "response code", name: `${id} ${status}` };
}

/** An operation answered with a problem of this code. */
export function problemItem(id: string, status: number | string, code: string): Item {
  return { kind: "problem code", name: `${id} ${status} ${code}` };
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
