import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { UnitIds } from "@fleet-api/contract/types/unit_groups";
import type { UnitSummary } from "@fleet-api/contract/types/units";
import type { Query, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, rows, scopeCondition } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { BulkOutcome, Page, PageQuery } from "../../records/index.ts";
import { bulkRefusal, bulkResult, lockRecord, readPage, underRules, unknownRecord } from "../../records/index.ts";
import { units as unitTable } from "../units/index.ts";
import { unitGroups } from "./table.ts";

/** Which units are in which groups. */
interface UnitGroupMembers {
  /** The units of a group; with `include_descendants` also those of the groups below it. */
  units(
    work: UnitOfWork,
    groupId: number,
    query: PageQuery & { readonly include_descendants: boolean },
  ): Promise<Page<UnitSummary>>;
  /** Both may be repeated: what is as requested stays so. */
  add(work: UnitOfWork, groupId: number, body: UnitIds): Promise<BulkResult>;
  remove(work: UnitOfWork, groupId: number, body: UnitIds): Promise<BulkResult>;
}

/** A unit of a bulk request, as the database knows it. */
interface KnownUnit {
  readonly id: number;
  /** Whether it is a live unit of the client of the group. */
  readonly known: boolean;
  readonly member: boolean;
}

/** Makes the memberships. */
export function createUnitGroupMembers(clock: Clock): UnitGroupMembers {
  /** `wanted` is whether the units shall be in the group; `write` makes it so for some of them. */
  const change = async (
    work: UnitOfWork,
    groupId: number,
    { unit_ids, mode = "all_or_nothing", dry_run = false }: UnitIds,
    wanted: boolean,
  ): Promise<BulkResult> =>
    // None of the rules that a membership can violate looks at the wanted row.
    underRules(unitGroups.rules, { sql: "select 1", params: [] }, () =>
      work.transaction(async (tx) => {
        const [, group, units] = await tx.run(
          lockRecord(unitGroups, groupId),
          liveGroup(work, groupId),
          knownUnits(work, groupId, unit_ids),
        );
        if (group === null) throw unknownRecord(unitGroups);
        const outcomes = units.map((unit) => outcomeOf(unit, wanted));
        const refusal = mode === "all_or_nothing" ? bulkRefusal("unit_ids", outcomes) : null;
        if (refusal !== null) throw refusal;
        const changed = outcomes.filter(({ outcome }) => outcome === "changed").map(({ id }) => id);
        if (changed.length > 0) {
          const write = wanted ? addMembers(groupId, changed, clock.now()) : removeMembers(groupId, changed);
          await tx.run(dry_run ? requireActiveClient(groupId) : write);
        }
        return bulkResult(outcomes, dry_run);
      }),
    );

  return {
    units: async (work, groupId, query) => {
      const [group] = await work.read(liveGroup(work, groupId));
      if (group === null) throw unknownRecord(unitGroups);
      const params = new Params([groupId]);
      const where = `${scopeCondition(work.scope, params)} and t.deleted_at is null and t.id in (
        select m.unit_id from unit_group_members m
        where m.unit_group_id in (${query.include_descendants ? groupsBelow : "select $1::bigint"}))`;
      const show = (given: Params): string => unitTable.show(given, clock.now());
      return readPage(work, query, { from: "units t", where, params, show, projection: unitTable.summaryProjection });
    },
    add: (work, groupId, body) => change(work, groupId, body, true),
    remove: (work, groupId, body) => change(work, groupId, body, false),
  };
}

/** The group `$1` and the live ones below it. */
const groupsBelow = `with recursive below as (
    select $1::bigint as id
    union all
    select g.id from below join unit_groups g on g.parent_id = below.id and g.deleted_at is null
  ) select id from below`;

function outcomeOf({ id, known, member }: KnownUnit, wanted: boolean): BulkOutcome {
  if (!known) {
    const detail = "names no unit of the client of the group";
    return { id, outcome: "failed", problem: { code: "not_found", detail } };
  }
  return { id, outcome: member === wanted ? "unchanged" : "changed", problem: null };
}

function liveGroup({ scope }: UnitOfWork, groupId: number): Query<object | null> {
  const params = new Params([groupId]);
  const sql = `select client_id from unit_groups
    where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}`;
  return firstRow(sql, params.values);
}

/** In the order of the request. */
function knownUnits({ scope }: UnitOfWork, groupId: number, ids: readonly number[]): Query<KnownUnit[]> {
  const params = new Params([groupId, ids]);
  return rows<KnownUnit>(
    `select w.id, u.id is not null as known, m.unit_id is not null as member
     from unnest($2::bigint[]) with ordinality w (id, position)
     left join units u on u.id = w.id and u.deleted_at is null
       and u.client_id = (select client_id from unit_groups where id = $1::bigint)
       and ${scopeCondition(scope, params, "client_id", "u.")}
     left join unit_group_members m on m.unit_group_id = $1::bigint and m.unit_id = w.id
     order by w.position`,
    params.values,
  );
}

/** What the database itself requires of a change: a dry run makes none. */
function requireActiveClient(groupId: number): Query<unknown> {
  return rows("select require_active_client(client_id) from unit_groups where id = $1::bigint", [groupId]);
}

function addMembers(groupId: number, ids: readonly number[], now: Date): Query<unknown> {
  return rows(
    `insert into unit_group_members (unit_group_id, unit_id, client_id, added_at)
     select g.id, u.id, g.client_id, $3::timestamptz
     from unit_groups g, unnest($2::bigint[]) u (id) where g.id = $1::bigint`,
    [groupId, ids, now],
  );
}

function removeMembers(groupId: number, ids: readonly number[]): Query<unknown> {
  return rows("delete from unit_group_members where unit_group_id = $1::bigint and unit_id = any($2::bigint[])", [
    groupId,
    ids,
  ]);
}
