import { operationTable, statusLists } from "../built/operation-table.ts";
import type { OperationFacts } from "./operation.ts";

/** The operations by group and method. */
type OperationGroups<Method> = Record<string, Record<string, Method>>;

/** A line of the generated table. */
type Row = [name: string, verb: string, statuses: string, path: string, ...traits: string[]];

/** The groups of the facade. A group and its methods are made when they are first used, because most never are. */
export function operationGroups<Method>(make: (operation: OperationFacts) => Method): OperationGroups<Method> {
  const groups: OperationGroups<Method> = {};
  for (const group of Object.keys(operationTable)) {
    lazy(groups, group, () => {
      const methods: Record<string, Method> = {};
      const [base, ...rows] = operationTable[group]?.split("\n") ?? [];
      for (const row of rows) {
        const [name, verb, list, path, ...traits] = row.split(" ") as Row;
        const id = idOf(group, name);
        lazy(methods, name, () => make(factsOf(id, verb, base + path, statusLists[+list] ?? [], traits)));
      }
      return methods;
    });
  }
  return groups;
}

/** The method of an operation; undefined for an id that the contract does not have. */
export function findMethod<Method>(groups: OperationGroups<Method>, id: string): Method | undefined {
  for (const group of Object.keys(operationTable)) {
    const rest = id.slice(group.length);
    const name = rest.charAt(0).toLowerCase() + rest.slice(1);
    if (id === idOf(group, name) && Object.hasOwn(groups[group] ?? {}, name)) return groups[group]?.[name];
  }
  return undefined;
}

/** The facts in a line of the table. */
function factsOf(
  id: string,
  verb: string,
  path: string,
  statuses: readonly number[],
  traits: string[],
): OperationFacts {
  const valueOf = (name: string): string | undefined =>
    traits.find((trait) => trait.startsWith(`${name}=`))?.slice(name.length + 1);
  const cursorList = valueOf("cursor");
  return {
    id,
    verb,
    path,
    statuses,
    paged: cursorList ? "cursor" : traits.includes("page") ? "page" : undefined,
    cursorList,
    stream: traits.includes("stream"),
    keyed: traits.includes("keyed"),
    idempotent: traits.includes("idempotent"),
    csv: valueOf("csv")?.split(","),
  };
}

function idOf(group: string, name: string): string {
  return group + name.charAt(0).toUpperCase() + name.slice(1);
}

/** Gives an object a member that is made when it is first read. It can be assigned as any other. */
export function lazy<Value>(target: Record<string, Value>, name: string, make: () => Value): void {
  const settle = (value: Value): Value => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(target, name, { get: () => settle(make()), set: settle, enumerable: true, configurable: true });
}
