import { ProblemError } from "../../kernel/problem.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { createUsers } from "./users.ts";

/**
 * Sends a reset token to the address if a user has it. The caller learns nothing of that.
 * @throws ProblemError `too_many_requests`
 */
export async function requestPasswordReset(
  deps: AuthenticationDeps,
  request: { readonly email: string; readonly ip: string },
): Promise<void> {
  const { email, ip } = request;
  // A request never succeeds as a login does, so every one counts towards the limit.
  await deps.resetThrottle.guard({ ip, username: email }, async () => {
    await sendResetToken(deps, email);
    return null;
  });
}

async function sendResetToken(deps: AuthenticationDeps, email: string): Promise<void> {
  const { db, oneTimeTokens, outbox } = deps;
  const user = await createUsers(db).byEmail(email);
  // An unknown address gets a token that belongs to nobody and is sent to nobody: the time that
  // this takes then says little of whether the address is known.
  const subject = user === null ? { email } : { user_id: user.id };
  await db.transaction(async (tx) => {
    const payload = await oneTimeTokens.issue("password_reset", subject, {}, tx);
    if (user !== null) await outbox.post({ kind: "password_reset", recipient: user.email, payload }, tx);
  });
}

/**
 * Sets a new password and ends every session of the user; returns the user's id.
 * @throws ProblemError `not_found` (unknown token), `gone` (used or expired)
 */
export async function resetPassword(
  deps: AuthenticationDeps,
  request: { readonly token: string; readonly password: string },
): Promise<number> {
  const { db, clock, oneTimeTokens, passwords, sessions } = deps;
  // Before hashing, which is dear: a wrong token must not cost the service more than a query.
  await oneTimeTokens.peek("password_reset", request.token);
  const hash = await passwords.hash(request.password);
  return db.transaction(async (tx) => {
    const { user_id } = await oneTimeTokens.consume("password_reset", request.token, tx);
    if (user_id === null) throw new ProblemError("not_found", "There is no such token.");
    const users = createUsers(tx);
    await users.setPassword(user_id, hash, clock.now());
    await sessions.revokeAll(user_id, tx);
    await users.loggedOut(user_id);
    return user_id;
  });
}
