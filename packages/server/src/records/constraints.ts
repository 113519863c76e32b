import type { Reference } from "@fleet-api/contract/types/shared";
import type { Query, Statement, UnitOfWork } from "../db/index.ts";
import { DbError, firstRow, Params, rows, scopeCheck } from "../db/index.ts";
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

/** A value that no two live records of a table may have. */
interface UniqueKey {
  /** The field that has it, as in the body that creates a record. */
  readonly field: string;
  /** Whose it is if it is taken, such as `another unit of the client`. */
  readonly holder: string;
  /** Of a refusal for nothing else. @default "duplicate" */
  readonly code?: ProblemError["code"];
  /** What the detail says. @default follows from the others */
  readonly detail?: string;
}

/**
 * The rules of the unique indexes of a table: 409 with a finding for each of its keys that other live records have, and the ids of
 * those in the scope, for callers who may view them.
 */
export function duplicates(
  table: string,
  keys: Readonly<Record<string, UniqueKey>>,
  clientColumn: "client_id" | "id" = "client_id",
): Rules {
  const rule =
    (violated: string): Rule =>
    async (work, { sql, params: given }) => {
      const params = new Params(given);
      const inScope = scopeCheck(work.scope, params, clientColumn, "o.");
      const [found] = await work.read(
        rows<{ key: string; id: number | null }>(
          `select k.key, o.id from (${sql}) w cross join lateral taken_keys('${table}', to_json(w)) k
           left join ${table} o on o.id = k.record_id and may_view('${table}') and ${inScope}`,
          params.values,
        ),
      );
      // The other record may be gone by now.
      const taken = new Map([[violated, null], ...found.map(({ key, id }) => [key, id] as const)]);
      return duplicate(
        Object.entries(keys).flatMap(([name, key]) => {
          const id = taken.get(name);
          return id === undefined ? [] : { ...key, id };
        }),
      );
    };
  return Object.fromEntries(Object.keys(keys).map((name) => [name, rule(name)]));
}

/** 409: other records have these values. The id is null if the caller may not see the record. */
export function duplicate(taken: readonly (UniqueKey & { readonly id: number | null })[]): ProblemError {
  const errors = taken.map(({ field, holder, id }) => ({
    ...bodyFinding(`/${field}`, "duplicate", `is that of ${holder}`),
    ...(id !== null && { existing_id: id }),
  }));
  const details = taken.map(
    ({ field, holder, detail }) => detail ?? `${holder.charAt(0).toUpperCase()}${holder.slice(1)} has this ${field}.`,
  );
  const { code = "duplicate" } = taken.find((one) => one.code === undefined) ?? taken[0] ?? {};
  const existing = errors.find(({ existing_id }) => existing_id !== undefined);
  return new ProblemError(code, details.join(" "), { errors, ...(existing && { existing_id: existing.existing_id }) });
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

/** An amount has more decimals than its currency: 422. */
export function tooManyDecimals(member: string, currencyMember = "currency"): Rule {
  return async () => bodyRefusal(member, `has more decimals than ${currencyMember} has`, "too_many_decimals");
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
