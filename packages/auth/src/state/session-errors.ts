/** The errors of a session that cannot be used, or not for a given call. */
import { AuthError } from "../errors.ts";
import type { SessionInfo } from "./session-info.ts";

/** Throws `logged_out` or `user_changed` if the session cannot be used. */
export function assertUsable({ session: { status, endedBy } }: { readonly session: SessionInfo }): void {
  if (status === "ended") throw loggedOut(endedBy);
  if (status === "stopped") {
    throw new AuthError(
      "user_changed",
      "the store holds the session of another user: call acceptUser() to go on as that user, or login() or adopt()",
    );
  }
}

/** Throws as {@link assertUsable} does, and `session_replaced` unless the user is still the one of that time. */
export function assertSameUser(state: { readonly session: SessionInfo }, userEpoch: number): void {
  assertUsable(state);
  if (userEpoch !== state.session.userEpoch) throw sessionReplaced();
}

/** The error of a session that has ended. */
export function loggedOut(by: SessionInfo["endedBy"]): AuthError {
  const where = by === "here" ? "in this session" : "by another session that shares the store";
  return new AuthError("logged_out", `logged out ${where}: call login()`);
}

/** The error of a call or login of an earlier session. */
export function sessionReplaced(): AuthError {
  return new AuthError(
    "session_replaced",
    "another session began meanwhile: send the call again if it is still wanted",
  );
}

/** The error of a session that has nothing to log in with. */
export function loginRequired(why = "no access token"): AuthError {
  return new AuthError("login_required", `${why}: call login(credentials) or adopt(token)`);
}
