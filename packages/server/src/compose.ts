import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { Access } from "./access/index.ts";
import { describePermission, loadAccess, mayPerform } from "./access/index.ts";
import type { Db } from "./db/index.ts";
import type { Authenticate, Authorize, Handlers } from "./kernel/types.ts";
import type { Clock, Crypto, Passwords, Random } from "./platform/index.ts";
import type { Integrations } from "./platform/integrations.ts";
import type { Outbox } from "./platform/outbox.ts";
import type { Principal } from "./principal.ts";
import { createAuthenticationHandlers } from "./resources/authentication/index.ts";
import { createTestsHandlers } from "./resources/tests/index.ts";
import { createUnitsHandlers, createUnitsRepository, createUnitsService } from "./resources/units/index.ts";
import type { Sessions } from "./sessions/index.ts";
import { createLoginThrottle, createOneTimeTokens, createSessions } from "./sessions/index.ts";

/** What the service is made of, beside its code. */
export interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly integrations: Integrations;
  /** Version of the contract, for the connectivity check. */
  readonly version: string;
  /** Age at which a token is replaced when used, in ms; asked at each use. */
  readonly rotateAfterMs: () => number;
  readonly supersededTtlMs: number;
}

/** The service as the kernel wants it. */
export interface Service {
  readonly handlers: Handlers<Principal>;
  readonly authenticate: Authenticate<Principal>;
  readonly authorize: Authorize<Principal>;
}

/** Puts the resource groups together; a missing or misshapen handler does not compile. */
export function compose(parts: Parts): Service {
  const { db, clock } = parts;
  const sessions = createSessions(parts);
  const handlers = {
    ...createAuthenticationHandlers(authenticationDeps(parts, sessions)),
    ...createUnitsHandlers(createUnitsService(createUnitsRepository(db), clock)),
    ...createTestsHandlers({ ...parts, reachDatabase: () => db.query("select 1") }),
  } satisfies Handlers<Principal>;
  return { handlers, authenticate: authenticateWith(sessions, (userId) => loadAccess(db, userId)), authorize };
}

function authenticationDeps(parts: Parts, sessions: Sessions) {
  const { crypto, random, integrations } = parts;
  return {
    ...parts,
    sessions,
    oneTimeTokens: createOneTimeTokens(parts),
    loginThrottle: createLoginThrottle(parts),
    resetThrottle: createLoginThrottle(parts),
    catalogue: permissionCatalogue,
    monitorKey: integrations.monitor.key ?? crypto.sha256Hex(String(random.bytes(32))),
  };
}

function authenticateWith(sessions: Sessions, access: (userId: number) => Promise<Access>): Authenticate<Principal> {
  return async (token) => {
    const { principal, newerToken, currentToken } = await sessions.authenticate(token);
    const { scope, grants } = await access(principal.user_id);
    return {
      principal: { ...principal, scope, grants, current_token: currentToken },
      newerToken,
      userId: principal.user_id,
    };
  };
}

/** The permission that the operation names must be granted; which records it reaches is a matter of scope. */
const authorize: Authorize<Principal> = ({ permission }, { grants }) => {
  if (permission === null || permission === "self") return null;
  const { resource, action } = permission;
  return mayPerform(grants, resource, action) ? null : describePermission(permissionCatalogue, resource, action);
};
