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

/** The table of unit groups. Its triggers keep `path` and refuse what would not be a forest of 5 levels. */
export const unitGroups = recordTable({
  table: "unit_groups",
  noun: "unit group",
  record: "UnitGroup",
  summary: "UnitGroupSummary",
  create: "UnitGroupCreate",
  update: "UnitGroupUpdate",
  computed: {
    unit_count: `(select count(*) from unit_group_members m join units u on u.id = m.unit_id
      where m.unit_group_id = t.id and u.deleted_at is null)`,
  },
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
