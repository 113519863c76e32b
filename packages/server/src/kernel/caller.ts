import { bearerToken, refuseRepeatedAuthorization } from "./bearer.ts";
import type { Exchange } from "./exchange.ts";
import type { CompiledOperation } from "./operation-table.ts";
import { ProblemError } from "./problem.ts";
import type { Authenticate, Authorize, RequestView } from "./types.ts";

/** Who may call. */
export interface Security<Principal> {
  readonly authenticate: Authenticate<Principal>;
  readonly authorize: Authorize<Principal>;
}

/**
 * The principal of a request, allowed to call the operation; undefined for a public operation. Records the newer
 * token as soon as it is known, so that a refusal carries it too.
 * @throws ProblemError `malformed_request`, one of the 401 codes, or `permission_denied`
 */
export async function findCaller<Principal>(
  security: Security<Principal>,
  exchange: Exchange,
  operation: CompiledOperation,
  request: RequestView,
): Promise<Principal | undefined> {
  refuseRepeatedAuthorization(exchange.head);
  if (operation.public) return undefined;
  const { principal, newerToken } = await security.authenticate(bearerToken(exchange.head), request, operation);
  exchange.newerToken = newerToken;
  const missing = operation.permission === "self" ? null : await security.authorize(operation, principal);
  if (missing === null) return principal;
  const detail = `This needs the permission ${missing.resource}.${missing.action} (${missing.title}).`;
  throw new ProblemError("permission_denied", detail, { required_permission: missing });
}
