import type { components } from "@fleet-api/contract";
import { FindingList } from "../../kernel/finding-list.ts";
import { bodyFinding } from "../../kernel/findings.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { validationFailed } from "../../kernel/problems.ts";
import type { OneTimeToken, RegistrationInvitation } from "../../sessions/index.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { createUsers } from "./users.ts";

type Registration = components["schemas"]["Registration"];
type Completion = components["schemas"]["RegistrationCompletion"];

/**
 * Reads a registration that waits for completion, without using its token.
 * @throws ProblemError `not_found`, `gone`
 */
export async function readRegistration(deps: AuthenticationDeps, token: string): Promise<Registration> {
  const waiting = await deps.oneTimeTokens.peek("registration", token);
  const { email, first_name, last_name, partner_id, agency_id } = payloadOf(waiting);
  const { partner, agency } = await createUsers(deps.db).organisation({ partner_id, agency_id });
  return { email, first_name, last_name, partner, agency, expires_at: waiting.expires_at };
}

/**
 * Creates the user of a registration; the token works once.
 * @throws ProblemError `not_found`, `gone`, `duplicate`, `validation_failed` (unknown time zone)
 */
export async function completeRegistration(
  deps: AuthenticationDeps,
  request: Completion,
): Promise<{ user_id: number; username: string }> {
  const { db, clock, oneTimeTokens, passwords } = deps;
  const timezone = knownTimezone(request.timezone ?? "UTC");
  await oneTimeTokens.peek("registration", request.registration_token);
  const password_hash = await passwords.hash(request.password);
  const user_id = await db.transaction(async (tx) => {
    const invitation = payloadOf(await oneTimeTokens.consume("registration", request.registration_token, tx));
    const { username, first_name, last_name } = request;
    const [language = "en"] = Intl.getCanonicalLocales(request.language ?? "en");
    const user = { username, first_name, last_name, timezone, language, password_hash, email: invitation.email };
    const id = await createUsers(tx).create({ ...user, invitation }, clock.now());
    if (id === null) {
      throw new ProblemError(
        "duplicate",
        "The username or the e-mail address of the registration is taken. Choose another username; if that fails too, log in or reset the password.",
      );
    }
    return id;
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
