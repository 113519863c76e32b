import { type AnswerContext, breach } from "./answer.ts";
import { type Reply, defaultReply, successResponse } from "./reply.ts";
import { isParameter, matchPath, type Operation, type PathMatch } from "./operation-table.ts";
import { isProblem, problem, problemOutside, problemResponse } from "./problem.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import { recordCall } from "./recorded-call.ts";
import { newestToken, refusalOf, type Session } from "./sessions.ts";
import type { State } from "./state.ts";
import { TestServerError } from "./test-server-error.ts";

/** What the server is made of. */
export interface ServeOptions {
  readonly baseUrl: URL;
  /** Whether protected operations need the token of a login. */
  readonly sessions: boolean;
}

/** One request that fits an operation. */
interface Exchange {
  readonly operation: Operation;
  readonly read: ReadRequest;
  readonly session: Session | undefined;
  readonly context: AnswerContext;
  readonly signal: AbortSignal;
}

/** Answers one request. Rejects with a `TestServerError` for mistakes of the test, and with a `TypeError` for no response. */
export async function serve(options: ServeOptions, state: State, request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const base = options.baseUrl.pathname.replace(/\/$/, "");
  if (origin !== options.baseUrl.origin || !pathname.startsWith(`${base}/`)) {
    const remedy = "Give the application baseUrl and fetch of this server, or send this request elsewhere";
    throw new TestServerError(
      `the test server answers below ${options.baseUrl.href}, not ${origin}${pathname}. ${remedy}`,
    );
  }
  const match = matchPath(pathname.slice(base.length));
  const operation = match?.operations.get(request.method);
  const requestId = proposedId(request) ?? state.newRequestId();
  const hasToken = request.headers.has("authorization");
  if (match === null || operation === undefined)
    return answerOutside(state, request, match, { requestId, instance: pathname, hasToken, newerToken: null });

  const read = await readRequest(request, operation, match);
  const call = recordCall(operation.id, read, request);
  state.calls.push(call);
  await wait(operation, state);
  const session = options.sessions ? state.sessions.find(call.authorization) : undefined;
  const isAlive = session !== undefined && session.ended === null && operation.id !== "authLogout";
  const newerToken = isAlive ? state.sessions.newerToken(session, call.authorization) : null;
  const context = { requestId, instance: instanceOf(base, operation, match), hasToken, newerToken };
  const exchange: Exchange = { operation, read, session, context, signal: request.signal };

  const refusal = options.sessions ? refusalOf(operation.row, session) : null;
  const answer =
    state.failures.take(operation.id) ??
    (refusal === null ? (read.refusal ?? (await handle(state, exchange))) : problem(refusal));
  return respond(state, exchange, answer);
}

/** The request id that the client proposes, if it fits the contract. */
function proposedId(request: Request): string | null {
  const id = request.headers.get("x-request-id");
  return id !== null && /^[\w-]{8,64}$/.test(id) ? id : null;
}

/** The problem that the service has for a path or a method that the contract does not have. No typed call leads here. */
function answerOutside(state: State, request: Request, match: PathMatch | null, context: AnswerContext): Response {
  const { instance } = context;
  if (match === null) {
    state.errors.push(new TestServerError(`the contract has no path ${instance}; use one of its operations`));
    return problemOutside(problem("not_found", { detail: "The contract has no such path." }), context, {});
  }
  const allow = [...match.operations.keys()].join(", ");
  state.errors.push(new TestServerError(`${instance} does not have the method ${request.method}; it has ${allow}`));
  const detail = `The path does not have the method ${request.method}. It has ${allow}.`;
  return problemOutside(problem("method_not_allowed", { detail }), context, { allow });
}

/** The path without the secrets in it. */
function instanceOf(base: string, { segments, validators }: Operation, match: PathMatch): string {
  const shown = segments.map((part, index) => {
    const name = part.slice(1, -1);
    const isSecret = isParameter(part) && validators.parameters.path[name]?.sensitive === true;
    return isSecret ? `:${name}` : match.segments[index];
  });
  return `${base}${shown.join("/")}`;
}

async function wait({ id }: Operation, state: State): Promise<void> {
  try {
    await state.delays.take(id)?.();
  } catch (cause) {
    throw new TestServerError(`${id}: the delay failed: ${String(cause)}`, { cause });
  }
}

/** What the handler gives, or else the example of the contract. */
async function handle(state: State, { operation, read, session, signal }: Exchange): Promise<unknown> {
  const handler = state.handlers.get(operation.id);
  if (handler === undefined) {
    const reply = defaultReply(operation, read);
    const isToken = operation.id === "authToken" && session !== undefined;
    return isToken ? { ...reply, data: { token: `bearer ${newestToken(session)}` } } : reply;
  }
  const { path, query, headers, body } = read;
  try {
    // A handler may change what it is given, and the recorded call stays what was sent.
    return await Reflect.apply(handler, undefined, [{ ...structuredClone({ path, query, headers, body }), signal }]);
  } catch (cause) {
    throw new TestServerError(`${operation.id}: the handler threw ${String(cause)}`, { cause });
  }
}

async function respond(state: State, exchange: Exchange, answer: unknown): Promise<Response> {
  const { operation, context } = exchange;
  if (answer === "hang") return new Promise<never>(() => undefined);
  if (answer === "network" || (answer instanceof Response && answer.type === "error"))
    throw new TypeError("fetch failed");
  if (answer instanceof Response) {
    if (answer.bodyUsed) throw breach(operation, ["it is a Response whose body has been read; make a new one"]);
    // The same response may be planned for several calls, and a body can be read once.
    return answer.clone();
  }
  if (typeof answer !== "object" || answer === null)
    throw breach(operation, [`it is ${String(answer)}; give { data }, problem(...), a Response, "network" or "hang"`]);
  if (isProblem(answer)) return problemResponse(operation, answer, context);
  return successResponse(operation, withSession(state, exchange, answer), exchange.read, context);
}

/** A login begins a session, a logout ends it. */
function withSession(state: State, { operation, session }: Exchange, reply: Reply): Reply {
  if (operation.id === "authLogout" && session !== undefined) session.ended = "token_revoked";
  if (operation.id !== "authLogin") return reply;
  const authorization = `bearer ${newestToken(state.sessions.begin())}`;
  return { ...reply, headers: { authorization, ...reply.headers } };
}
