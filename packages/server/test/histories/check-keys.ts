import type { Call, History } from "./history.ts";
import { describeCall, groupedBy, problemOf, shownGroup, succeeded } from "./history.ts";

/** A request with an `Idempotency-Key` is carried out at most once, and its answer is every answer. */
export function keyViolations({ calls, audit }: History): string[] {
  const changing = new Set(audit.map(({ request_id }) => request_id));
  const keyed = calls.filter(({ key }) => key !== null);
  return [...groupedBy(keyed, ({ key }) => key).values()].flatMap((same) => [
    ...executionViolations(same, changing),
    ...same.flatMap((call) => answerViolations(call, same)),
  ]);
}

function executionViolations(same: readonly Call[], changing: ReadonlySet<string>): string[] {
  const executed = same.filter(({ id }) => changing.has(id));
  if (executed.length < 2) return [];
  return [`carried out ${executed.length} times: ${executed.map(describeCall).join("; ")}`];
}

function answerViolations(call: Call, same: readonly Call[]): string[] {
  const successes = same.filter(succeeded);
  const [first] = successes;
  if (first === undefined) return [];
  const code = problemOf(call)?.code;
  if (succeeded(call)) {
    const equal = contentOf(call) === contentOf(first) && call.answer?.text === first.answer?.text;
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

function contentOf({ method, path, body }: Call): string {
  return JSON.stringify([method, path, body]);
}
