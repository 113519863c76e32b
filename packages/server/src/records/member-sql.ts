import type { Params } from "../db/index.ts";
import { jsonArray } from "./projection.ts";

/** SQL of the number of live members of the group `t`. */
export function memberCount(member: string): string {
  return `(select count(*) from ${member}_group_members m join ${member}s u on u.id = m.${member}_id
      where m.${member}_group_id = t.id and u.deleted_at is null)`;
}

/** SQL of the ids of the live groups that the member `t` is in. */
export function groupIds(member: string): string {
  // The groups are looked up one by one: a plan for few groups reads all of them for each member.
  return jsonArray(`select m.${member}_group_id from ${member}_group_members m
      where m.${member}_id = t.id
        and (select g.deleted_at is null from ${member}_groups g where g.id = m.${member}_group_id)
      order by m.${member}_group_id`);
}

/** The filter of the members that are in a live group. */
export function inGroup(member: string) {
  return (id: number, params: Params): string =>
    `t.id in (select m.${member}_id from ${member}_group_members m join ${member}_groups g on g.id = m.${member}_group_id
        where g.id = ${params.add(id)}::bigint and g.deleted_at is null)`;
}
