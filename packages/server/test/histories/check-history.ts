import { orderViolations } from "./check-order.ts";
import type { AuditRow, Call, GroupRow, History } from "./history.ts";
import { describeCall, groupedBy, parsed, problemOf, shownBulk, shownGroup, succeeded } from "./history.ts";

/** What callers of the groups may be refused with. */
const expected = new Set([
  "duplicate",
  "group_cycle",
  "group_too_deep",
  "idempotency_key_reused",
  "in_use",
  "invalid_state",
  "not_found",
  "precondition_failed",
  "request_in_progress",
  "unavailable",
  "validation_failed",
]);

/** What a history breaks, one sentence for each finding. */
export function violations(history: History): string[] {
  return [
    ...history.calls
      .filter(isUnexpected)
      .map((call) => `unexpected answer: ${describeCall(call)} ${call.answer?.text}`),
    ...auditViolations(history),
    ...keyViolations(history),
    ...forestViolations(history),
    ...orderViolations(history),
  ];
}

function isUnexpected(call: Call): boolean {
  const code = problemOf(call)?.code;
  return code !== undefined && !expected.has(code);
}

const DEPTH = 5;

/** What is there at the end is a forest whose paths and counts are true. */
export function forestViolations({ groups, members, listed }: History): string[] {
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
    const shown = listed.get(row.id);
    // Of what is deleted, only the nearest names are shown.
    if (row.deleted_at === null && shown?.path !== path) {
      found.push(`the path of group ${row.id} is ${shown?.path}, not ${path}`);
    }
    if (row.deleted_at === null && above.length > DEPTH) found.push(`group ${row.id} is on level ${above.length}`);
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (row.deleted_at === null && parent !== null && parent?.deleted_at !== null) {
      found.push(`group ${row.id} is live below the deleted group ${row.parent_id}`);
    }
    const there = membersOf.get(row.id)?.length ?? 0;
    if (shown?.unit_count !== there) found.push(`group ${row.id} shows ${shown?.unit_count} units and has ${there}`);
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

/** A request with an `Idempotency-Key` is carried out at most once, and every answer is about what it did. */
export function keyViolations({ calls, audit }: History): string[] {
  const changing = new Set(audit.map(({ request_id }) => request_id));
  const keyed = calls.filter(({ key }) => key !== null);
  return [...groupedBy(keyed, ({ key }) => key).values()].flatMap((same) => [
    ...executionViolations(same, changing),
    ...same.flatMap((call) => keyAnswerViolations(call, same)),
  ]);
}

function executionViolations(same: readonly Call[], changing: ReadonlySet<string>): string[] {
  const executed = same.filter(({ id }) => changing.has(id));
  if (executed.length < 2) return [];
  return [`carried out ${executed.length} times: ${executed.map(describeCall).join("; ")}`];
}

function keyAnswerViolations(call: Call, same: readonly Call[]): string[] {
  const successes = same.filter(succeeded);
  const [first] = successes;
  if (first === undefined) return [];
  const code = problemOf(call)?.code;
  if (succeeded(call)) {
    const equal = contentOf(call) === contentOf(first) && whatWasDone(call) === whatWasDone(first);
    return equal ? [] : [`two answers to one key: ${describeCall(first)} and ${describeCall(call)}`];
  }
  const isOther = contentOf(call) !== contentOf(first);
  if (code === "idempotency_key_reused" && !isOther) return [`${describeCall(call)} is refused as another request`];
  const existing = problemOf(call)?.existing_id;
  if (!isOther && existing !== undefined && existing === shownGroup(first)?.id) {
    return [`${describeCall(call)} is a duplicate of itself`];
  }
  const isLater = successes.some(({ end }) => end < call.begin);
  const settled = isOther ? "idempotency_key_reused" : null;
  const waits = code === "request_in_progress" || code === "unavailable";
  return isLater && call.answer !== null && !waits && code !== settled
    ? [`${describeCall(call)} is answered ${code} after a success`]
    : [];
}

/** The record that was created, or the result of a bulk request: a replay shows the record as it is by then. */
function whatWasDone(call: Call): string {
  const group = shownGroup(call);
  return group === null ? `${call.answer?.text}` : `${call.answer?.status} ${group.id}`;
}

function contentOf({ method, path, body }: Call): string {
  return JSON.stringify([method, path, body]);
}

/**
 * The log tells of every change once: replayed from its beginning it gives the rows that are there, every version of a
 * group follows the one before, and every change is that of a request, which was answered with it.
 */
export function auditViolations(history: History): string[] {
  return [...replayViolations(history), ...requestViolations(history)];
}

function replayViolations({ audit, groups, members }: History): string[] {
  const found: string[] = [];
  const rows = new Map<string, string>();
  for (const row of audit) {
    const name = rowName(row);
    if ((rows.get(name) ?? null) !== row.before) found.push(`the log has a gap before row ${row.id} of ${name}`);
    if (row.resource === "unit_groups") {
      const version = row.before === null ? 0 : parsed<GroupRow>(row.before).version;
      const next = row.after === null ? null : parsed<GroupRow>(row.after).version;
      if (next !== version + 1) found.push(`version ${version} of ${name} is followed by ${next}`);
    }
    if (row.after === null) rows.delete(name);
    else rows.set(name, row.after);
    found.push(...duplicates(rows, row));
  }
  const replayed = [...rows.values()].toSorted().join("\n");
  const stored = [...groups, ...members].toSorted().join("\n");
  if (replayed !== stored) found.push(`the log gives\n${replayed}\nbut there is\n${stored}`);
  return found;
}

function rowName({ resource, record_id, before, after }: AuditRow): string {
  if (resource === "unit_groups") return `group ${record_id}`;
  return `member ${parsed<{ unit_id: number }>(after ?? before ?? "").unit_id} of group ${record_id}`;
}

/** At no time two live groups have one name in one place. */
function duplicates(rows: ReadonlyMap<string, string>, { resource, after }: AuditRow): string[] {
  if (resource !== "unit_groups" || after === null) return [];
  const changed = parsed<GroupRow>(after);
  const same = [...rows.entries()].filter(([name, text]) => {
    if (!name.startsWith("group ") || changed.deleted_at !== null) return false;
    const row = parsed<GroupRow>(text);
    return (
      row.deleted_at === null &&
      row.parent_id === changed.parent_id &&
      row.name.toLowerCase() === changed.name.toLowerCase()
    );
  });
  return same.length > 1
    ? [`duplicate: ${same.map(([name]) => name).join(" and ")} have the name ${changed.name}`]
    : [];
}

function requestViolations({ calls, audit }: History): string[] {
  const found: string[] = [];
  const byRequest = groupedBy(audit, ({ request_id }) => request_id);
  const known = new Set(calls.map(({ id }) => id));
  for (const id of byRequest.keys()) if (!known.has(id)) found.push(`the log names the unknown request ${id}`);
  const versions = new Map(audit.flatMap((row) => (row.resource === "unit_groups" ? [[versionName(row), row]] : [])));
  for (const call of calls) {
    const changes = byRequest.get(call.id) ?? [];
    if (call.answer !== null && !succeeded(call) && changes.length > 0) {
      found.push(`a refused request changed something: ${describeCall(call)}`);
    }
    found.push(...auditAnswerViolations(call, changes, versions));
  }
  return found;
}

function versionName({ record_id, after }: AuditRow): string {
  return `${record_id} v${after === null ? "-" : parsed<GroupRow>(after).version}`;
}

const shownMembers = ["name", "parent_id", "notes"] as const;

/** What an answer shows was written, and what a request that was answered has written is shown. */
function auditAnswerViolations(
  call: Call,
  changes: readonly AuditRow[],
  versions: ReadonlyMap<string, AuditRow>,
): string[] {
  const found: string[] = [];
  const group = shownGroup(call);
  if (group !== null) {
    const written = versions.get(`${group.id} v${group.version}`);
    const row = parsed<GroupRow | null>(written?.after ?? "null");
    const equal =
      row !== null &&
      shownMembers.every((member) => row[member] === group[member]) &&
      (row.deleted_at === null) === (group.deleted_at === null);
    if (!equal)
      found.push(`${describeCall(call)} shows version ${group.version} of ${group.id}, which was not written`);
    const own = changes.filter(({ resource, record_id }) => resource === "unit_groups" && record_id === group.id);
    if (own.length > 0 && written?.request_id !== call.id) {
      found.push(`${describeCall(call)} does not show the version that it wrote`);
    }
    if (call.version !== null && group.version !== call.version + 1) {
      found.push(`lost update: ${describeCall(call)} made version ${group.version}`);
    }
    if (call.method !== "GET" && call.key === null && !call.path.endsWith("/restore") && own.length !== 1) {
      found.push(`${describeCall(call)} is ${own.length} times in the log`);
    }
  }
  const bulk = shownBulk(call);
  if (bulk !== null && (call.key === null || changes.length > 0)) {
    const changed = bulk.results.filter(({ outcome }) => outcome === "changed").length;
    if (changed !== changes.length) found.push(`${describeCall(call)} says ${changed} changes of ${changes.length}`);
  }
  return found;
}
