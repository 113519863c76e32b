import type { User } from "@fleet-api/contract";
import { loadGrants, permissionsView } from "../../access/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { toUser } from "./mapping.ts";
import { createUsers } from "./users.ts";

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
export async function logIn(deps: AuthenticationDeps, request: LoginRequest): Promise<LoggedIn> {
  const { db, clock, sessions } = deps;
  const userId = await deps.loginThrottle.guard(request, () => checkPassword(deps, request));
  if (userId === null) {
    throw new ProblemError(
      "invalid_credentials",
      "Username or password is wrong. After several failures the service asks to wait.",
      { headers: { "www-authenticate": 'Bearer realm="fleet"' } },
    );
  }
  const { token } = await sessions.login(userId, request);
  await createUsers(db).loggedIn(userId, { ip: request.ip, route: "/auth/login", now: clock.now() });
  return { token, user: await readUser(deps, userId) };
}

/** The User record with the permissions of the user. */
async function readUser(deps: AuthenticationDeps, userId: number): Promise<User> {
  const { db, catalogue, integrations } = deps;
  const row = await createUsers(db).record(userId);
  if (row === null) throw new ProblemError("invalid_credentials", "The user was removed meanwhile.");
  return toUser(row, contractPermissions(catalogue, await loadGrants(db, userId)), integrations);
}

/** The catalogue is generated from the contract's Permissions schema, so the view of it has that shape. */
function contractPermissions(...args: Parameters<typeof permissionsView>): User["permissions"] {
  return permissionsView(...args) as User["permissions"];
}

/** The user's id; null when either is wrong. Both take equally long, so that usernames cannot be found out. */
async function checkPassword(deps: AuthenticationDeps, request: LoginRequest): Promise<number | null> {
  const { db, passwords, clock } = deps;
  const users = createUsers(db);
  const known = await users.credentials(request.username);
  if (known === null) {
    await passwords.verifyDummy(request.password);
    return null;
  }
  if (!(await passwords.verify(known.password_hash, request.password))) return null;
  if (passwords.needsRehash(known.password_hash)) {
    await users.setPassword(known.id, await passwords.hash(request.password), clock.now());
  }
  return known.id;
}
