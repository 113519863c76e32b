import { isAuthError } from "../../errors.ts";

/** Throws unless `condition` holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Throws unless both say the same as JSON, whatever the order of keys. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [canonical(actual), canonical(expected)];
  check(got === wanted, `${what}: got ${got}, expected ${wanted}`);
}

/** Throws unless the promise rejects; returns the reason. */
export async function rejection(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await promise.then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
  check(outcome !== undefined, `${what}: expected a rejection`);
  return outcome.reason;
}

/** Throws unless the promise rejects with an `AuthError` of this code. */
export async function rejectsAs(
  code: Parameters<typeof isAuthError>[1],
  promise: Promise<unknown>,
  what: string,
): Promise<void> {
  const reason = await rejection(promise, what);
  check(isAuthError(reason, code), `${what}: expected an AuthError with code ${code}, got ${String(reason)}`);
}

function canonical(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "undefined";
}
