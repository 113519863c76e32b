import { records } from "@fleet-api/contract/records";
import { instantJson } from "../db/sql.ts";

/** A record or a summary, by the name of its schema in the contract. */
export type SchemaName = keyof typeof records;

/** SQL for members that are not columns of the table, which is `t`. */
export type Computed = Readonly<Record<string, string>>;

/**
 * The select list of a record: member for member what its schema in the contract has, from the columns of the table `t` or
 * from `computed`. The database makes the JSON of it, so digits of int64 stay exact and nothing is serialised twice.
 */
export function projection(name: SchemaName, computed: Computed): string {
  const members = Object.entries(records[name]).map(([member, kind]) => {
    const own = Object.hasOwn(computed, member) ? computed[member] : undefined;
    if (own !== undefined) return `${own} as ${member}`;
    return kind === "instant" ? `${instantJson(`t.${member}`)} as ${member}` : `t.${member}`;
  });
  return members.join(", ");
}

/** The members of a body, which are columns of its table. */
export function columnsOf(name: SchemaName): string[] {
  return Object.keys(records[name]);
}
