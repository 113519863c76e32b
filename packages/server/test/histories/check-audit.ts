import type { AuditRow, Call, GroupRow, History } from "./history.ts";
import { describeCall, groupedBy, parsed, shownBulk, shownGroup, succeeded } from "./history.ts";

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
    found.push(...answerViolations(call, changes, versions));
  }
  return found;
}

function versionName({ record_id, after }: AuditRow): string {
  return `${record_id} v${after === null ? "-" : parsed<GroupRow>(after).version}`;
}

const shownMembers = ["name", "parent_id", "path", "notes"] as const;

/** What an answer shows was written, and what a request that was answered has written is shown. */
function answerViolations(call: Call, changes: readonly AuditRow[], versions: ReadonlyMap<string, AuditRow>): string[] {
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
