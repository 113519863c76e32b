import type { CallParts, PendingCall } from "./pending-call.ts";
import { renewToken } from "./renew-token.ts";

/** The call is not repeated, but the next one should find a token that works. Rejects when the caller aborts. */
export async function skipReplay(parts: CallParts, pending: PendingCall, why: "stream" | "option"): Promise<void> {
  const { context, login } = parts;
  const { userEpoch, sent, call } = pending;
  const signal = call.signal();
  await renewToken(context, login, { userEpoch, refused: new Set([sent]), signal }).catch(() => undefined);
  signal?.throwIfAborted();
  context.events.emit({ type: "replay_skipped", why });
}
