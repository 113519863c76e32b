import type { components } from "@fleet-api/contract";
import { ProblemError } from "../../kernel/problem.ts";
import { requireTimeZone, underRules } from "../../records/index.ts";
import type { OneTimeToken, RegistrationInvitation } from "../../sessions/index.ts";
import type { Transaction, UnitOfWork } from "../../db/index.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { createUser, findNames } from "./repository.ts";

/** A registration that waits for completion. */
export type Registration = components["schemas"]["Registration"];
/** What completes it. */
export type Completion = components["schemas"]["RegistrationCompletion"];

/**
 * Reads a registration that waits for completion, without using its token.
 * @throws ProblemError `not_found`, `gone`
 */
export async function readRegistration(
  { oneTimeTokens }: AuthenticationDeps,
  work: UnitOfWork,
  token: string,
): Promise<Registration> {
  const waiting = await oneTimeTokens.peek(work, "registration", token);
  const { email, first_name, last_name, partner_id, agency_id } = payloadOf(waiting);
  const [names] = await work.read(findNames({ partner_id, agency_id }));
  const partner = { id: partner_id, name: names?.partner ?? null };
  const agency = { id: agency_id, name: names?.agency ?? null };
  return { email, first_name, last_name, partner, agency, expires_at: waiting.expires_at };
}

/**
 * Creates the user of a registration; the token works once.
 * @throws ProblemError `not_found`, `gone`, `duplicate`, `validation_failed` (unknown time zone); `limit_reached` once the
 * transaction is over
 */
export async function completeRegistration(
  deps: AuthenticationDeps,
  work: UnitOfWork,
  request: Completion,
): Promise<{ user_id: number; username: string }> {
  const { clock, oneTimeTokens, passwords } = deps;
  requireTimeZone("timezone", request.timezone);
  await oneTimeTokens.peek(work, "registration", request.registration_token);
  const password_hash = await passwords.hash(request.password);
  const { username, first_name, last_name } = request;
  const [language = "en"] = Intl.getCanonicalLocales(request.language ?? "en");
  const person = { username, first_name, last_name, timezone: request.timezone ?? "UTC", language, password_hash };
  const complete = async (tx: Transaction): Promise<number> => {
    const invitation = payloadOf(await oneTimeTokens.consume(tx, "registration", request.registration_token));
    const [created] = await tx.run(createUser({ ...person, email: invitation.email, invitation }, clock.now()));
    if (created === null) {
      throw new ProblemError(
        "duplicate",
        "The username or the e-mail address of the registration is taken. Choose another username; if that fails too, log in or reset the password.",
      );
    }
    return created.id;
  };
  // The limits of its clients are the rules that a user can violate, and they look at no row.
  const user_id = await underRules({}, { sql: "select 1", params: [] }, () => work.transaction(complete));
  return { user_id, username };
}

/** Only this service writes the payload of a registration token, so it has the shape that was written. */
function payloadOf(token: OneTimeToken): RegistrationInvitation {
  return token.payload as unknown as RegistrationInvitation;
}
