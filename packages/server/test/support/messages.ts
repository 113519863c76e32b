import { onTestFinished, vi } from "vitest";
import { Plans } from "../../src/db/protocol/plans.ts";
import type { Statement } from "../../src/db/query.ts";

/** The statements of one message to a database. */
export type Message = readonly Statement[];

const { plan } = Plans.prototype;

/**
 * Shows every message to any database to `change` until the test ends, or until the next call; what it returns is sent
 * instead. Both drivers look up the plans of a message just before they send it.
 */
export function interceptMessages(change: (message: Message) => Message): void {
  const spy = vi.spyOn(Plans.prototype, "plan").mockImplementation(function intercepted(this: Plans, message) {
    return plan.call(this, change(message));
  });
  onTestFinished(() => spy.mockRestore());
}

/** The messages that are sent until the test ends. */
export function recordMessages(): Message[] {
  const sent: Message[] = [];
  interceptMessages((message) => {
    sent.push(message);
    return message;
  });
  return sent;
}

/** Replaces what stands for the parts of a unit of work; the place of the other statements stays. */
export function replaceStatements(pattern: RegExp, by: string): void {
  interceptMessages((message) =>
    message.map((statement) => (pattern.test(statement.sql) ? { sql: by, params: [] } : statement)),
  );
}
