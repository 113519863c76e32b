/**
 * Sending a failed call again, where that is safe. Give `use: [retry()]` to a small client.
 *
 * @module
 */
export { retry, type RetryBudget, type RetryOptions } from "./retry.ts";
export type { ShouldRetry } from "./retry.ts";
