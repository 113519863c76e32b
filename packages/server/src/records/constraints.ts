import type { Reference } from "@fleet-api/contract/types/shared";
import type { Query, Statement, UnitOfWork } from "../db/index.ts";
import { DbError, firstRow, Params, scopeCheck } from "../db/index.ts";
import { bodyFinding, FindingList } from "../kernel/findings.ts";
import type { Finding } from "../kernel/problem.ts";
import { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";

/**
 * What the violation of a constraint means to a caller. `wanted` selects the row that could not be written, in a unit of
 * work of its own: the transaction that failed is over.
 */
type Rule = (work: UnitOfWork, wanted: Statement) => Promise<ProblemError>;

/** Rules by the name of the constraint, unique index or trigger that was violated. */
export type Rules = Readonly<Record<string, Rule>>;

interface DuplicateOptions {
  /** @default "duplicate" */
  readonly code?: ProblemError["code"];
  /** @default "client_id" */
  readonly clientColumn?: string;
  /** The member that is compared without case: folded, it is `w.folded`, and the other row has it in a column. */
  readonly folded?: string;
}

/**
 * Another row of the table, whose rows belong to clients, has the value: 409 with its id, if it is in the scope. `same`
 * compares the other row `o` with the wanted one `w`.
 */
export function duplicate(
  table: string,
  same: string,
  detail: string,
  { code = "duplicate", clientColumn = "client_id", folded }: DuplicateOptions = {},
): Rule {
  return async (work, { sql, params: given }) => {
    const params = new Params(given);
    const inScope = scopeCheck(work.scope, params, clientColumn, "o.");
    // The wanted row first, and the order last: with `order by ... limit 1`, a plan may walk all ids of the table.
    const [other] = await work.read(
      firstRow<{ id: number }>(
        `with w as materialized (select *${folded === undefined ? "" : `, fold_case(${folded}) as folded`} from (${sql}) r), found as materialized (
           select o.id from w, ${table} o
           where o.deleted_at is null and o.id is distinct from w.id and ${same} and ${inScope})
         select id from found order by id limit 1`,
        params.values,
      ),
    );
    return new ProblemError(code, detail, other === null ? {} : { existing_id: other.id });
  };
}

/**
 * Rows `o` of these tables, each with its condition, refer to the wanted one `w`: 409 with the first of their ids. Conditions may
 * ask for the instant of the change.
 */
export function inUse(refers: Readonly<Record<string, string>>): Rule {
  return async (work, { sql, params }) => {
    const queries = Object.entries(refers).map(([resource, condition]): Query<Reference | null> =>
      firstRow(
        `select '${resource}' as resource, (array_agg(o.id order by o.id))[1:20] as ids, count(*) as count
           from ${resource} o, (${sql}) w where o.deleted_at is null and ${condition}`,
        params,
      ),
    );
    // As a change, because only changes have an instant.
    const found = await work.write(...queries);
    const references = found.filter((one) => one !== null).filter(({ count }) => count > 0);
    // They may be gone by now.
    if (references.length === 0) return new ProblemError("in_use", "Other records refer to this one.");
    const kinds = references.map(({ resource, count }) => `${count} of ${resource}`);
    return new ProblemError("in_use", `Other records refer to this one: ${kinds.join(", ")}.`, { references });
  };
}

/** A member of the body names a record that does not exist in the caller's scope: 422. */
export function unknownReference(member: string, detail: string): Rule {
  return async () => bodyRefusal(member, detail);
}

/** 422 with one finding: a member of the body that the contract alone cannot refuse. */
export function bodyRefusal(member: string, detail: string, code: Finding["code"] = "invalid"): ProblemError {
  const findings = new FindingList();
  findings.add(() => bodyFinding(`/${member}`, code, detail));
  return validationFailed(findings);
}

/** A rule of the group that needs no further look. */
export function refused(code: ProblemError["code"], detail: string): Rule {
  return async () => new ProblemError(code, detail);
}

/** Rules of every table whose rows belong to a client. */
const commonRules: Rules = {
  client_accepts_changes: refused(
    "client_suspended",
    "The client of the record is suspended or archived. Its records cannot be changed.",
  ),
  client_is_live: refused("invalid_state", "The client of the record is deleted. Restore the client first."),
  client_max_units: refused("limit_reached", "The client has as many units as it may (max_units)."),
  client_max_vehicles: refused("limit_reached", "The client has as many vehicles as it may (max_vehicles)."),
  client_max_users: refused("limit_reached", "The client has as many users as it may (max_users)."),
};

/** A violated constraint, before it is known what it means to the caller. */
export class ConstraintViolation extends Error {
  override readonly name = "ConstraintViolation";
  readonly explain: (work: UnitOfWork) => Promise<ProblemError>;

  constructor(error: DbError, explain: ConstraintViolation["explain"]) {
    super(`The constraint ${error.fields.constraint} was violated.`, { cause: error });
    this.explain = explain;
  }
}

/**
 * Runs a write; the violation of a constraint that has a rule becomes a `ConstraintViolation`. `wanted` selects the row as
 * it would have been.
 */
export async function underRules<T>(rules: Rules, wanted: Statement, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw violationOf(rules, error, wanted) ?? error;
  }
}

/** The violation of a constraint that has a rule; null for any other error. */
function violationOf(rules: Rules, error: unknown, wanted: Statement): ConstraintViolation | null {
  if (!(error instanceof DbError)) return null;
  const rule = findRule(rules, error.fields.constraint);
  return rule === undefined ? null : new ConstraintViolation(error, (work) => rule(work, wanted));
}

/** The rule of a constraint, if it has one. */
export function findRule(rules: Rules, constraint: string | null | undefined): Rule | undefined {
  const all: Rules = { ...commonRules, ...rules };
  return constraint != null && Object.hasOwn(all, constraint) ? all[constraint] : undefined;
}
