import type { components } from "@fleet-api/contract";
import { FindingList } from "../../kernel/finding-list.ts";
import { bodyFinding } from "../../kernel/findings.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { validationFailed } from "../../kernel/problems.ts";
import type { OneTimeToken, RegistrationInvitation } from "../../sessions/index.ts";
import type { UnitOfWork } from "../../db/index.ts";
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
 * @throws ProblemError `not_found`, `gone`, `duplicate`, `validation_failed` (unknown time zone)
 */
export async function completeRegistration(
  deps: AuthenticationDeps,
  work: UnitOfWork,
  request: Completion,
): Promise<{ user_id: number; username: string }> {
  const { clock, oneTimeTokens, passwords } = deps;
  const timezone = knownTimezone(request.timezone ?? "UTC");
  await oneTimeTokens.peek(work, "registration", request.registration_token);
  const password_hash = await passwords.hash(request.password);
  const user_id = await work.transaction(async (tx) => {
    const invitation = payloadOf(await oneTimeTokens.consume(tx, "registration", request.registration_token));
    const { username, first_name, last_name } = request;
    const [language = "en"] = Intl.getCanonicalLocales(request.language ?? "en");
    const user = { username, first_name, last_name, timezone, language, password_hash, email: invitation.email };
    const [created] = await tx.run(createUser({ ...user, invitation }, clock.now()));
    if (created === null) {
      throw new ProblemError(
        "duplicate",
        "The username or the e-mail address of the registration is taken. Choose another username; if that fails too, log in or reset the password.",
      );
    }
    return created.id;
  });
  return { user_id, username: request.username };
}

/** Only this service writes the payload of a registration token, so it has the shape that was written. */
function payloadOf(token: OneTimeToken): RegistrationInvitation {
  return token.payload as unknown as RegistrationInvitation;
}

/** JSON Schema cannot list the time zones that a runtime knows, so an unknown one is refused here, as any finding. */
function knownTimezone(name: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
    return name;
  } catch {
    const findings = new FindingList();
    findings.add(() => bodyFinding("/timezone", "format", "must be an IANA time zone such as Europe/Berlin"));
    throw validationFailed(findings);
  }
}
