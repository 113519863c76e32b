import { ProblemError } from "../../kernel/problem.ts";
import type { UnitOfWork } from "../../db/index.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { foldCase } from "../../platform/fold-case.ts";
import { LimitReached } from "../../sessions/index.ts";
import { findByEmail, noteLogout, setPassword } from "./repository.ts";

/** Who wants to reset a password. */
export interface ResetRequest {
  readonly email: string;
  readonly ip: string;
}

/** A reset token, and the password that is to be set with it. */
export interface ResetCompletion {
  readonly token: string;
  readonly password: string;
}

/**
 * Sends a reset token to the address if a user has it. The caller learns nothing of that.
 * @throws ProblemError `too_many_requests`
 */
export async function requestPasswordReset(
  deps: Pick<AuthenticationDeps, "oneTimeTokens" | "outbox" | "resetThrottle" | "resetMails">,
  work: UnitOfWork,
  request: ResetRequest,
): Promise<void> {
  const { email, ip } = request;
  // A request never succeeds as a login does, so every one counts towards the limit.
  await deps.resetThrottle.guard({ ip, username: email }, async () => {
    await deps.resetMails
      .attempt(foldCase(email), async (sent) => {
        deps.resetMails.fail(sent);
        await sendResetToken(deps, work, email);
      })
      .catch(unlessEnoughSent);
    return null;
  });
}

/** Enough messages wait for this address by now, and their links still work: the caller is told what everybody is told. */
function unlessEnoughSent(error: unknown): void {
  if (!(error instanceof LimitReached)) throw error;
}

async function sendResetToken(
  { oneTimeTokens, outbox }: Pick<AuthenticationDeps, "oneTimeTokens" | "outbox">,
  work: UnitOfWork,
  email: string,
): Promise<void> {
  const [user] = await work.read(findByEmail(email));
  // An unknown address gets a token that belongs to nobody, and a message that is not kept: the time that this takes
  // then says little of whether the address is known.
  const subject = user === null ? { email } : { user_id: user.id };
  const { issued, query } = oneTimeTokens.issue("password_reset", subject);
  const message = { kind: "password_reset", recipient: user?.email ?? email, payload: issued } as const;
  await work.write(query, outbox.post(message, { keep: user !== null }));
  if (user !== null) outbox.posted(message);
}

/**
 * Sets a new password and ends every session of the user; returns the user's id.
 * @throws ProblemError `not_found` (unknown token), `gone` (used or expired)
 */
export async function resetPassword(
  deps: AuthenticationDeps,
  work: UnitOfWork,
  request: ResetCompletion,
): Promise<number> {
  const { clock, oneTimeTokens, passwords, sessions } = deps;
  // Before hashing, which is dear: a wrong token must not cost the service more than a query.
  await oneTimeTokens.peek(work, "password_reset", request.token);
  const hash = await passwords.hash(request.password);
  return work.transaction(async (tx) => {
    const { user_id } = await oneTimeTokens.consume(tx, "password_reset", request.token);
    if (user_id === null) throw new ProblemError("not_found", "There is no such token.");
    const now = clock.now();
    await tx.run(setPassword(user_id, hash, now), sessions.revokeAll(user_id), noteLogout(user_id, now));
    return user_id;
  });
}
