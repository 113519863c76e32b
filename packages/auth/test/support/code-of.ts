import { isAuthError } from "../../src/index.ts";

/** How a promise ends: `resolved`, the code of an `AuthError`, or any other error itself. */
export function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (isAuthError(error) ? error.code : error),
  );
}
