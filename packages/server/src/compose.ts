import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { describePermission, mayPerform } from "./access/index.ts";
import type { Database, UnitOfWork } from "./db/index.ts";
import { noScope } from "./db/index.ts";
import { createCarryOut } from "./carry-out.ts";
import type { Authenticate, Authorize, BeginWork, CarryOut, Handlers } from "./kernel/types.ts";
import type { ProblemError } from "./kernel/problem.ts";
import type { Clock, Crypto, Passwords, Random } from "./platform/index.ts";
import type { Integrations } from "./platform/integrations.ts";
import type { Outbox } from "./outbox.ts";
import type { Principal } from "./principal.ts";
import { createAuthenticationHandlers, createAuthenticationService } from "./resources/authentication/index.ts";
import { createClientsHandlers } from "./resources/clients/index.ts";
import { createTestsHandlers, createTestsService } from "./resources/tests/index.ts";
import { createUnitGroupsHandlers } from "./resources/unit_groups/index.ts";
import { createUnitsHandlers } from "./resources/units/index.ts";
import type { Sessions } from "./sessions/index.ts";
import {
  createAccessCache,
  createFailureBuckets,
  createLoginThrottle,
  createOneTimeTokens,
  createSessions,
  resetLimits,
} from "./sessions/index.ts";
import { problemOf } from "./problem-of.ts";

/** What the service is made of, besides its code. */
export interface Parts {
  readonly database: Database;
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
  readonly handlers: Handlers<Principal, UnitOfWork>;
  readonly authenticate: Authenticate<Principal>;
  readonly authorize: Authorize<Principal>;
  readonly beginWork: BeginWork<Principal, UnitOfWork>;
  readonly carryOut: CarryOut<UnitOfWork>;
  readonly problemOf: (error: unknown) => ProblemError | null;
}

/** Puts the resource groups together; a missing or misshapen handler does not compile. */
export function compose(parts: Parts): Service {
  const { database, clock } = parts;
  const { onAccessChange } = database;
  const sessions = createSessions({ ...parts, ...(onAccessChange && { cache: createAccessCache(onAccessChange) }) });
  const handlers = {
    ...createAuthenticationHandlers(createAuthenticationService(authenticationDeps(parts, sessions))),
    ...createUnitGroupsHandlers(clock),
    ...createUnitsHandlers(clock),
    ...createClientsHandlers(clock),
    ...createTestsHandlers(createTestsService(parts)),
  } satisfies Handlers<Principal, UnitOfWork>;
  return {
    handlers,
    authenticate: async (token, { signal }) => {
      const { principal, newerToken, currentToken } = await sessions.authenticate(
        database.unitOfWork(noScope, signal),
        token,
      );
      return {
        principal: { ...principal, current_token: currentToken },
        newerToken,
        userId: principal.user_id,
      };
    },
    authorize,
    beginWork: (principal, { signal, id }) =>
      principal === undefined
        ? database.unitOfWork(noScope, signal)
        : database.unitOfWork(principal.scope, signal, { userId: principal.user_id, requestId: id }),
    carryOut: createCarryOut(parts),
    problemOf,
  };
}

function authenticationDeps(parts: Parts, sessions: Sessions) {
  const { crypto, random, integrations } = parts;
  return {
    ...parts,
    sessions,
    oneTimeTokens: createOneTimeTokens(parts),
    loginThrottle: createLoginThrottle(parts),
    resetMails: createFailureBuckets(parts.clock, { failures: 5, windowMs: 15 * 60_000 }),
    resetThrottle: createLoginThrottle({
      ...parts,
      limits: resetLimits,
      refusal: (retryAfterS) => `Too many requests to reset a password. Try again in ${retryAfterS} s.`,
    }),
    catalogue: permissionCatalogue,
    monitorKey: integrations.monitor.key ?? crypto.sha256Hex(String(random.bytes(32))),
  };
}

/** The permission must be granted; which records it reaches is a matter of scope. */
const authorize: Authorize<Principal> = ({ resource, action }, { grants }) =>
  mayPerform(grants, resource, action) ? null : describePermission(permissionCatalogue, resource, action);
