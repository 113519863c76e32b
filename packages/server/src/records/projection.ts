import { records } from "@fleet-api/contract/records";

/** A record or a summary, by the name of its schema in the contract. */
export type SchemaName = keyof typeof records;

export const schemaNames = Object.keys(records) as SchemaName[];

/** SQL for members that are not columns of the table, which is `t`. */
export type Computed = Readonly<Record<string, string>>;

/**
 * The select list of a record: member for member what its schema in the contract has, from the columns of the table `from`
 * or from `computed`. The database makes the JSON of it, so digits of int64 stay exact and nothing is serialised twice.
 */
export function projection(
  name: SchemaName,
  computed: Computed,
  { omitted = [], from = "t" }: { readonly omitted?: readonly string[]; readonly from?: string } = {},
): string {
  const shown = Object.entries(records[name]).filter(([member]) => !omitted.includes(member));
  const members = shown.map(([member, kind]) => {
    const own = Object.hasOwn(computed, member) ? computed[member] : undefined;
    const sql = own ?? `${from}.${member}`;
    // What is computed is JSON already, but for instants.
    return `${kind === "instant" ? instantJson(sql) : sql} as ${member}`;
  });
  return members.join(", ");
}

/** SQL of a JSON object; `members` are SQL by name. PostgreSQL's `json_build_object` writes spaces. */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const list = Object.entries(members).map(([name, sql]) => `${sql} as ${name}`);
  return `(select row_to_json(o) from (select ${list.join(", ")}) o)`;
}

/** SQL of an object that is kept in a jsonb column: all members of its schema. PostgreSQL writes jsonb itself with spaces. */
export function storedObject(column: string, name: SchemaName): string {
  const members = columnsOf(name).map((member) => [member, `${column} -> '${member}'`]);
  return `case when ${column} is not null then ${jsonObject(Object.fromEntries(members))} end`;
}

/** SQL of a JSON array of what a query selects. PostgreSQL's `json_agg` writes spaces. */
export function jsonArray(query: string): string {
  return `array_to_json(array(${query}))`;
}

/** The members of a body, which are columns of its table. */
export function columnsOf(name: SchemaName): string[] {
  return Object.keys(records[name]);
}

/**
 * An instant column as the contract writes instants: RFC 3339, UTC, milliseconds. Null stays null.
 * `expression` is SQL of ours, never input.
 */
export function instantJson(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The instant that a date-time of the contract means, to the millisecond; further digits are dropped. `Date` does not know
 * leap seconds: they are the beginning of the next second, as in PostgreSQL. The database is not given the text itself: it
 * refuses offsets from 16 hours on and parts of a leap second.
 */
export function instantOf(text: string): Date {
  const upper = text.toUpperCase();
  const usual = upper.replace(/:60(?=[.Z+-])/, ":59");
  return new Date(Date.parse(usual) + (usual === upper ? 0 : 1000));
}

/** A body as JSON text that the database can read: members that are instants in the record, as it can store them. */
export function bodyJson(record: SchemaName, body: object): string {
  const kinds: Readonly<Record<string, string>> = records[record];
  const members = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    kinds[name] === "instant" && typeof value === "string" ? instantOf(value).toISOString() : value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}
