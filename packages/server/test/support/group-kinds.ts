import { groups } from "../../src/built/groups.ts";
import { tablesOf } from "../../src/resources/group.ts";
import { contractOperations } from "./contract-operations.ts";
import { subjectOf } from "./example-variants.ts";

/** A kind of groups that have members, such as unit groups; the names in examples are theirs. */
export interface GroupKind {
  /** What operationIds begin with: `unitGroups`. */
  readonly operations: string;
  /** How operationIds name the members: `Units` in `unitGroupsAddUnits`. */
  readonly memberOperations: string;
  /** The table, path and permissions of the groups: `unit_groups`. */
  readonly table: string;
  /** The same of the members: `units`. */
  readonly members: string;
  /** The table with the members of each group: `unit_group_members`. */
  readonly memberships: string;
  /** The columns of that table with the ids: `unit_group_id` and `unit_id`. */
  readonly groupId: string;
  readonly memberId: string;
  /** The list of members in a body: `unit_ids`. */
  readonly ids: string;
  /** The field of a group with the number of its members: `unit_count`. */
  readonly count: string;
  /** The field of a member with the groups that it is in: `unit_group_ids`. */
  readonly groupIds: string;
}

/** Every kind of groups in the contract: those with an operation that adds members. */
export const groupKinds: readonly GroupKind[] = tablesOf(groups).flatMap(({ operations, table }) =>
  contractOperations.flatMap((operation) => {
    const { collection, parameter = "", part = "" } = subjectOf(operation) ?? {};
    const [, members] = /^\/add_(\w+)$/.exec(part) ?? [];
    if (collection !== table || members === undefined) return [];
    const member = members.replace(/s$/, "");
    return {
      operations,
      memberOperations: operation.id.slice(`${operations}Add`.length),
      table,
      members,
      memberships: `${member}_group_members`,
      groupId: parameter,
      memberId: `${member}_id`,
      ids: `${member}_ids`,
      count: `${member}_count`,
      groupIds: `${parameter}s`,
    };
  }),
);
