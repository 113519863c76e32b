import { groupsOf, recordTable } from "../../records/index.ts";

/** The table of unit groups. Its triggers refuse what would not be a forest of 5 levels. */
export const unitGroups = recordTable({ ...groupsOf("unit"), operations: "unitGroups", record: "UnitGroup" });
