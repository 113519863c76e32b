import { auditViolations } from "./check-audit.ts";
import { forestViolations } from "./check-forest.ts";
import { keyViolations } from "./check-keys.ts";
import { orderViolations } from "./check-order.ts";
import type { Call, History } from "./history.ts";
import { describeCall, problemOf } from "./history.ts";

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
