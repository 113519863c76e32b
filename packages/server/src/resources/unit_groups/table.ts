import {
  duplicate,
  equals,
  hierarchy,
  laterThan,
  liveUnless,
  memberCount,
  nesting,
  recordTable,
} from "../../records/index.ts";

const nested = nesting("unit_group");

/** The table of unit groups. Its triggers refuse what would not be a forest of 5 levels. */
export const unitGroups = recordTable({
  ...nested,
  operations: "unitGroups",
  table: "unit_groups",
  noun: "unit group",
  record: "UnitGroup",
  computed: { ...nested.computed, unit_count: memberCount("unit") },
  rules: {
    ...nested.rules,
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
  },
  filters: {
    ...hierarchy,
    parent_id: equals("parent_id", "bigint"),
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});
