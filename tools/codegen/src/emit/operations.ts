import { banner } from "../banner.ts";
import type { OperationModel, ParameterModel } from "../operations.ts";
import { literal } from "../text.ts";

/**
 * The operation tables: one with all that a server, a tool or a page of docs needs to know of an operation at run time,
 * and one for clients with the little that they need, because it is in every bundle.
 */
export function emitOperations(operations: OperationModel[], hash: string): string {
  const rows = operations.map((operation) => `  ${operation.id}: ${row(operation)},`);
  const problems = operations.map((operation) => `  ${operation.id}: ${problemRow(operation)},`);
  return `${banner(hash)}
import type { OperationRow } from "../operation-row.ts";
import type { components } from "./schema.ts";

/** SHA-256 of the bundled contract that this build speaks. */
export const contractHash = "${hash}";

/** Every operation of the contract, by its id. */
export const operations = {
${rows.join("\n")}
} as const satisfies Record<string, OperationRow>;

/** The id of an operation. */
export type OperationId = keyof typeof operations;

/** The problem codes that an operation can answer with, by status. */
export const problemCodes = {
${problems.join("\n")}
} as const satisfies Record<OperationId, Record<number, readonly components["schemas"]["ProblemCode"][]>>;

/** What is special about an operation: \`paged\` by page numbers or by \`cursor\`, or \`keyed\` by Idempotency-Key. */
export type CallTrait = "paged" | "cursor" | "keyed";

/** An operation as a client needs it. */
export type CallRow = readonly [
  verb: OperationRow["verb"],
  path: string,
  statuses: readonly number[],
  ...traits: CallTrait[],
];

/** The operations by group and method, small enough for every client: the ids follow from group and method. */
export const calls: Readonly<Record<string, Readonly<Record<string, CallRow>>>> = {
${callGroups(operations)}};

/** Query parameters whose list is written as one value with commas, in every operation that has them. */
export const csvNames: readonly string[] = ${literal(csvNames(operations))};
`;
}

function callGroups(operations: OperationModel[]): string {
  const groups = [...new Set(operations.map((operation) => operation.group))];
  return groups
    .map(
      (group) =>
        `  ${group}: {\n${operations
          .filter((each) => each.group === group)
          .map(callRow)
          .join("")}  },\n`,
    )
    .join("");
}

function callRow(operation: OperationModel): string {
  return `    ${operation.method}: ${literal(callFacts(operation))},\n`;
}

/** The row of an operation in the table of calls. */
export function callFacts({ verb, path, responses, paged, cursor, keyed }: OperationModel): unknown[] {
  const statuses = responses.map((response) => response.status);
  const traits = [cursor ? "cursor" : paged && "paged", keyed && "keyed"].filter(Boolean);
  return [verb.toUpperCase(), path, statuses, ...traits];
}

/** Serialisers know a query parameter by its name only, so that one name must not have two styles. */
function csvNames(operations: OperationModel[]): string[] {
  const parameters = operations.flatMap((operation) => named(operation, "query"));
  const names = new Set(parameters.filter(isCsv).map((parameter) => parameter.name));
  const other = parameters.find((parameter) => names.has(parameter.name) && !isCsv(parameter));
  if (other)
    throw new Error(`Query parameter ${other.name} is a list with commas in one operation only. Give it one style.`);
  return [...names];
}

function row(operation: OperationModel): string {
  const { id, group, method, path, paged, permission } = operation;
  const members = {
    id,
    group,
    method,
    verb: operation.verb.toUpperCase(),
    path,
    pathParams: named(operation, "path").map((parameter) => parameter.name),
    query: named(operation, "query").map((parameter) => ({
      name: parameter.name,
      ...(isCsv(parameter) ? { csv: true } : {}),
    })),
    body: operation.body !== null,
    success: operation.responses.filter((response) => response.success).map((response) => response.status),
    paged,
    auth: operation.auth,
    permission,
  };
  return `{\n${Object.entries(members)
    .map(([name, value]) => `    ${name}: ${tall(value)},\n`)
    .join("")}  }`;
}

/** One line, or for a list of objects one line per object. */
function tall(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== "object") return literal(value);
  return `[\n${value.map((item) => `      ${literal(item)},\n`).join("")}    ]`;
}

function named(operation: OperationModel, place: "path" | "query"): ParameterModel[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

/** Whether a list is written as one value with commas (style form, explode false) and not as repeated names. */
export function isCsv(parameter: ParameterModel): boolean {
  return parameter.schema.type === "array" && parameter.explode === false;
}

function problemRow(operation: OperationModel): string {
  const errors = operation.responses.filter((response) => !response.success);
  return `{\n${errors.map((response) => `    ${response.status}: ${literal(response.codes)},\n`).join("")}  }`;
}
