import type { components } from "@fleet-api/contract";
import { ProblemError } from "../../kernel/problem.ts";
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
 * @throws ProblemError `not_found`, `gone`, `duplicate`, `validation_failed` (timezone or language)
 */
export async function completeRegistration(
  deps: AuthenticationDeps,
  request: Completion,
): Promise<{ user_id: number; username: string }> {
  const { db, clock, oneTimeTokens, passwords } = deps;
  const timezone = knownTimezone(request.timezone ?? "UTC");
  const language = knownLanguage(request.language ?? "en");
  await oneTimeTokens.peek("registration", request.registration_token);
  const password_hash = await passwords.hash(request.password);
  const user_id = await db.transaction(async (tx) => {
    const invitation = payloadOf(await oneTimeTokens.consume("registration", request.registration_token, tx));
    const { username, first_name, last_name } = request;
    const user = { username, first_name, last_name, timezone, language, password_hash, email: invitation.email };
    const id = await createUsers(tx).create({ ...user, invitation }, clock.now());
    if (id === null) {
      throw new ProblemError("duplicate", "The username or the e-mail address is taken. Choose another username.");
    }
    return id;
  });
  return { user_id, username: request.username };
}

/** Only this service writes the payload of a registration token, so it has the shape that was written. */
function payloadOf(token: OneTimeToken): RegistrationInvitation {
  return token.payload as unknown as RegistrationInvitation;
}

function knownTimezone(name: string): string {
  return accepted("timezone", name, "an IANA timezone such as Europe/Berlin", () =>
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0),
  );
}

function knownLanguage(code: string): string {
  return accepted("language", code, "a BCP 47 code such as en or pt-BR", () => new Intl.Locale(code).language);
}

/** JSON Schema has no words for these two, so they are checked here and answered as any other finding. */
function accepted(member: string, value: string, wanted: string, probe: () => string): string {
  try {
    probe();
    return value;
  } catch {
    const detail = `must be ${wanted}`;
    const finding = {
      in: "body",
      pointer: `/${member}`,
      name: null,
      code: "format",
      detail,
      allowed_values: null,
    } as const;
    throw new ProblemError("validation_failed", `1 finding: body /${member} ${detail}.`, { errors: [finding] });
  }
}
