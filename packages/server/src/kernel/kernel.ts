/**
 * The contract kernel: everything between a host and the handlers, in the one order that holds for all requests.
 *
 *  1. 404 unknown path, 405 unknown method, OPTIONS; the pages about problems
 *  2. 400 repeated Authorization header
 *  3. 401 authenticate          (from here on, a newer token goes out with every answer)
 *  4. 403 authorize             (before validation, so that a caller without the right learns nothing else)
 *  5. 415 media type
 *  6. 429 and 503 of operations whose requests are bounded before memory is spent on them (`admit`)
 *  7. 413 and 400               (only now the body is read, and path, query and body are parsed)
 *  8. 422 the findings in path, query, headers and body
 *  9. 403 fields of the input that need a permission of their own
 * 10. 429 too many requests of the caller in progress (`carryOut`)
 * 11. the handler: 404, 409, 410 ... or one of the successes of the operation
 *
 * Web-standard only: clock and ids are injected, no host or runtime is named.
 */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Security } from "./caller.ts";
import { findCaller } from "./caller.ts";
import type { CheckResponse } from "./check-response.ts";
import type { Exchange } from "./exchange.ts";
import { beginExchange, maskedPath, pathOf, pathWords, requestView } from "./exchange.ts";
import { answerRequest } from "./fetch-face.ts";
import { authorizeFields } from "./field-actions.ts";
import { fieldValue } from "./field-value.ts";
import { readInput } from "./input.ts";
import { requireJson } from "./media-type.ts";
import type { CompiledOperation, OperationSources } from "./operation-table.ts";
import { compileOperations } from "./operation-table.ts";
import { decodePercent } from "./percent.ts";
import { problemPage, problemResponse } from "./problem-response.ts";
import { ProblemError } from "./problem.ts";
import { internalError, methodNotAllowed } from "./problems.ts";
import type { ReadBody, RequestHead } from "./request-head.ts";
import type { KernelResponse } from "./response.ts";
import { checkReply, kernelResponse, successResponse } from "./response.ts";
import type { PathMatch } from "./router.ts";
import { createRouter, shownPath } from "./router.ts";
import type { Admit, BeginWork, CarryOut } from "./types.ts";

/** What a kernel is made of. */
export interface KernelOptions<Principal, Work> extends OperationSources<Principal, Work>, Security<Principal> {
  /** Begins the unit of work of a request, just before its handler runs. */
  readonly beginWork: BeginWork<Principal, Work>;
  /**
   * Carries out an operation by calling its handler with a unit of work, at most once for each `Idempotency-Key`.
   * @default it is called
   */
  readonly carryOut?: CarryOut<Work>;
  /** Decides whether a request may go on now. @default it may */
  readonly admit?: Admit;
  /** The problem that an error of the service stands for; null for one that nobody foresaw. @default none */
  readonly problemOf?: (error: unknown) => ProblemError | null;
  readonly clock: Clock;
  /** A new request id: 8 to 64 letters, digits, `-` or `_`. */
  readonly newRequestId: () => string;
  /** Path in front of all templates. @default "/api/v1" */
  readonly basePath?: string;
  readonly log: Log;
  /** For tests: `contractCheck(strictResponses)` makes `handle` reject with an answer that breaks the contract. */
  readonly checkResponse?: CheckResponse;
}

/** The contract, carried out. */
export interface Kernel {
  readonly basePath: string;
  /** Answers one request. Every failure is an answer; only `checkResponse` makes it reject. */
  handle(head: RequestHead, readBody: ReadBody): Promise<KernelResponse>;
  /** The answer to a request that a host could not hand over, for example one with broken framing. */
  refuse(head: RequestHead, error: unknown): KernelResponse;
  /** The path of a request target as logs and problems may have it: without query and secrets. */
  loggedPath(target: string): string;
  /** The same as `handle` for the Fetch API. */
  fetch(request: Request, connection: { readonly ip: string }): Promise<Response>;
}

/**
 * Makes the kernel.
 * @throws Error when operation table and handlers differ, naming the operations
 */
export function createKernel<Principal, Work>(options: KernelOptions<Principal, Work>): Kernel {
  const { basePath = "/api/v1", clock, log, carryOut = (call, handle) => handle(call.work) } = options;
  const { admit = (_admission, run) => run() } = options;
  const compiled = compileOperations(options);
  const matchPath = createRouter(compiled, basePath);
  const words = pathWords(compiled, basePath);

  const fail = (exchange: Exchange, error: unknown): KernelResponse => {
    const problem = error instanceof ProblemError ? error : (options.problemOf?.(error) ?? internalError(error));
    const { requestId, instance, operation, newerToken } = exchange;
    const fields = { request_id: requestId, operation: operation?.id, code: problem.code };
    const cause = problem.extra.cause ?? problem;
    // What passes on its own is no defect: no stack, which would fill the log while the database is away. 501 is an
    // error of the client.
    if (problem.status === 503) log.warn("request refused", { ...fields, reason: messageOf(cause) });
    else if (problem.status === 500) log.error("request failed", { ...fields, error: cause });
    return problemResponse({ requestId, newerToken, instance, now: clock.now() }, problem);
  };

  const showPath = (target: string, match: PathMatch<CompiledOperation> | null): string =>
    match === null ? maskedPath(target, words) : instanceOf(match, basePath);
  const loggedPath = (target: string): string => showPath(target, matchPath(pathOf(target)));

  const run = async (
    exchange: Exchange,
    match: PathMatch<CompiledOperation> | null,
    readBody: ReadBody,
  ): Promise<KernelResponse> => {
    const { head } = exchange;
    if (match === null) return answerOutside(exchange);
    if (head.method === "OPTIONS") return optionsResponse(exchange, match.entry.allow);
    const operation = match.entry.operations.get(head.method === "HEAD" ? "GET" : head.method);
    if (operation === undefined) throw methodNotAllowed(head.method, match.entry.allow);
    exchange.operation = operation;
    const request = requestView(exchange);
    const principal = await findCaller(options, exchange, operation, request);
    if (operation.body) requireJson(head);
    const { userId } = exchange;
    const reply = await admit({ operation, userId, request }, async () => {
      const input = await readInput({ head, match, operation, readBody });
      if (principal !== undefined) await authorizeFields(options.authorize, operation, input, principal);
      const call = { operation, input, work: options.beginWork(principal, request), userId, request };
      return carryOut(call, async (work) =>
        checkReply(operation, await operation.handler(work, { ...input, principal, request })),
      );
    });
    const context = {
      requestId: exchange.requestId,
      newerToken: reply.sessionEnded ? null : exchange.newerToken,
    };
    return successResponse(context, operation, reply, fieldValue(head.values("if-none-match")));
  };

  const handle = async (head: RequestHead, readBody: ReadBody): Promise<KernelResponse> => {
    const match = matchPath(pathOf(head.target));
    const exchange = beginExchange(head, showPath(head.target, match), options.newRequestId);
    const response = await run(exchange, match, readBody).catch((error: unknown) => fail(exchange, error));
    const { operation, userId, instance: path } = exchange;
    if (operation === null) return { ...response, asked: { operation, userId } };
    options.checkResponse?.(operation.id, response);
    return { ...response, asked: { operation: operation.id, userId, path } };
  };

  const refuse = (head: RequestHead, error: unknown): KernelResponse =>
    fail(beginExchange(head, loggedPath(head.target), options.newRequestId), error);

  return {
    basePath,
    handle,
    refuse,
    loggedPath,
    fetch: (request, connection) => answerRequest({ handle, refuse }, request, connection.ip),
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The path is none of the contract: that of a page about problems, or unknown. */
function answerOutside({ head, requestId }: Exchange): KernelResponse {
  const page = problemPage(pathOf(head.target));
  if (page === null) throw unknownPath(head.target);
  const allow = "GET, HEAD, OPTIONS";
  const context = { requestId, newerToken: null };
  if (head.method === "OPTIONS") return kernelResponse(context, 204, { allow }, null);
  if (head.method !== "GET" && head.method !== "HEAD") throw methodNotAllowed(head.method, allow);
  return kernelResponse(context, 200, page.headers, page.body);
}

function optionsResponse({ requestId }: Exchange, allow: string): KernelResponse {
  return kernelResponse({ requestId, newerToken: null }, 204, { allow }, null);
}

/** The path without its secrets. */
function instanceOf(match: PathMatch<CompiledOperation>, basePath: string): string {
  return shownPath(match, basePath, (name) => isSensitive(match, name));
}

function isSensitive(match: PathMatch<CompiledOperation>, name: string): boolean {
  const operations = [...match.entry.operations.values()];
  return operations.some((operation) => operation.validators.parameters.path[name]?.sensitive === true);
}

function unknownPath(target: string): ProblemError {
  decodePercent(pathOf(target), "path");
  return new ProblemError("not_found", "There is no such path. The contract names those that exist.");
}

/** What a starting kernel is made of. */
interface StartingOptions {
  readonly basePath: string;
  readonly clock: Clock;
  readonly newRequestId: () => string;
}

/** Answers every request with 503, while what the kernel needs is still being opened. */
export function startingKernel({ basePath, clock, newRequestId }: StartingOptions): Kernel {
  const loggedPath = (target: string): string => maskedPath(target, new Set([""]));
  const refuse = (head: RequestHead, error: unknown): KernelResponse => {
    const { requestId, instance } = beginExchange(head, loggedPath(head.target), newRequestId);
    const problem = error instanceof ProblemError ? error : internalError(error);
    return problemResponse({ requestId, newerToken: null, instance, now: clock.now() }, problem);
  };
  const handle = async (head: RequestHead): Promise<KernelResponse> =>
    refuse(head, new ProblemError("unavailable", "The server is starting. Try again.", { retry_after_s: 1 }));
  return {
    basePath,
    handle,
    refuse,
    loggedPath,
    fetch: (request, connection) => answerRequest({ handle, refuse }, request, connection.ip),
  };
}
