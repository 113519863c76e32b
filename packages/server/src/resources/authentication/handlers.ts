import { decideAccess, describePermission } from "../../access/index.ts";
import type { GroupHandlers } from "../../kernel/types.ts";
import type { Principal } from "../../principal.ts";
import type { AuthenticationDeps } from "./deps.ts";
import { logIn } from "./login.ts";
import { proveIdentity } from "./monitor.ts";
import { requestPasswordReset, resetPassword } from "./password-reset.ts";
import { completeRegistration, readRegistration } from "./registration.ts";
import { createUsers } from "./users.ts";

/** Most characters of a `User-Agent` that are kept with a session. */
const maxUserAgent = 500;

/** The handlers of the Authentication resource group. */
export function createAuthenticationHandlers(deps: AuthenticationDeps) {
  return {
    async authLogin({ body, request }) {
      const userAgent = (request.header("user-agent") ?? "").slice(0, maxUserAgent);
      const { token, user } = await logIn(deps, { ...body, ip: request.ip, userAgent });
      return { data: user, headers: { authorization: `bearer ${token}` } };
    },
    async authToken({ principal }) {
      return { data: { token: `bearer ${principal.current_token}` } };
    },
    async authRegistration({ path }) {
      return { data: await readRegistration(deps, path.registration_token) };
    },
    async authPermission({ path, query, principal }) {
      const named = describePermission(deps.catalogue, path.resource, path.action);
      const { allow } = decideAccess({ ...principal, ...path, requested: query });
      const { partner_id = null, agency_id = null, client_id = null } = query;
      return { data: { ...named, allow, scope: { partner_id, agency_id, client_id } } };
    },
    async authLogout({ principal }) {
      await deps.sessions.logout(principal.session_id);
      await createUsers(deps.db).loggedOut(principal.user_id);
      return { data: { logged_out: true, logged_out_at: deps.clock.now().toISOString() }, sessionEnded: true };
    },
    async authPasswordResetRequest({ body, request }) {
      await requestPasswordReset(deps, { email: body.email, ip: request.ip });
      return { data: { accepted: true } };
    },
    async authPasswordReset({ body, principal }) {
      const userId = await resetPassword(deps, body);
      return { data: { reset: true }, ...(principal?.user_id === userId && { sessionEnded: true }) };
    },
    async authRegisterComplete({ body }) {
      return { data: { ...(await completeRegistration(deps, body)), completed: true } };
    },
    async authMonitorUser({ principal }) {
      return { data: proveIdentity(deps, principal.user_id) };
    },
  } satisfies GroupHandlers<"auth", Principal>;
}
