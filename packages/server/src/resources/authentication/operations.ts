import { describePermission, mayPerformIn } from "../../access/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { authenticationDeps } from "./deps.ts";
import { logIn } from "./login.ts";
import { requestPasswordReset, resetPassword } from "./password-reset.ts";
import { completeRegistration, readRegistration } from "./registration.ts";
import { noteLogout } from "./repository.ts";

/** Most characters of a `User-Agent` that are kept with a session. */
const maxUserAgent = 500;

/** The operations of the Authentication resource group. */
export function createOperations(parts: GroupParts) {
  const deps = authenticationDeps(parts);
  const { catalogue, clock, crypto, integrations, monitorKey, sessions } = deps;
  return {
    authLogin: async (work, { body, request }) => {
      const userAgent = (request.header("user-agent") ?? "").slice(0, maxUserAgent);
      const { token, user } = await logIn(deps, work, { ...body, ip: request.ip, userAgent });
      return { data: user, headers: { authorization: `bearer ${token}` } };
    },
    authToken: async (_work, { principal }) => ({ data: { token: `bearer ${principal.current_token}` } }),
    authRegistration: async (work, { path }) => ({
      data: await readRegistration(deps, work, path.registration_token),
    }),
    authPermission: async (work, { path: { resource, action }, query, principal: { grants } }) => {
      const named = describePermission(catalogue, resource, action);
      const allow = await mayPerformIn(work, { grants, resource, action, where: query });
      const { partner_id = null, agency_id = null, client_id = null } = query;
      return { data: { ...named, allow, scope: { partner_id, agency_id, client_id } } };
    },
    authLogout: async (work, { principal: { session_id, user_id } }) => {
      await sessions.logout(work, session_id, noteLogout(user_id, clock.now()));
      return { data: { logged_out: true, logged_out_at: clock.now().toISOString() }, sessionEnded: true };
    },
    authPasswordResetRequest: async (work, { body, request }) => {
      await requestPasswordReset(deps, work, { email: body.email, ip: request.ip });
      return { data: { accepted: true } };
    },
    authPasswordReset: async (work, { body, principal }) => {
      const userId = await resetPassword(deps, work, body);
      return { data: { reset: true }, ...(principal?.user_id === userId && { sessionEnded: true }) };
    },
    authRegisterComplete: async (work, { body }) => ({
      data: { ...(await completeRegistration(deps, work, body)), completed: true },
    }),
    authMonitorUser: async (_work, { principal }) => {
      const { provider } = integrations.monitor;
      const user_id = String(principal.user_id);
      const issued_at = clock.now().toISOString();
      // A proof for the monitoring service that this is the user: an HMAC under the secret that both share.
      const signature = crypto.hmacHex(monitorKey, [provider, user_id, issued_at].join("\n"));
      return { data: { provider, user_id, signature, issued_at } };
    },
  } satisfies GroupOperations<"auth">;
}
