import type { Query, Statement, UnitOfWork } from "../db/index.ts";
import { DbError, firstRow } from "../db/index.ts";
import { bodyFinding } from "../kernel/findings.ts";
import { FindingList } from "../kernel/finding-list.ts";
import { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";

/**
 * What the violation of a constraint means to a caller. `wanted` selects the row that could not be written, in a unit of
 * work of its own: the transaction that failed is over.
 */
export type Rule = (work: UnitOfWork, wanted: Statement) => Promise<ProblemError>;

/** Rules by the name of the constraint, unique index or trigger that was violated. */
export type Rules = Readonly<Record<string, Rule>>;

/** Another row has the value: 409 with its id. `same` compares the other row `o` with the wanted one `w`. */
export function duplicate(table: string, same: string, detail: string): Rule {
  return async (work, { sql, params }) => {
    const [other] = await work.read(
      firstRow<{ id: number }>(
        `select o.id from ${table} o, (${sql}) w
         where o.deleted_at is null and o.id is distinct from w.id and ${same} order by o.id limit 1`,
        params,
      ),
    );
    return new ProblemError("duplicate", detail, other === null ? {} : { existing_id: other.id });
  };
}

/** Rows of `table`, `o`, refer to the wanted one `w`: 409 with the first of their ids. */
export function inUse(resource: string, table: string, refers: string): Rule {
  return async (work, { sql, params }) => {
    const query: Query<{ count: number; ids: number[] } | null> = firstRow(
      `select count(*) as count, (array_agg(o.id order by o.id))[1:20] as ids
       from ${table} o, (${sql}) w where o.deleted_at is null and ${refers}`,
      params,
    );
    const [found] = await work.read(query);
    const { count, ids } = found ?? { count: 0, ids: [] };
    const detail = `${count} ${count === 1 ? "record" : "records"} of ${resource} ${count === 1 ? "refers" : "refer"} to this one.`;
    return new ProblemError("in_use", detail, count === 0 ? {} : { references: [{ resource, ids, count }] });
  };
}

/** A member of the body names a record that does not exist in the caller's scope: 422. */
export function unknownReference(member: string, detail: string): Rule {
  return async () => bodyRefusal(member, detail);
}

/** 422 with one finding: a member of the body that the contract alone cannot refuse. */
export function bodyRefusal(member: string, detail: string): ProblemError {
  const findings = new FindingList();
  findings.add(() => bodyFinding(`/${member}`, "invalid", detail));
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
    "The client of the record is suspended. Its records cannot be changed.",
  ),
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
    const name = error instanceof DbError ? error.fields.constraint : undefined;
    const all: Rules = { ...commonRules, ...rules };
    const rule = name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
    if (rule === undefined || !(error instanceof DbError)) throw error;
    throw new ConstraintViolation(error, (work) => rule(work, wanted));
  }
}
