import { examples } from "@fleet-api/contract/examples";
import { operations, type OperationId } from "@fleet-api/contract/operations";
import { permissionCatalogue } from "@fleet-api/contract/permissions";
import { validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { describePermission } from "../../../src/access/index.ts";
import type { Authenticate, Authorize, Handlers, Kernel, KernelOptions } from "../../../src/kernel/index.ts";
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

/** What the handlers of the fakes look at in a call. */
interface AnyCall {
  readonly query: { readonly page?: number; readonly per_page?: number };
}

/** Answers with the example of the contract, so that no answer is written twice; every call is kept in `calls`. */
function exampleHandler(id: OperationId, calls: unknown[]) {
  const { data, headers } = examples[id];
  const json = rawJson(JSON.stringify(data));
  return async (_work: FakeWork, call: AnyCall) => {
    calls.push(call);
    const { page, per_page } = call.query;
    return { json, headers, ...(Array.isArray(data) && { pagination: { page, per_page, total: 1 } }) };
  };
}

/** A handler for each operation; some answer to sentinel values in their own way. */
export function fakeHandlers(calls: unknown[]): Handlers<FakePrincipal, FakeWork> {
  const ids = Object.values(operations).map(({ id }) => id);
  const all = Object.fromEntries(ids.map((id) => [id, exampleHandler(id, calls)]));
  const handlers = all as unknown as Handlers<FakePrincipal, FakeWork>;
  return {
    ...handlers,
    authLogin: async (work, call) => {
      const reply = await handlers.authLogin(work, call);
      if (call.body.username === "busy") {
        throw new ProblemError("too_many_requests", "Wait 30 seconds.", { retry_after_s: 30 });
      }
      if (call.body.password !== "right") throw new ProblemError("invalid_credentials", "Check both.");
      return { ...reply, headers: { authorization: "bearer first" } };
    },
    authToken: async (_work, call) => {
      calls.push(call);
      return { data: { token: "bearer current" } };
    },
    authRegistration: async (work, call) => {
      const reply = await handlers.authRegistration(work, call);
      sentinel(call.path.registration_token);
      return reply;
    },
    authLogout: async (work, call) => ({ ...(await handlers.authLogout(work, call)), sessionEnded: true }),
    unitsListing: async (work, call) => {
      const { page, per_page } = call.query;
      return {
        ...(await handlers.unitsListing(work, call)),
        notices: page > 3 ? ["page_past_end: the last page is 3"] : [],
        pagination: { page, per_page, total: 126 },
      };
    },
  };
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
