import type { GroupHandlers } from "../../principal.ts";
import type { AuthenticationService } from "./service.ts";

/** Most characters of a `User-Agent` that are kept with a session. */
const maxUserAgent = 500;

/** The handlers of the Authentication resource group. */
export function createAuthenticationHandlers(authentication: AuthenticationService) {
  return {
    async authLogin(work, { body, request }) {
      const userAgent = (request.header("user-agent") ?? "").slice(0, maxUserAgent);
      const { token, user } = await authentication.logIn(work, { ...body, ip: request.ip, userAgent });
      return { data: user, headers: { authorization: `bearer ${token}` } };
    },
    async authToken(_work, { principal }) {
      return { data: { token: `bearer ${principal.current_token}` } };
    },
    async authRegistration(work, { path }) {
      return { data: await authentication.readRegistration(work, path.registration_token) };
    },
    async authPermission(work, { path, query, principal }) {
      const { grants } = principal;
      const { resource, action } = path;
      const answer = await authentication.mayPerform(work, { grants, resource, action, where: query });
      const { partner_id = null, agency_id = null, client_id = null } = query;
      return { data: { ...answer, scope: { partner_id, agency_id, client_id } } };
    },
    async authLogout(work, { principal }) {
      const at = await authentication.logOut(work, principal);
      return { data: { logged_out: true, logged_out_at: at.toISOString() }, sessionEnded: true };
    },
    async authPasswordResetRequest(work, { body, request }) {
      await authentication.requestPasswordReset(work, { email: body.email, ip: request.ip });
      return { data: { accepted: true } };
    },
    async authPasswordReset(work, { body, principal }) {
      const userId = await authentication.resetPassword(work, body);
      return { data: { reset: true }, ...(principal?.user_id === userId && { sessionEnded: true }) };
    },
    async authRegisterComplete(work, { body }) {
      return { data: { ...(await authentication.completeRegistration(work, body)), completed: true } };
    },
    async authMonitorUser(_work, { principal }) {
      return { data: authentication.proveIdentity(principal.user_id) };
    },
  } satisfies GroupHandlers<"auth">;
}
