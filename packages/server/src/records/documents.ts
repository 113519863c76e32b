import type { Params } from "../db/index.ts";
import { bodyRefusal } from "./constraints.ts";
import type { Filter } from "./filters.ts";
import { equals, hierarchy, joining, oneOf } from "./filters.ts";
import { jsonArray } from "./projection.ts";
import type { RecordTable } from "./table.ts";
import { lockOwner, partOf } from "./table.ts";

/** SQL of the day at the client `c`, when it is `now`. */
const today = (now: string): string => `(${now} at time zone c.timezone)::date`;

/** SQL of the conditions of each status on a day at the client. Most rows are told apart by their indexed columns alone. */
const statuses: Readonly<Record<string, (day: () => string) => string>> = {
  no_expiry: () => "t.expires_on is null",
  expired: (day) => `t.expires_on < ${day()}`,
  expiring: (day) => `t.expires_on >= ${day()} and t.expiring_on <= ${day()}`,
  valid: (day) => `t.expires_on >= ${day()} and t.expiring_on > ${day()}`,
};

function statusAt(day: () => string): string {
  const cases = Object.entries(statuses).map(([name, condition]) => `when ${condition(day)} then '${name}'`);
  return `case ${cases.join(" ")} end`;
}

/**
 * What the definition of a table says where its records are documents of others, such as `vehicle`, whose table
 * `create_documents` made. Its triggers keep from when on a document is `expiring`, and the next expiry of its record.
 */
export function documentsOf<const Noun extends string>(noun: Noun) {
  const table = `${noun}_documents`;
  const owner = partOf(noun);
  const ofRecord = { [owner.member]: equals(owner.member, "bigint") } as Record<`${Noun}_id`, Filter<number>>;
  return {
    table,
    noun: "document",
    owner,
    lock: lockOwner(noun, table),
    computed: {
      status: statusAt(() => today("moment.now")),
      attachments: jsonArray(`select row_to_json(a) from
        json_to_recordset(t.attachments) a (name text, content_type text, size_bytes bigint, url text)`),
    },
    rules: {
      [`${table}_order`]: async () => bodyRefusal("expires_on", "must not be before issued_on"),
    },
    filters: {
      ...hierarchy,
      ...ofRecord,
      type: oneOf("type"),
      status: joining(owner.join, (wanted: readonly string[], params: Params, now: Date) => {
        // PostgreSQL refuses a parameter that the statement does not use.
        let used: string | undefined;
        const day = (): string => (used ??= today(`${params.add(now)}::timestamptz`));
        return `(${wanted.map((name) => `(${statuses[name]?.(day) ?? "false"})`).join(" or ")})`;
      }),
      expires_before: (day: string, params: Params) => `t.expires_on < ${params.add(day)}::date`,
    },
  } satisfies Partial<RecordTable>;
}
