import { duplicate, inUse, refused, unknownReference } from "./constraints.ts";
import { byLetters, equals, hierarchy, laterThan, liveUnless } from "./filters.ts";
import { memberCount } from "./member-sql.ts";
import type { RecordTable } from "./table.ts";

/**
 * What the definition of a table says where records are nested by `parent_id`: those of a client are a forest of 5 levels.
 * `record` is the table without its last letter, such as `unit_group`. Triggers refuse everything else.
 */
function nesting(record: string) {
  const table = `${record}s`;
  // A path has the names from the top, each after a slash, which names do not have. It is computed when it is read, so
  // renaming or moving a group writes one row. There are 4 groups above at most; of what is deleted, only the nearest names
  // are shown.
  const names = "concat_ws('/', p4.name, p3.name, p2.name, p1.name, t.name)";
  const above = `left join ${table} p1 on p1.id = t.parent_id left join ${table} p2 on p2.id = p1.parent_id
  left join ${table} p3 on p3.id = p2.parent_id left join ${table} p4 on p4.id = p3.parent_id`;
  return {
    computed: { path: `(select '/' || ${names} from (select) here ${above})` },
    // Joined once for the whole list: looked up for each row, 30,000 paths take three times as long.
    sortKeys: { path: { sql: `${names} ${byLetters}`, joins: above } },
    lock: `select client_id from ${record}_forests
    where client_id = (select client_id from ${table} where id = $1::bigint) for no key update`,
    rules: {
      [`${table}_parent`]: unknownReference("parent_id", `names no ${record.replaceAll("_", " ")} of the same client`),
      [`${table}_parent_live`]: refused("invalid_state", "The parent group is deleted. Restore that one first."),
      [`${table}_no_cycle`]: refused("group_cycle", "The parent is the group itself or one below it."),
      [`${table}_depth`]: refused(
        "group_too_deep",
        "Groups are nested at most 5 levels deep, and this would be deeper.",
      ),
      [`${table}_below`]: inUse({ [table]: "o.parent_id = w.id" }),
    },
  } satisfies Pick<RecordTable, "computed" | "sortKeys" | "lock" | "rules">;
}

/**
 * What the definition of a table says where its records are groups of others, such as units: nested, with a name that no
 * other group with the same parent has.
 */
export function groupsOf<const Member extends string>(member: Member) {
  const [record, noun] = [`${member}_group`, `${member} group`];
  const table = `${record}s`;
  const nested = nesting(record);
  return {
    ...nested,
    table,
    noun,
    totals: table,
    computed: { ...nested.computed, [`${member}_count`]: memberCount(member) },
    rules: {
      ...nested.rules,
      [`${table}_name_once`]: duplicate(
        table,
        "o.client_id = w.client_id and o.parent_id is not distinct from w.parent_id and fold_case(o.name) = fold_case(w.name)",
        `Another ${noun} with the same parent has this name.`,
      ),
      [`${table}_external_id_once`]: duplicate(
        table,
        "o.client_id = w.client_id and o.external_id = w.external_id",
        `Another ${noun} of the client has this external_id.`,
      ),
    },
    filters: {
      ...hierarchy,
      parent_id: equals("parent_id", "bigint"),
      updated_after: laterThan("updated_at"),
      include_deleted: liveUnless,
    },
  } satisfies Partial<RecordTable>;
}

/** SQL of the ids of the record `$1` and of the live ones below it. */
export function idsBelow({ table }: RecordTable): string {
  return `with recursive below as (
    select $1::bigint as id
    union all
    select g.id from below join ${table} g on g.parent_id = below.id and g.deleted_at is null
  ) select id from below`;
}
