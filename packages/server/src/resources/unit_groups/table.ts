import type { QueryOf } from "../../kernel/types.ts";
import type { Filters } from "../../records/index.ts";
import {
  duplicate,
  equals,
  hierarchy,
  inUse,
  laterThan,
  liveUnless,
  recordTable,
  refused,
  unknownReference,
} from "../../records/index.ts";

/**
 * The path has the names from the top, each after a slash, which names do not have. It is computed when it is read, so
 * renaming or moving a group writes one row. There are 4 groups above at most; of what is deleted, only the nearest names
 * are shown.
 */
const names = "concat_ws('/', p4.name, p3.name, p2.name, p1.name, t.name)";
const above = `left join unit_groups p1 on p1.id = t.parent_id left join unit_groups p2 on p2.id = p1.parent_id
  left join unit_groups p3 on p3.id = p2.parent_id left join unit_groups p4 on p4.id = p3.parent_id`;

/** The table of unit groups. Its triggers refuse what would not be a forest of 5 levels. */
export const unitGroups = recordTable({
  table: "unit_groups",
  noun: "unit group",
  record: "UnitGroup",
  summary: "UnitGroupSummary",
  create: "UnitGroupCreate",
  update: "UnitGroupUpdate",
  computed: {
    path: `(select '/' || ${names} from (select) here ${above})`,
    unit_count: `(select count(*) from unit_group_members m join units u on u.id = m.unit_id
      where m.unit_group_id = t.id and u.deleted_at is null)`,
  },
  // Joined once for the whole list: looked up for each row, 30,000 paths take three times as long.
  textKeys: { path: { sql: names, joins: above } },
  lock: `select client_id from unit_group_forests
    where client_id = (select client_id from unit_groups where id = $1::bigint) for no key update`,
  rules: {
    unit_groups_name_once: duplicate(
      "unit_groups",
      "o.client_id = w.client_id and o.parent_id is not distinct from w.parent_id and fold_case(o.name) = fold_case(w.name)",
      "Another unit group with the same parent has this name.",
    ),
    unit_groups_external_id_once: duplicate(
      "unit_groups",
      "o.client_id = w.client_id and o.external_id = w.external_id",
      "Another unit group of the client has this external_id.",
    ),
    unit_groups_parent: unknownReference("parent_id", "names no unit group of the same client"),
    unit_groups_parent_live: refused("invalid_state", "The parent group is deleted. Restore that one first."),
    unit_groups_no_cycle: refused("group_cycle", "The parent is the group itself or one below it."),
    unit_groups_depth: refused("group_too_deep", "Groups are nested at most 5 levels deep, and this would be deeper."),
    unit_groups_below: inUse({ unit_groups: "o.parent_id = w.id" }),
  },
});

/** What each parameter of the listing chooses. */
export const unitGroupFilters = {
  ...hierarchy,
  parent_id: equals("parent_id", "bigint"),
  updated_after: laterThan("updated_at"),
  include_deleted: liveUnless,
} satisfies Filters<QueryOf<"unitGroupsListing">>;
