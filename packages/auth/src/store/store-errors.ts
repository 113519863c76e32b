import type { SessionContext } from "../context.ts";
import { AuthError, nameOf } from "../errors.ts";
import { isTimeout } from "../time-limit.ts";

type StoreStep = "read" | "commit" | "lock";

/** The error of a store that failed or took too long. */
export function storeUnavailable({ settings }: SessionContext, during: StoreStep | "close", cause: unknown): AuthError {
  const late = during === "lock" ? "was not given in time" : `took longer than ${settings.timeoutMs} ms`;
  const what = isTimeout(cause) ? late : `failed (${nameOf(cause)})`;
  return new AuthError("store_unavailable", `token store: ${during} ${what}`);
}

/** As {@link storeUnavailable}, and emits `store_error`. */
export function reportStoreError(context: SessionContext, during: StoreStep, cause: unknown): AuthError {
  const error = storeUnavailable(context, during, cause);
  context.events.emit({ type: "store_error", during, error });
  return error;
}
