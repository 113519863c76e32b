import { contractVersion, operations } from "@fleet-api/contract/operations";
import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { validators } from "@fleet-api/contract/validators";
import { describePermission, mayPerform } from "./access/index.ts";
import { createCarryOut } from "./carry-out.ts";
import { groups } from "./built/groups.ts";
import type { UnitOfWork } from "./db/index.ts";
import { noScope } from "./db/index.ts";
import { seedDemo } from "./demo/index.ts";
import type { CheckResponse, Kernel } from "./kernel/index.ts";
import { createKernel } from "./kernel/index.ts";
import { ProblemError } from "./kernel/problem.ts";
import type { Admit, Authenticate, Authorize, BeginWork, CarryOut, RequestView } from "./kernel/types.ts";
import type { OutboxMessage } from "./outbox.ts";
import { tableOutbox } from "./outbox.ts";
import { createRequestIds } from "./platform/request-ids.ts";
import { problemOf } from "./problem-of.ts";
import { createRequestsInProgress } from "./requests-in-progress.ts";
import type { AllHandlers, GroupParts, Principal } from "./resources/group.ts";
import { createdOf, createHandlers, tablesOf } from "./resources/group.ts";
import { addressBlock, createAccessCache, createSessions, createStreamTickets } from "./sessions/index.ts";

/** Where the contract's paths begin. */
export const BASE_PATH = "/api/v1";

/** What a service is made of on any platform. */
interface ServiceOptions extends Omit<Parts, "outbox" | "version"> {
  /** What is kept for later is sealed under it. */
  readonly secretKey: Uint8Array;
  /** @default from clock and randomness */
  readonly newRequestId?: () => string;
  /** Whether an empty database gets the demo fleet. */
  readonly demo: boolean;
  /** Sees every message to a person, those that nobody has sent yet first. */
  readonly onMessage?: ((message: OutboxMessage) => unknown) | undefined;
  readonly checkResponse?: CheckResponse | undefined;
}

/** The service over an open database, for a host to hand requests to. */
export async function openService(options: ServiceOptions): Promise<Kernel> {
  const { database, clock, random, log, demo, onMessage, checkResponse } = options;
  const outbox = tableOutbox({ ...options, onMessage });
  if (demo) await seedDemo(database.owner, { ...options, outbox, catalogue: permissionCatalogue });
  if (onMessage) for (const message of await outbox.waiting(database.owner)) outbox.posted(message);
  const service = compose({ ...options, outbox, version: contractVersion });
  return createKernel({
    ...service,
    operations,
    validators,
    clock,
    log,
    basePath: BASE_PATH,
    newRequestId: options.newRequestId ?? createRequestIds(clock, random),
    ...(checkResponse && { checkResponse }),
  });
}

/** What the service is made of, besides its code. */
interface Parts extends Omit<GroupParts, "sessions" | "tickets" | "authorize"> {
  /** Age at which a token is replaced when used, in ms; asked at each use. */
  readonly rotateAfterMs: () => number;
  readonly supersededTtlMs: number;
}

/** The service as the kernel wants it. */
interface Service {
  readonly handlers: AllHandlers;
  readonly authenticate: Authenticate<Principal>;
  readonly authenticateTicket: Authenticate<Principal>;
  readonly authorize: Authorize<Principal>;
  readonly beginWork: BeginWork<Principal, UnitOfWork>;
  readonly admit: Admit;
  readonly carryOut: CarryOut<UnitOfWork>;
  readonly problemOf: (error: unknown) => ProblemError | null;
}

/** Puts the resource groups together; a missing or misshapen handler does not compile. */
function compose(parts: Parts): Service {
  const { database } = parts;
  const { onAccessChange } = database;
  const requests = createRequestsInProgress({ ofCaller: 256 });
  const ingests = createRequestsInProgress({ ofCaller: 8, ofAll: 64 });
  const carryOut = createCarryOut({ ...parts, tables: tablesOf(groups), created: createdOf(groups) });
  const sessions = createSessions({ ...parts, ...(onAccessChange && { cache: createAccessCache(onAccessChange) }) });
  const tickets = createStreamTickets(parts);
  const handlers: AllHandlers = createHandlers(groups, { ...parts, sessions, tickets, authorize });
  return {
    handlers,
    authenticate: async (token, { signal }) => {
      // Nobody knows yet whose token it is, so each token is a caller of its own until it is looked up.
      const caller = `token ${token}`;
      const { principal, newerToken, currentToken } = await requests.run(caller, () =>
        sessions.authenticate(database.unitOfWork(noScope, { signal, caller }), token),
      );
      return {
        principal: { ...principal, current_token: currentToken },
        newerToken,
        userId: principal.user_id,
      };
    },
    authenticateTicket: async (ticket, request) => {
      const caller = callerOf(null, request);
      const work = database.unitOfWork(noScope, { signal: request.signal, caller });
      const principal = await requests.run(caller, async () => {
        const sessionId = await tickets.use(work, ticket);
        return (await sessions.principalsOf(work, [sessionId])).get(sessionId);
      });
      if (principal === undefined)
        throw new ProblemError("token_revoked", "The session of this ticket has ended. Log in again.");
      return { principal: { ...principal, current_token: "" }, newerToken: null, userId: principal.user_id };
    },
    authorize,
    beginWork: (principal, request) => {
      const { signal, id } = request;
      const caller = callerOf(principal?.user_id ?? null, request);
      if (principal === undefined) return database.unitOfWork(noScope, { signal, caller });
      return database.unitOfWork(principal.scope, {
        signal,
        caller,
        author: { userId: principal.user_id, requestId: id },
        views: Object.keys(permissionCatalogue).filter((resource) => mayPerform(principal.grants, resource, "view")),
      });
    },
    // Positions have limits of their own, before their body is read: a gateway sends 500 at a time, all the time.
    admit: ({ operation, userId, request }, run) =>
      operation.id === "monitoringIngest" ? ingests.run(callerOf(userId, request), run) : run(),
    carryOut: (call, handle) => requests.run(callerOf(call.userId, call.request), () => carryOut(call, handle)),
    problemOf,
  };
}

/** Who takes turns with others: a user with all sessions, or an address that is anonymous. */
function callerOf(userId: number | null, { ip }: RequestView): string {
  return userId === null ? `address ${addressBlock(ip)}` : `user ${userId}`;
}

/** Resources whose records are about people. Responses show the record, so their other permissions work only together with `view`. */
const aboutPeople: ReadonlySet<string> = new Set(["drivers"]);

/** The permission must be granted; which records it reaches is a matter of scope. */
const authorize: Authorize<Principal> = ({ resource, action }, { grants }) => {
  const needed = aboutPeople.has(resource) ? [action, "view"] : [action];
  const missing = needed.find((each) => !mayPerform(grants, resource, each));
  return missing === undefined ? null : describePermission(permissionCatalogue, resource, missing);
};
