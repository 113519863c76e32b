import type { Params } from "../db/index.ts";
import type { Filter, FilterOptions } from "./filters.ts";
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

/** SQL of the ids of these groups and of the live ones below them. */
export function idsBelow(table: string, ids: string): string {
  return `with recursive below as (
    ${ids}
    union
    select g.id from below join ${table} g on g.parent_id = below.id and g.deleted_at is null
  ) select id from below`;
}

/** SQL of the ids of the members of live groups, with `include_descendants` also of those below them. */
export function membersOf(member: string) {
  const table = `${member}_groups`;
  return (ids: readonly number[], params: Params, options: FilterOptions = {}): string => {
    const groups = `select id from ${table} where id = any(${params.add(ids)}::bigint[]) and deleted_at is null`;
    return `select m.${member}_id from ${member}_group_members m
      where m.${member}_group_id in (${options.include_descendants === true ? idsBelow(table, groups) : groups})`;
  };
}

/** The filter of the members that are in one of several live groups. */
export function inGroup(member: string): Filter<readonly number[]> {
  const members = membersOf(member);
  return (ids, params, _now, options) => `t.id in (${members(ids, params, options)})`;
}
