import { describePermission, mayPerformIn } from "../../access/index.ts";
import type { UnitOfWork } from "../../db/index.ts";
import type { GroupHandlers } from "../../kernel/types.ts";
import type { Principal } from "../../principal.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { logIn } from "./login.ts";
import { proveIdentity } from "./monitor.ts";
import { requestPasswordReset, resetPassword } from "./password-reset.ts";
import { completeRegistration, readRegistration } from "./registration.ts";
import { noteLogout } from "./repository.ts";

/** Most characters of a `User-Agent` that are kept with a session. */
const maxUserAgent = 500;

/** The handlers of the Authentication resource group. */
export function createAuthenticationHandlers(deps: AuthenticationDeps) {
  return {
    async authLogin(work, { body, request }) {
      const userAgent = (request.header("user-agent") ?? "").slice(0, maxUserAgent);
      const { token, user } = await logIn(deps, work, { ...body, ip: request.ip, userAgent });
      return { data: user, headers: { authorization: `bearer ${token}` } };
    },
    async authToken(_work, { principal }) {
      return { data: { token: `bearer ${principal.current_token}` } };
    },
    async authRegistration(work, { path }) {
      return { data: await readRegistration(deps, work, path.registration_token) };
    },
    async authPermission(work, { path, query, principal }) {
      const named = describePermission(deps.catalogue, path.resource, path.action);
      const { grants } = principal;
      const allow = await mayPerformIn(work, { grants, ...path, where: query });
      const { partner_id = null, agency_id = null, client_id = null } = query;
      return { data: { ...named, allow, scope: { partner_id, agency_id, client_id } } };
    },
    async authLogout(work, { principal }) {
      await deps.sessions.logout(work, principal.session_id, noteLogout(principal.user_id));
      return { data: { logged_out: true, logged_out_at: deps.clock.now().toISOString() }, sessionEnded: true };
    },
    async authPasswordResetRequest(work, { body, request }) {
      await requestPasswordReset(deps, work, { email: body.email, ip: request.ip });
      return { data: { accepted: true } };
    },
    async authPasswordReset(work, { body, principal }) {
      const userId = await resetPassword(deps, work, body);
      return { data: { reset: true }, ...(principal?.user_id === userId && { sessionEnded: true }) };
    },
    async authRegisterComplete(work, { body }) {
      return { data: { ...(await completeRegistration(deps, work, body)), completed: true } };
    },
    async authMonitorUser(_work, { principal }) {
      return { data: proveIdentity(deps, principal.user_id) };
    },
  } satisfies GroupHandlers<"auth", Principal, UnitOfWork>;
}
