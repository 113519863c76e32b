import { AuthError } from "../errors.ts";
import { orAborted } from "../time-limit.ts";
import type { CallParts, PendingCall } from "./pending-call.ts";
import { skipReplay } from "./skip-replay.ts";

/** The error that the caller gets for a call without a response. */
export async function mapError(parts: CallParts, pending: PendingCall, error: unknown): Promise<unknown> {
  const { kind, call } = pending;
  const signal = call.signal();
  // Where a platform keeps to the letter of the Fetch standard, a 401 to a stream is a network error, because it cannot be
  // repeated; then only a reconcile tells that the token was refused.
  const isOff = parts.context.settings.reconcile === "off";
  if (kind !== "protected" || call.isReplayable() || signal?.aborted || isOff) return error;
  try {
    if ((await orAborted(parts.reconciler.reconcile(), signal)) !== "refused") return error;
    await skipReplay(parts, pending, "stream");
  } catch {
    return signal?.reason ?? error;
  }
  return new AuthError(
    "replay_impossible",
    "the token was refused, and a stream cannot be sent twice: send the call again",
  );
}
