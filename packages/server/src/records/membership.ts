import type { components } from "@fleet-api/contract";
import type { BulkMode, BulkResult } from "@fleet-api/contract/types/shared";
import type { Query, Transaction, UnitOfWork } from "../db/index.ts";
import { firstRow, Params, rows, scopeCondition } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { BulkOutcome } from "./bulk.ts";
import { bulkRefusal, bulkResult, failure, rehearse } from "./bulk.ts";
import { underRules } from "./constraints.ts";
import { idsBelow } from "./nesting.ts";
import type { Page, PageQuery } from "./pages.ts";
import { readPage } from "./pages.ts";
import { lockRecord, unknownRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

// All names follow from that of a member, such as `unit`: the tables `units`, `unit_groups` and `unit_group_members`, their
// columns `unit_id` and `unit_group_id`, and the list `unit_ids` of a body.

/** A bulk request. */
export type BulkBody<Member extends string> = MemberIds<Member> & {
  readonly mode?: BulkMode;
  readonly dry_run?: boolean;
};
type MemberIds<Member extends string> = Readonly<Record<`${Member}_ids`, readonly number[]>>;

/** The path of a group. */
export interface OfGroup<Member extends string> {
  readonly path: Readonly<Record<`${Member}_group_id`, number>>;
}

/** The operations on the members of a group. */
export interface MemberOperations<Member extends string, Summary> {
  /** The members of a group; with `include_descendants` also those of the groups below it. */
  listing(
    work: UnitOfWork,
    call: OfGroup<Member> & { readonly query: PageQuery & { readonly include_descendants: boolean } },
  ): Promise<Page<Summary>>;
  /** Both may be repeated: what is as requested stays so. */
  add(work: UnitOfWork, call: OfGroup<Member> & { readonly body: BulkBody<Member> }): Promise<BulkReply>;
  remove(work: UnitOfWork, call: OfGroup<Member> & { readonly body: BulkBody<Member> }): Promise<BulkReply>;
  /** The members are those of the body afterwards, and no others. */
  set(work: UnitOfWork, call: OfGroup<Member> & { readonly body: BulkBody<Member> }): Promise<BulkReply>;
}

/** The reply to a bulk request, and the group that it is about. */
export interface BulkReply {
  readonly data: BulkResult;
  readonly recordId: number;
}

/** Changes the members of a group, and returns how many it removed that the request does not name. */
type MembershipWrite = (
  tx: Transaction,
  request: { readonly groupId: number; readonly ids: readonly number[]; readonly changed: readonly number[] },
) => Promise<number>;

/** A member of a bulk request, as the database knows it. */
interface KnownMember {
  readonly id: number;
  /** Whether it is a live record of the client of the group. */
  readonly known: boolean;
  readonly member: boolean;
}

/** Makes the operations of the groups of a table. */
export function memberOperations<const Member extends string, Members extends RecordTable>(
  member: Member,
  { groups, members, clock }: { readonly groups: RecordTable; readonly members: Members; readonly clock: Clock },
): MemberOperations<Member, components["schemas"][Members["summary"]]> {
  const idOf = ({ path }: OfGroup<Member>): number => path[`${member}_group_id`];
  /** `isMember` is whether the records of the request shall be in the group; `write` makes it so. */
  const change =
    (isMember: boolean, write: MembershipWrite): MemberOperations<Member, unknown>["add"] =>
    async (work, call) => {
      const groupId = idOf(call);
      const { mode = "all_or_nothing", dry_run: dryRun = false } = call.body;
      const { [`${member}_ids` as const]: ids }: MemberIds<Member> = call.body;
      // None of the rules that a membership can violate looks at the wanted row.
      const data = await underRules(groups.rules, { sql: "select 1", params: [] }, () =>
        work.transaction(async (tx) => {
          const [, group, found] = await tx.run(
            lockRecord(groups, groupId),
            liveGroup(groups, work, groupId),
            knownMembers(member, work, groupId, ids),
          );
          if (group === null) throw unknownRecord(groups);
          const outcomes = found.map((one) => outcomeOf(member, one, isMember));
          const refusal = mode === "all_or_nothing" ? bulkRefusal(`${member}_ids`, outcomes) : null;
          if (refusal !== null) throw refusal;
          const changed = ids.filter((_id, index) => outcomes[index]?.outcome === "changed");
          const removed = await rehearse(tx, dryRun, (inner) => write(inner, { groupId, ids, changed }));
          return bulkResult(members.table, outcomes, { dryRun, removed });
        }),
      );
      return { data, recordId: groupId };
    };
  const add: MembershipWrite = async (tx, { groupId, changed }) => {
    if (changed.length > 0) await tx.run(addMembers(member, groupId, changed, clock.now()));
    return 0;
  };
  const remove: MembershipWrite = async (tx, { groupId, changed }) => {
    if (changed.length > 0) await tx.run(removeMembers(member, groupId, changed));
    return 0;
  };
  const replace: MembershipWrite = async (tx, wanted) => {
    const [removed] = await tx.run(removeOthers(member, wanted.groupId, wanted.ids));
    await add(tx, wanted);
    return removed?.total ?? 0;
  };

  return {
    listing: async (work, call) => {
      const { query } = call;
      const groupId = idOf(call);
      const [group] = await work.read(liveGroup(groups, work, groupId));
      if (group === null) throw unknownRecord(groups);
      const params = new Params([groupId]);
      const where = `${scopeCondition(work.scope, params)} and t.deleted_at is null and t.id in (
        select m.${member}_id from ${member}_group_members m
        where m.${member}_group_id in (${query.include_descendants ? idsBelow(groups) : "select $1::bigint"}))`;
      const show = (given: Params): string => members.show(given, clock.now());
      const projection = members.summaryProjection;
      return readPage(work, query, { from: `${members.table} t`, where, params, show, projection });
    },
    add: change(true, add),
    remove: change(false, remove),
    set: change(true, replace),
  };
}

function outcomeOf(noun: string, { id, known, member }: KnownMember, wanted: boolean): BulkOutcome {
  if (!known) return failure(new ProblemError("not_found", `The client of the group has no such ${noun}.`), id);
  return { id, outcome: member === wanted ? "unchanged" : "changed", problem: null };
}

function liveGroup({ table }: RecordTable, { scope }: UnitOfWork, groupId: number): Query<object | null> {
  const params = new Params([groupId]);
  const sql = `select client_id from ${table}
    where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}`;
  return firstRow(sql, params.values);
}

/** In the order of the request. */
function knownMembers(
  member: string,
  { scope }: UnitOfWork,
  groupId: number,
  ids: readonly number[],
): Query<KnownMember[]> {
  const params = new Params([groupId, ids]);
  return rows<KnownMember>(
    `select w.id, u.id is not null as known, m.${member}_id is not null as member
     from unnest($2::bigint[]) with ordinality w (id, position)
     left join ${member}s u on u.id = w.id and u.deleted_at is null
       and u.client_id = (select client_id from ${member}_groups where id = $1::bigint)
       and ${scopeCondition(scope, params, "client_id", "u.")}
     left join ${member}_group_members m on m.${member}_group_id = $1::bigint and m.${member}_id = w.id
     order by w.position`,
    params.values,
  );
}

function addMembers(member: string, groupId: number, ids: readonly number[], now: Date): Query<unknown> {
  return rows(
    `insert into ${member}_group_members (${member}_group_id, ${member}_id, client_id, added_at)
     select g.id, u.id, g.client_id, $3::timestamptz
     from ${member}_groups g, unnest($2::bigint[]) u (id) where g.id = $1::bigint`,
    [groupId, ids, now],
  );
}

function removeMembers(member: string, groupId: number, ids: readonly number[]): Query<unknown> {
  return rows(
    `delete from ${member}_group_members where ${member}_group_id = $1::bigint and ${member}_id = any($2::bigint[])`,
    [groupId, ids],
  );
}

/** Removes all members but these; returns how many of them were live. */
function removeOthers(member: string, groupId: number, ids: readonly number[]): Query<{ total: number } | null> {
  return firstRow(
    `with gone as (
       delete from ${member}_group_members
       where ${member}_group_id = $1::bigint and ${member}_id <> all($2::bigint[]) returning ${member}_id as id)
     select count(*) as total from gone join ${member}s u on u.id = gone.id where u.deleted_at is null`,
    [groupId, ids],
  );
}
