import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { operations, type OperationId } from "@fleet-api/contract/operations";
import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { describePermission } from "../../../src/access/index.ts";
import type {
  Authenticate,
  Authorize,
  GroupHandlers,
  Handlers,
  Kernel,
  KernelOptions,
} from "../../../src/kernel/index.ts";
import { ProblemError, contractCheck, createKernel, rawJson } from "../../../src/kernel/index.ts";
import type { LogFields } from "../../../src/platform/log.ts";

/** Whoever the fake tokens stand for. */
export interface FakePrincipal {
  readonly name: string;
}

/** What the handlers work with: whose it is, null for an anonymous caller. */
export interface FakeWork {
  readonly of: string | null;
}

interface Example {
  readonly value: { readonly data: unknown };
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: { readonly "application/json"?: { readonly examples: Record<string, Example> } } }
    >
  >;
}

const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(JSON.stringify(document));

/** The first example of a success of each operation: errors have another media type, and some successes no body. */
const successes = new Map(
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    // Next to the operations of a path stand the parameters that they share.
    .filter(({ operationId }) => operationId !== undefined)
    .map(({ operationId, responses }) => {
      const bodies = Object.values(responses).flatMap(({ content }) => content?.["application/json"] ?? []);
      return [operationId, Object.values(bodies[0]?.examples ?? {})[0]];
    }),
);

/** `data` of an example of the contract, as JSON text: answers that fit the contract without being written twice. Of type never, so that it fits all. */
function exampleData(operationId: OperationId) {
  return rawJson<never>(JSON.stringify(successes.get(operationId)?.value.data));
}

/** Tokens: `good`, `old` (has the successor `fresh`), `expired`, `revoked`, `poor` (no permission, has `fresh` too). */
export const fakeAuthenticate: Authenticate<FakePrincipal> = async (token) => {
  if (token === "good") return { principal: { name: "good" }, newerToken: null };
  if (token === "old" || token === "poor") return { principal: { name: token }, newerToken: "fresh" };
  if (token === "expired") throw new ProblemError("token_expired", "The access token has expired. Log in again.");
  if (token === "revoked") throw new ProblemError("token_revoked", "The session has ended. Log in again.");
  throw new ProblemError("unauthenticated", "The access token is unknown. Log in again.");
};

export const fakeAuthorize: Authorize<FakePrincipal> = ({ resource, action }, principal) =>
  principal.name === "poor" ? describePermission(permissionCatalogue, resource, action) : null;

/** What a sentinel value makes a handler throw. */
function sentinel(value: string): void {
  if (value === "gone") throw new ProblemError("gone", "The token was used already.");
  if (value === "absent") throw new ProblemError("not_found", "There is no registration with this token.");
  if (value === "down") throw new ProblemError("unavailable", "The database does not answer.", { retry_after_s: 7 });
  if (value === "boom") throw new Error("text that nobody may see");
}

/** Handlers that answer with the examples of the contract; every call is kept in `calls`. */
export function fakeHandlers(calls: unknown[]) {
  return {
    authLogin: async (_work, call) => {
      calls.push(call);
      if (call.body.username === "busy") {
        throw new ProblemError("too_many_requests", "Wait 30 seconds.", { retry_after_s: 30 });
      }
      if (call.body.password !== "right") throw new ProblemError("invalid_credentials", "Check both.");
      return { json: exampleData("authLogin"), headers: { authorization: "bearer first" } };
    },
    authToken: async (_work, call) => {
      calls.push(call);
      return { data: { token: "bearer current" } };
    },
    authRegistration: async (_work, call) => {
      calls.push(call);
      sentinel(call.path.registration_token);
      return { json: exampleData("authRegistration") };
    },
    authPermission: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authPermission") };
    },
    authLogout: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authLogout"), sessionEnded: true };
    },
    authPasswordResetRequest: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authPasswordResetRequest") };
    },
    authPasswordReset: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authPasswordReset") };
    },
    authRegisterComplete: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authRegisterComplete") };
    },
    authMonitorUser: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("authMonitorUser") };
    },
    unitsListing: async (_work, call) => {
      calls.push(call);
      const { page, per_page } = call.query;
      return {
        json: exampleData("unitsListing"),
        notices: page > 3 ? ["page_past_end: the last page is 3"] : [],
        pagination: { page, per_page, total: 126 },
      };
    },
    ...fakeUnits(calls),
    ...fakeUnitGroups(calls),
    ...fakeClients(calls),
    testsPing: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("testsPing") };
    },
  } satisfies Handlers<FakePrincipal, FakeWork>;
}

const etag = '"v1-5b2c7a90d41e8f36"';

function paginationOf(query: { page: number; per_page: number }) {
  return { pagination: { page: query.page, per_page: query.per_page, total: 1 } };
}

function fakeClients(calls: unknown[]) {
  const record = (id: "clientsGet" | "clientsUpdate" | "clientsDelete" | "clientsRestore") => {
    return async (_work: FakeWork, call: object) => {
      calls.push(call);
      return { json: exampleData(id), headers: { etag } };
    };
  };
  const list = (id: "clientsListing" | "clientsListingByAgency" | "clientsFind") => {
    return async (_work: FakeWork, call: { readonly query: { page: number; per_page: number } }) => {
      calls.push(call);
      return { json: exampleData(id), ...paginationOf(call.query) };
    };
  };
  return {
    clientsListing: list("clientsListing"),
    clientsListingByAgency: list("clientsListingByAgency"),
    clientsFind: list("clientsFind"),
    clientsCreate: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("clientsCreate"), headers: { location: `${call.request.path}/1`, etag } };
    },
    clientsGet: record("clientsGet"),
    clientsUpdate: record("clientsUpdate"),
    clientsDelete: record("clientsDelete"),
    clientsRestore: record("clientsRestore"),
  } satisfies GroupHandlers<"clients", FakePrincipal, FakeWork>;
}

function fakeUnits(calls: unknown[]) {
  const record = (id: OperationId) => async (_work: FakeWork, call: object) => {
    calls.push(call);
    return { json: exampleData(id), headers: { etag } };
  };
  const list =
    (id: "unitsListingByClient" | "unitsFind" | "unitsOwnershipListing") =>
    async (_work: FakeWork, call: { readonly query: { page: number; per_page: number } }) => {
      calls.push(call);
      return { json: exampleData(id), ...paginationOf(call.query) };
    };
  return {
    unitsListingByClient: list("unitsListingByClient"),
    unitsFind: list("unitsFind"),
    unitsOwnershipListing: list("unitsOwnershipListing"),
    unitsCreate: async (_work: FakeWork, call: { readonly request: { readonly path: string } }) => {
      calls.push(call);
      return { json: exampleData("unitsCreate"), headers: { location: `${call.request.path}/1`, etag } };
    },
    unitsGet: record("unitsGet"),
    unitsUpdate: record("unitsUpdate"),
    unitsDelete: record("unitsDelete"),
    unitsRestore: record("unitsRestore"),
    unitsAssignSimCard: record("unitsAssignSimCard"),
    unitsRemoveSimCard: record("unitsRemoveSimCard"),
    unitsSetCounters: record("unitsSetCounters"),
  };
}

function fakeUnitGroups(calls: unknown[]) {
  const noted = <Call>(call: Call): Call => {
    calls.push(call);
    return call;
  };
  return {
    unitGroupsListing: async (_work, call) => ({
      json: exampleData("unitGroupsListing"),
      ...paginationOf(noted(call).query),
    }),
    unitGroupsListingByClient: async (_work, call) => ({
      json: exampleData("unitGroupsListingByClient"),
      ...paginationOf(noted(call).query),
    }),
    unitGroupsFind: async (_work, call) => ({
      json: exampleData("unitGroupsFind"),
      ...paginationOf(noted(call).query),
    }),
    unitGroupsUnitsListing: async (_work, call) => ({
      json: exampleData("unitGroupsUnitsListing"),
      ...paginationOf(noted(call).query),
    }),
    unitGroupsCreate: async (_work, call) => ({
      json: exampleData("unitGroupsCreate"),
      headers: { location: `${noted(call).request.path}/1`, etag },
    }),
    unitGroupsGet: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsGet"), headers: { etag } };
    },
    unitGroupsUpdate: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsUpdate"), headers: { etag } };
    },
    unitGroupsDelete: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsDelete"), headers: { etag } };
    },
    unitGroupsRestore: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsRestore"), headers: { etag } };
    },
    unitGroupsAddUnits: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsAddUnits") };
    },
    unitGroupsRemoveUnits: async (_work, call) => {
      calls.push(call);
      return { json: exampleData("unitGroupsRemoveUnits") };
    },
  } satisfies GroupHandlers<"unitGroups", FakePrincipal, FakeWork>;
}

/** A kernel over the fakes, with every answer held to the contract. */
export interface FakeService {
  readonly kernel: Kernel;
  /** Calls that reached a handler. */
  readonly calls: unknown[];
  readonly logged: { message: string; fields: LogFields }[];
}

export const fixedNow = new Date("2026-01-15T08:30:00.000Z");
export const fixedRequestId = "01JD3K8Z5Y7Q2M4N6P8R0T1V3X";

/** Makes a kernel over the fakes; `changes` replace single parts. */
export function fakeService(changes: Partial<KernelOptions<FakePrincipal, FakeWork>> = {}): FakeService {
  const calls: unknown[] = [];
  const logged: FakeService["logged"] = [];
  const write = (message: string, fields: LogFields = {}): void => void logged.push({ message, fields });
  const log = { debug: write, info: write, warn: write, error: write, with: () => log };
  const kernel = createKernel<FakePrincipal, FakeWork>({
    operations,
    validators,
    handlers: fakeHandlers(calls),
    authenticate: fakeAuthenticate,
    authorize: fakeAuthorize,
    beginWork: (principal) => ({ of: principal?.name ?? null }),
    clock: { now: () => new Date(fixedNow), monotonic: () => 0 },
    newRequestId: () => fixedRequestId,
    log,
    checkResponse: contractCheck(strictResponses),
    ...changes,
  });
  return { kernel, calls, logged };
}

export const origin = "http://service.test";

/** Sends a request through the fetch face; the path is below the base path. */
export async function send(kernel: Kernel, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return kernel.fetch(new Request(`${origin}/api/v1${path}`, { method, ...init }), { ip: "192.0.2.1" });
}
