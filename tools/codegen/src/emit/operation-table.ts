import { banner } from "../banner.ts";
import type { OperationModel } from "../operations.ts";
import { groupBy, key, literal } from "../text.ts";
import { named } from "./facts.ts";

/**
 * The operations for the facade of the client. The table is in every bundle, so it holds only what a call needs, and
 * holds it as text: a string per group is shorter than literals, and costs nothing until the group is used.
 */
export function emitOperationTable(operations: OperationModel[]): string {
  const sets = [...new Set(operations.map((operation) => literal(statuses(operation))))];
  const texts = [...groupBy(operations, ({ group }) => group)].map(([group, members]) => {
    const rows = members.map((operation) => tableRow(operation, sets));
    const bases = [...new Set(members.map(({ path }) => basePath(path)))];
    if (bases.length > 1) throw new Error(`${members[0]?.id}: fleet.${group} has paths below ${bases.join(" and ")}.`);
    return `  ${key(group)}: \`${[...bases, ...rows].join("\n")}\`,\n`;
  });
  return `${banner()}
/** Lists of documented statuses. A row of the table names its list by position. */
export const statusLists: readonly (readonly number[])[] = [
${sets.map((set) => `  ${set},\n`).join("")}];

/** By group: its base path, and a line per operation with method, verb, list of statuses, rest of the path, traits. */
export const operationTable: Readonly<Record<string, string>> = {
${texts.join("")}};

/** Query parameters whose list is written as one value with commas in every operation that has them. */
export const csvNames: readonly string[] = ${literal(csvNames(operations))};
`;
}

function tableRow(operation: OperationModel, sets: readonly string[]): string {
  const { id, method, verb, path } = operation;
  const rest = path.slice(basePath(path).length);
  const fields = [method, verb.toUpperCase(), sets.indexOf(literal(statuses(operation))), rest, ...traits(operation)];
  if (/[\s`\\$]/.test(path)) throw new Error(`${id}: the path ${path} has a character that no path may have.`);
  return fields.join(" ");
}

/** The first segment of a path, which all operations of a group have. */
function basePath(path: string): string {
  return `/${path.split("/")[1] ?? ""}`;
}

/** What a function of one operation is made from. */
export function callFacts(operation: OperationModel): object {
  const { id, verb, path, keyed, idempotent, cursorList, events } = operation;
  const paged = pagedBy(operation);
  const csv = csvLists(operation);
  return {
    id,
    verb: verb.toUpperCase(),
    path,
    statuses: statuses(operation),
    ...(paged === null ? {} : { paged }),
    ...(cursorList === null ? {} : { cursorList }),
    ...(events === null ? {} : { stream: true }),
    ...(keyed ? { keyed } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(csv.length > 0 ? { csv } : {}),
  };
}

function statuses({ responses }: OperationModel): number[] {
  return responses.map((response) => response.status);
}

/**
 * What is special about an operation: `page` or `cursor=` with its list, `stream`, `keyed`, `idempotent`, `csv=` with the lists
 * written with commas.
 */
function traits(operation: OperationModel): string[] {
  const { paged, cursorList, events, keyed, idempotent } = operation;
  const csv = csvLists(operation);
  return [
    ...(paged ? ["page"] : []),
    ...(cursorList === null ? [] : [`cursor=${cursorList}`]),
    ...(events === null ? [] : ["stream"]),
    ...(keyed ? ["keyed"] : []),
    ...(idempotent ? ["idempotent"] : []),
    ...(csv.length > 0 ? [`csv=${csv.join(",")}`] : []),
  ];
}

/** How the pages of a list are told apart; null for what is no list. */
export function pagedBy({ paged, cursorList }: OperationModel): "page" | "cursor" | null {
  if (cursorList !== null) return "cursor";
  return paged ? "page" : null;
}

function csvLists(operation: OperationModel): string[] {
  const lists = named(operation, "query").filter(({ csv }) => csv);
  const odd = lists.find(({ name }) => !/^[\w.-]+$/.test(name));
  if (odd === undefined) return lists.map(({ name }) => name);
  throw new Error(`${operation.id}: the query parameter ${odd.name} needs a name of letters, digits, _, . and -.`);
}

/** Whoever calls `raw` names a path, and its serialiser sees a query parameter by its name only. */
function csvNames(operations: OperationModel[]): string[] {
  const parameters = operations.flatMap((operation) => named(operation, "query"));
  const repeated = new Set(parameters.filter((parameter) => !parameter.csv).map(({ name }) => name));
  return [...new Set(parameters.filter(({ csv }) => csv).map(({ name }) => name))].filter(
    (name) => !repeated.has(name),
  );
}
