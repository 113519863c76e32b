import type { Exchange } from "./exchange.ts";
import { queryOf } from "./exchange.ts";
import { trimOws } from "./field-value.ts";
import type { CompiledOperation } from "./operation-table.ts";
import { parseQuery } from "./parameters.ts";
import { ProblemError } from "./problem.ts";
import { malformed, notAuthenticated } from "./problems.ts";
import type { RequestHead } from "./request-head.ts";
import type { Authenticate, Authenticated, Authorize, RequestView } from "./types.ts";

/** Who may call. */
export interface Security<Principal> {
  readonly authenticate: Authenticate<Principal>;
  /** The same for the ticket of an operation that takes one. @default there are no tickets */
  readonly authenticateTicket?: Authenticate<Principal>;
  readonly authorize: Authorize<Principal>;
}

/**
 * The principal of a request, allowed to call the operation; undefined for an anonymous caller. Records the newer token
 * as soon as it is known, so that a refusal carries it too.
 * @throws ProblemError `malformed_request`, one of the 401 codes, or `permission_denied`
 */
export async function findCaller<Principal>(
  security: Security<Principal>,
  exchange: Exchange,
  operation: CompiledOperation,
  request: RequestView,
): Promise<Principal | undefined> {
  refuseRepeatedAuthorization(exchange.head);
  const authenticated = await authenticate(security, exchange, operation, request);
  if (authenticated === null) return undefined;
  const { principal, newerToken } = authenticated;
  exchange.newerToken = newerToken;
  exchange.userId = authenticated.userId ?? null;
  if (operation.permission === null || operation.permission === "self") return principal;
  const missing = await security.authorize(operation.permission, principal);
  if (missing === null) return principal;
  const detail = `This operation needs the permission ${missing.resource}.${missing.action} (${missing.title}).`;
  throw new ProblemError("permission_denied", detail, { required_permission: missing });
}

/** Null where the operation takes no token, and where it is optional and there is none that is valid. */
async function authenticate<Principal>(
  security: Security<Principal>,
  { head }: Exchange,
  operation: CompiledOperation,
  request: RequestView,
): Promise<Authenticated<Principal> | null> {
  if (operation.auth === "none") return null;
  const isOptional = operation.auth === "optional";
  // The usual caller of such an operation; an error made and dropped for each would cost more than all other checks.
  if (isOptional && head.values("authorization").length === 0) return null;
  const ticket = operation.ticket === undefined ? undefined : ticketOf(head, operation.ticket);
  try {
    if (ticket !== undefined && security.authenticateTicket) {
      return await security.authenticateTicket(ticket, request, operation);
    }
    return await security.authenticate(bearerToken(head), request, operation);
  } catch (error) {
    if (isOptional && error instanceof ProblemError && error.status === 401) return null;
    throw error;
  }
}

/**
 * The ticket of a request without `Authorization` header.
 * @throws ProblemError `malformed_request` for several tickets
 */
function ticketOf(head: RequestHead, name: string): string | undefined {
  if (head.values("authorization").length > 0) return undefined;
  const [ticket, other] = parseQuery(queryOf(head.target)).filter((pair) => pair.name === name);
  if (other !== undefined) throw malformed(`There is more than one ${name} in the query. Send exactly one.`);
  return ticket?.items.join(",");
}

const bearer = /^bearer +(\S+)$/i;
const howTo = "Send `Authorization: bearer <ACCESS_TOKEN>`; POST /auth/login returns the token.";

/**
 * Refuses a second `Authorization` header. Hosts may join repeated headers with a comma, which no token has.
 * @throws ProblemError `malformed_request`
 */
function refuseRepeatedAuthorization(head: RequestHead): void {
  const values = head.values("authorization");
  if (values.length > 1 || values[0]?.includes(",")) {
    throw malformed("There is more than one Authorization header. Send exactly one.");
  }
}

/**
 * The access token of the `Authorization` header (RFC 6750 section 2.1); the scheme in any case.
 * @throws ProblemError `unauthenticated`
 */
function bearerToken(head: RequestHead): string {
  const [value] = head.values("authorization");
  if (value === undefined) throw notAuthenticated(`There is no Authorization header. ${howTo}`);
  const token = bearer.exec(trimOws(value))?.[1];
  if (token === undefined) throw notAuthenticated(`The Authorization header is not a bearer token. ${howTo}`);
  return token;
}
