import type { SessionContext } from "../context.ts";
import type { Logout } from "../login/logout.ts";
import type { SharedLogin } from "../login/shared-login.ts";
import type { CallKind } from "../scope.ts";
import type { CallStamp } from "../state/session-state.ts";
import type { Reconciler } from "../token/reconcile.ts";
import type { TokenHolder } from "../token/token-holder.ts";
import type { CallTarget, OutgoingCall } from "./request.ts";

/** A call from its sending to its response. */
export interface PendingCall<Call = OutgoingCall> extends CallStamp {
  readonly kind: CallKind;
  readonly call: Call;
  /** Counted in `inFlight` until its response comes. */
  readonly isCounted: boolean;
}

/** What calls need of the other parts of the session. */
export interface CallParts {
  readonly context: SessionContext;
  readonly holder: TokenHolder;
  readonly reconciler: Reconciler;
  readonly login: SharedLogin;
  readonly logout: Logout;
}

/** A call that is sent now, with this token. */
export function beginCall<Call extends CallTarget>(
  { state }: SessionContext,
  kind: CallKind,
  call: Call,
  token: string | undefined,
  isCounted: boolean,
): PendingCall<Call> {
  if (isCounted) state.callSent();
  return { ...state.stamp(token), kind, call, isCounted };
}
