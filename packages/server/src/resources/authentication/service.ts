import type { components } from "@fleet-api/contract";
import type { User } from "@fleet-api/contract/types/authentication";
import type { Grants, ScopeFilter } from "../../access/index.ts";
import { describePermission, mayPerformIn } from "../../access/index.ts";
import type { UnitOfWork } from "../../db/index.ts";
import type { AuthenticationDeps } from "./deps.ts";
import type { LoggedIn, LoginRequest } from "./login.ts";
import { logIn } from "./login.ts";
import type { ResetCompletion, ResetRequest } from "./password-reset.ts";
import { requestPasswordReset, resetPassword } from "./password-reset.ts";
import type { Completion, Registration } from "./registration.ts";
import { completeRegistration, readRegistration } from "./registration.ts";
import { noteLogout } from "./repository.ts";

/** A permission that is asked for, and where. */
interface PermissionQuestion {
  readonly grants: Grants;
  readonly resource: string;
  readonly action: string;
  readonly where: ScopeFilter;
}

/** The rules of the Authentication resource group; each is in the file that it is imported from. */
export interface AuthenticationService {
  logIn(work: UnitOfWork, request: LoginRequest): Promise<LoggedIn>;
  /** Ends a session; returns when. */
  logOut(work: UnitOfWork, session: { readonly session_id: number; readonly user_id: number }): Promise<Date>;
  /** @throws ProblemError `unknown_permission` */
  mayPerform(
    work: UnitOfWork,
    question: PermissionQuestion,
  ): Promise<{ resource: string; action: string; title: string; allow: boolean }>;
  requestPasswordReset(work: UnitOfWork, request: ResetRequest): Promise<void>;
  resetPassword(work: UnitOfWork, request: ResetCompletion): Promise<User["id"]>;
  readRegistration(work: UnitOfWork, token: string): Promise<Registration>;
  completeRegistration(work: UnitOfWork, request: Completion): Promise<{ user_id: number; username: string }>;
  proveIdentity(userId: number): components["schemas"]["MonitorIdentity"];
}

/** Makes the service. */
export function createAuthenticationService(deps: AuthenticationDeps): AuthenticationService {
  const { catalogue, clock, sessions } = deps;
  return {
    logIn: (work, request) => logIn(deps, work, request),
    async logOut(work, { session_id, user_id }) {
      await sessions.logout(work, session_id, noteLogout(user_id));
      return clock.now();
    },
    async mayPerform(work, question) {
      const named = describePermission(catalogue, question.resource, question.action);
      return { ...named, allow: await mayPerformIn(work, question) };
    },
    requestPasswordReset: (work, request) => requestPasswordReset(deps, work, request),
    resetPassword: (work, request) => resetPassword(deps, work, request),
    readRegistration: (work, token) => readRegistration(deps, work, token),
    completeRegistration: (work, request) => completeRegistration(deps, work, request),
    proveIdentity: (userId) => proveIdentity(deps, userId),
  };
}

/** A proof for the monitoring service that this is the user: an HMAC under the secret that both share. */
function proveIdentity(
  deps: Pick<AuthenticationDeps, "clock" | "crypto" | "integrations" | "monitorKey">,
  userId: number,
): components["schemas"]["MonitorIdentity"] {
  const { provider } = deps.integrations.monitor;
  const user_id = String(userId);
  const issued_at = deps.clock.now().toISOString();
  const signature = deps.crypto.hmacHex(deps.monitorKey, [provider, user_id, issued_at].join("\n"));
  return { provider, user_id, signature, issued_at };
}
