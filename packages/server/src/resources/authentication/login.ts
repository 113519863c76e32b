import type { User } from "@fleet-api/contract/types/authentication";
import { permissionsView } from "../../access/index.ts";
import type { UnitOfWork } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { VerifiedPassword } from "../../platform/passwords.ts";
import type { CheckedUser } from "../../sessions/index.ts";
import { addressBlock } from "../../sessions/index.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { toUser } from "./mapping.ts";
import { findCredentials, findLoginAddresses, findRecord, noteLogin, replacePasswordHash } from "./repository.ts";

/** Who logs in, from where. */
export interface LoginRequest {
  readonly username: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** A started session. */
export interface LoggedIn {
  /** The first access token; a secret. */
  readonly token: string;
  readonly user: User;
}

/**
 * Checks username and password and starts a session.
 * @throws ProblemError `invalid_credentials`, `too_many_requests`, `unavailable` (too many logins at once)
 */
export async function logIn(deps: AuthenticationDeps, work: UnitOfWork, request: LoginRequest): Promise<LoggedIn> {
  const started = await deps.loginThrottle.guard(
    request,
    () => startSession(deps, work, request),
    () => isKnownDevice(work, request),
  );
  if (started === null) {
    throw new ProblemError(
      "invalid_credentials",
      "The username or the password is wrong. After several failed attempts, further ones are refused for a while.",
    );
  }
  const { token, userId } = started;
  await work.write(noteLogin(userId, { ip: request.ip, route: "/auth/login", now: deps.clock.now() }));
  return { token, user: await readUser(deps, work, token) };
}

/** Whether the user has logged in from this address with this program before. */
async function isKnownDevice(work: UnitOfWork, { username, ip, userAgent }: LoginRequest): Promise<boolean> {
  const [sessions] = await work.read(findLoginAddresses(username, userAgent));
  const block = addressBlock(ip);
  return sessions.some((session) => addressBlock(session.ip) === block);
}

/** The User record, as the user sees it whose token this is. */
async function readUser(deps: AuthenticationDeps, work: UnitOfWork, token: string): Promise<User> {
  const { catalogue, integrations, sessions } = deps;
  const principal = await sessions.principalOf(work, token).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== "token_revoked") throw error;
    throw new ProblemError("invalid_credentials", "The password was reset or the user disabled meanwhile.");
  });
  const [row] = await work.within(principal.scope).read(findRecord(principal.user_id));
  if (row === null) throw new ProblemError("invalid_credentials", "The user was removed meanwhile.");
  return toUser(row, contractPermissions(catalogue, principal.grants), integrations);
}

/** The catalogue is generated from the contract's Permissions schema, so the view of it has that shape. */
function contractPermissions(...args: Parameters<typeof permissionsView>): User["permissions"] {
  return permissionsView(...args) as User["permissions"];
}

/** Most password checks of one login. Another is needed only when the stored hash changed during the last one. */
const MAX_CHECKS = 3;

/** A session of the user with this password; null without one. */
async function startSession(
  deps: AuthenticationDeps,
  work: UnitOfWork,
  request: LoginRequest,
): Promise<{ readonly token: string; readonly userId: number } | null> {
  for (let check = 1; check <= MAX_CHECKS; check += 1) {
    const checked = await checkPassword(deps, work, request);
    if (checked === null) return null;
    const { user, needsRehash } = checked;
    const session = await deps.sessions.login(work, user, request);
    if (session !== null) {
      if (needsRehash) await replaceHash(deps, work, user, request.password);
      return { token: session.token, userId: user.id };
    }
    // Another hash is stored by now: of the same password, if another login replaced a weak one.
  }
  throw new ProblemError("unavailable", "The password changed while it was checked. Try again.", { retry_after_s: 1 });
}

/** The user whose username and password these are. Both failures take equally long, so that usernames stay unknown. */
async function checkPassword(
  { passwords }: AuthenticationDeps,
  work: UnitOfWork,
  request: LoginRequest,
): Promise<(VerifiedPassword & { readonly user: CheckedUser }) | null> {
  const [known] = await work.read(findCredentials(request.username));
  if (known === null) return passwords.verifyDummy(request.password);
  const verified = await passwords.verify(known.password_hash, request.password);
  return verified && { ...verified, user: known };
}

/** Replaces a hash by the one that is made today. */
async function replaceHash(
  { passwords }: AuthenticationDeps,
  work: UnitOfWork,
  user: CheckedUser,
  password: string,
): Promise<void> {
  try {
    await work.write(replacePasswordHash(user, await passwords.hash(password)));
  } catch {
    // The session has begun, and the next login tries again.
  }
}
