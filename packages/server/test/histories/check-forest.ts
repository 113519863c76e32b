import type { GroupRow, History } from "./history.ts";
import { groupedBy, parsed } from "./history.ts";

const DEPTH = 5;

/** What is there at the end is a forest whose paths and counts are true. */
export function forestViolations({ groups, members, unitCounts }: History): string[] {
  const rows = groups.map((text) => parsed<GroupRow>(text));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const membersOf = groupedBy(
    members.map((text) => parsed<{ unit_group_id: number }>(text)),
    ({ unit_group_id }) => unit_group_id,
  );
  return rows.flatMap((row) => {
    const above = namesAbove(row, byId);
    const found: string[] = [];
    if (above === null) return [`group ${row.id} is in a cycle`];
    const path = `/${above.join("/")}`;
    // A deleted group keeps the path that it had.
    if (row.deleted_at === null && row.path !== path) {
      found.push(`the path of group ${row.id} is ${row.path}, not ${path}`);
    }
    if (row.deleted_at === null && above.length > DEPTH) found.push(`group ${row.id} is on level ${above.length}`);
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (row.deleted_at === null && parent !== null && parent?.deleted_at !== null) {
      found.push(`group ${row.id} is live below the deleted group ${row.parent_id}`);
    }
    const [shown, there] = [unitCounts.get(row.id), membersOf.get(row.id)?.length ?? 0];
    if (shown !== there) found.push(`group ${row.id} shows ${shown} units and has ${there}`);
    return found;
  });
}

/** The names from the top to the group; null in a cycle. */
function namesAbove(row: GroupRow, byId: ReadonlyMap<number, GroupRow>): string[] | null {
  const names: string[] = [];
  for (let at: GroupRow | undefined = row; at !== undefined; at = byId.get(at.parent_id ?? 0)) {
    names.unshift(at.name);
    if (names.length > byId.size) return null;
  }
  return names;
}
