import type { AuditRow, Call, GroupRow, History } from "./history.ts";
import { groupedBy, parsed, problemOf, shownBulk, shownGroup, succeeded, targetOf } from "./history.ts";

/** A group: version 0 before it is created, and its units. */
interface GroupState {
  readonly version: number;
  readonly units: readonly number[];
}

/** For each group the requests have an order that fits when they were sent and answered, and what was answered. */
export function orderViolations(history: History): string[] {
  const ids = new Set(history.audit.map(({ record_id }) => record_id));
  const nameOf = ({ version, units }: GroupState): string => `${version} ${units.join(",")}`;
  return [...ids].flatMap((id) => {
    const steps = stepsOf(history, id);
    const fits = isLinearizable(steps, { version: 0, units: [] }, nameOf);
    return fits ? [] : [`the answers about group ${id} fit in no order`];
  });
}

/** What the requests did to a group and saw of it. */
function stepsOf({ calls, audit }: History, id: number): Step<GroupState>[] {
  const rows = audit.filter(({ record_id }) => record_id === id);
  const changes = groupedBy(rows, ({ request_id }) => request_id);
  const versions = new Map(
    rows.filter(isVersion).map(({ after }) => [parsed<GroupRow>(after).version, parsed<GroupRow>(after)]),
  );
  const isLive = ({ version }: GroupState): boolean => versions.get(version)?.deleted_at === null;
  return executions(calls, audit).flatMap((call) => {
    const own = changes.get(call.id) ?? [];
    const apply = applyOf(call, own, { id, isLive });
    return apply === null ? [] : [{ begin: call.begin, end: call.end, apply }];
  });
}

function isVersion(row: AuditRow): row is AuditRow & { readonly after: string } {
  return row.resource === "unit_groups" && row.after !== null;
}

/** The requests, of those with one key only the one that was carried out. */
function executions(calls: readonly Call[], audit: readonly AuditRow[]): Call[] {
  const changing = new Set(audit.map(({ request_id }) => request_id));
  const plain = calls.filter((call) => call.key === null || !succeeded(call));
  const keyed = groupedBy(
    calls.filter(({ key, answer }) => key !== null && (answer === null || answer.status < 300)),
    ({ key }) => key,
  );
  const carriedOut = [...keyed.values()].flatMap((same) => {
    const answered = same.filter(succeeded);
    const one = same.find((call) => changing.has(call.id)) ?? answered[0];
    if (one === undefined) return [];
    // Its answer may have been lost, and then others tell when it was over. One that changed nothing may have been any.
    const begin = changing.has(one.id) ? one.begin : Math.min(...same.map((call) => call.begin));
    const end = Math.min(...answered.map((call) => call.end));
    // A replay shows the group as it was by then, and the first result of a bulk request.
    const replays = answered.filter((call) => call !== one && shownGroup(call) !== null);
    const answer = one.answer ?? (replays.length > 0 ? null : (answered[0]?.answer ?? null));
    return [{ ...one, begin, end, answer }, ...replays];
  });
  const answered = plain.filter((call) => call.key === null || call.answer !== null);
  return [...answered, ...carriedOut];
}

type Apply = Step<GroupState>["apply"];

interface Target {
  readonly id: number;
  readonly isLive: (state: GroupState) => boolean;
}

/** What a request does to the group; null for one that tells nothing about it. */
function applyOf(call: Call, own: readonly AuditRow[], target: Target): Apply | null {
  const { id, isLive } = target;
  const written = own.find(isVersion);
  const shown = shownGroup(call);
  const fits = ({ units }: GroupState): boolean =>
    shown === null || shown.id !== id || shown.unit_count === units.length;
  if (written !== undefined) {
    const { version } = parsed<GroupRow>(written.after);
    return (state) => (state.version === version - 1 && fits(state) ? { ...state, version } : null);
  }
  if (shown?.id === id) return (state) => (state.version === shown.version && fits(state) ? state : null);
  if (targetOf(call) !== id) return null;
  const members = memberChange(call, own);
  if (members !== null) return (state) => (isLive(state) ? members(state) : null);
  const problem = problemOf(call);
  if (problem?.code === "precondition_failed") {
    return (state) => (state.version === problem.current_version && isLive(state) ? state : null);
  }
  if (problem?.code === "not_found") return (state) => (isLive(state) ? null : state);
  return null;
}

/** What a bulk request does to the units of its group; null for another request, and where it did nothing. */
function memberChange(call: Call, own: readonly AuditRow[]): Apply | null {
  const asked =
    call.body !== null && "unit_ids" in call.body ? parsed<number[]>(JSON.stringify(call.body.unit_ids)) : [];
  if (asked.length === 0 || (own.length === 0 && !succeeded(call))) return null;
  const adds = call.path.endsWith("/add_units");
  const logged = own.map(({ before, after }) => parsed<{ unit_id: number }>(after ?? before ?? "").unit_id);
  const answered = shownBulk(call)?.results.filter(({ outcome }) => outcome === "changed");
  const changed = new Set(answered?.map((result) => result.id) ?? logged);
  return ({ version, units }) => {
    const possible = asked.every((unit) => units.includes(unit) === (adds ? !changed.has(unit) : changed.has(unit)));
    if (!possible) return null;
    const kept = units.filter((unit) => !changed.has(unit));
    return { version, units: (adds ? [...kept, ...changed] : kept).toSorted((a, b) => a - b) };
  };
}

/** One operation on an object, which took effect at one instant between its begin and its end. */
export interface Step<State> {
  readonly begin: number;
  readonly end: number;
  /** The state after it; null where it cannot have been answered as it was in this state. */
  readonly apply: (state: State) => State | null;
}

/**
 * Whether the operations have an order that fits their instants and their answers: the algorithm of Wing and Gong, which
 * tries all orders and remembers where it has been. An operation without an end may be last.
 */
export function isLinearizable<State>(
  steps: readonly Step<State>[],
  start: State,
  nameOf: (state: State) => string,
): boolean {
  const seen = new Set<string>();
  const done = steps.map(() => false);
  const search = (state: State, left: number): boolean => {
    if (left === 0) return true;
    const place = `${done.map(Number).join("")} ${nameOf(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    // Nothing comes before an operation that had ended when it began.
    const open = steps.flatMap((step, index) => (done[index] === true ? [] : [{ ...step, index }]));
    const firstEnd = Math.min(...open.map(({ end }) => end));
    return open.some(({ begin, apply, index }) => {
      const next = begin <= firstEnd ? apply(state) : null;
      if (next === null) return false;
      done[index] = true;
      const found = search(next, left - 1);
      done[index] = false;
      return found;
    });
  };
  return search(start, steps.length);
}
