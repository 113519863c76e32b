import type { OperationId } from "@fleet-api/contract";
import { TestServerError } from "./test-server-error.ts";

/** One operation, or all of them. */
export type Target = OperationId | "*";

/** What is to happen to the next calls, in the order in which it was planned. */
export interface Planned<What> {
  add(target: Target, what: What, times: number): void;
  /** What happens to this call; undefined for nothing. */
  take(id: OperationId): What | undefined;
}

export function createPlanned<What>(): Planned<What> {
  const plans: { target: Target; what: What; left: number }[] = [];
  return {
    add(target, what, times) {
      if (!(times === Infinity || (Number.isInteger(times) && times > 0)))
        throw new TestServerError("times must be a whole number of at least 1, or Infinity");
      plans.push({ target, what, left: times });
    },
    take(id) {
      const plan = plans.find(({ target, left }) => left > 0 && (target === "*" || target === id));
      if (plan !== undefined) plan.left -= 1;
      return plan?.what;
    },
  };
}
