/** Sending a failed call again, where that is safe. Give `use: [idempotency(), retry()]` to a client. */
export { idempotency, type IdempotencyOptions } from "./idempotency-key.ts";
export { retry, type RetryOptions } from "./retry.ts";
export type { RetryBudget } from "./budget.ts";
