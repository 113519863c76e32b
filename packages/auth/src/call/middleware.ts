import { AuthError } from "../errors.ts";
import { bearer, parseBearer } from "../token-text.ts";
import { readResponseToken } from "../token/response-token.ts";
import { mapError } from "./renew-token.ts";
import { type CallParts, type PendingCall, trackResponse } from "./pending-call.ts";
import { type CallTarget, type OutgoingCall, readCall, readTarget } from "./request.ts";
import { prepareCall, retryUnauthorized } from "./send-call.ts";

/** What openapi-fetch hands to a middleware, as far as it is used here. `options` is one object per call. */
export interface MiddlewareCall {
  readonly request: Request;
  readonly options: { readonly fetch: (input: Request) => Promise<Response> };
}

/** Fits the `Middleware` type of openapi-fetch 0.17, without depending on it. */
export interface AuthMiddleware {
  onRequest(call: MiddlewareCall): Promise<Request | Response | undefined>;
  onResponse(call: MiddlewareCall & { readonly response: Response }): Promise<Response | undefined>;
  onError(call: MiddlewareCall & { readonly error: unknown }): Promise<Error | undefined>;
}

/** Middleware that needs the token, for example to sign the request. A middleware of openapi-fetch without `onError`. */
export interface LaterMiddleware {
  onRequest?(call: MiddlewareCall): MaybePromise<Request | Response | undefined | void>;
  onResponse?(call: MiddlewareCall & { readonly response: Response }): MaybePromise<Response | undefined | void>;
}

type MaybePromise<Value> = Value | Promise<Value>;

/** Options of `TokenSession.middleware`. */
export interface MiddlewareOptions {
  /**
   * Middleware that runs after the token was set, in this order; a replay runs it again. Middleware that `use()` adds after
   * this one does not run again: what it made of the request, such as a signature, is sent a second time as it is.
   */
  readonly after?: readonly LaterMiddleware[] | undefined;
}

/** A call that was prepared. */
interface PreparedCall {
  readonly pending: PendingCall<CallTarget>;
  readonly request: Request;
  /** The call as it was before later middleware changed it. */
  readonly original: OutgoingCall | undefined;
}

/**
 * A middleware of one session. What it remembers hangs on the per-call `options`: a call that other middleware
 * abandons, or responds to itself, leaves nothing behind. A second middleware of the same session finds the header set
 * and leaves the call alone.
 */
export function createMiddleware(parts: CallParts, { after = [] }: MiddlewareOptions = {}): AuthMiddleware {
  if (after.some((middleware) => "onError" in middleware)) {
    throw new AuthError("invalid_option", "after: middleware with onError is not supported; add it with client.use()");
  }
  const hasLater = after.length > 0;
  const preparedCalls = new WeakMap<object, PreparedCall>();
  /** The call that would repeat a request as it is now, and run the later middleware again. */
  const read = (call: MiddlewareCall): OutgoingCall =>
    readCall(call.request, undefined, async (input, init) => {
      // Called without a receiver: the `fetch` of a browser is no method of the options.
      const { fetch } = call.options;
      const repeated = new Request(input, init);
      // Without later middleware the request leaves in the turn in which its token was read.
      const request = hasLater ? await runOnRequest(after, call, repeated) : repeated;
      if (request instanceof Response) return request;
      return runOnResponse(after, { ...call, request }, await fetch(request));
    });
  /**
   * The call as it would be repeated, if it can be. `undefined` also if it was sent out of scope, as another kind of call,
   * or with other credentials: then its response says nothing about the session, and a replay would send the token where it
   * does not belong.
   */
  const finish = (call: MiddlewareCall, response?: Response): PendingCall | undefined => {
    const { request, options } = call;
    const prepared = preparedCalls.get(options);
    preparedCalls.delete(options);
    if (!prepared) return undefined;
    const { pending, original } = prepared;
    if (!isSentAsPrepared(parts, prepared, request)) {
      trackResponse(parts, pending);
      // Only for the event `scope_refused`.
      if (response) readResponseToken(parts.context, response, request.url);
      return undefined;
    }
    trackResponse(parts, pending, response);
    if (response && response.status !== 401) return undefined;
    // Later middleware may have replaced the request.
    return { ...pending, call: original ?? read(call) };
  };
  return {
    async onRequest(call) {
      const { request, options } = call;
      const original = hasLater ? read(call) : undefined;
      await prepareCall(parts, original ?? readTarget(request), false, (pending) => {
        if (pending.kind !== "foreign") preparedCalls.set(options, { pending, request, original });
        if (pending.sent !== undefined) request.headers.set("authorization", bearer(pending.sent));
      });
      const next = hasLater ? await runOnRequest(after, call, request) : request;
      return next === request ? undefined : next;
    },
    async onResponse(call) {
      const { response } = call;
      const received = hasLater ? await runOnResponse(after, call, response) : response;
      const pending = finish(call, received);
      const final = pending ? await retryUnauthorized(parts, pending, received) : received;
      return final === response ? undefined : final;
    },
    async onError({ error, ...call }) {
      const pending = finish(call);
      const final = pending && (await mapError(parts, pending, error));
      // An abort has the reason that the caller gave, which may be anything.
      if (final !== undefined && final !== error && !(final instanceof Error)) throw final;
      return final instanceof Error ? final : undefined;
    },
  };
}

/** Whether a request is of the kind that it was prepared as, and carries the token that it was given. */
function isSentAsPrepared(
  { context }: CallParts,
  { pending, request: before }: PreparedCall,
  request: Request,
): boolean {
  const header = request.headers.get("authorization");
  const { sent, kind } = pending;
  const isSameToken = sent === undefined ? header === null : header === bearer(sent) || parseBearer(header) === sent;
  // A request cannot change its address and method.
  const isSameKind = request === before || context.scope.kindOf(request.url, request.method.toUpperCase()) === kind;
  return isSameToken && isSameKind;
}

/** The request that is to be sent, or the response that a middleware gives in place of the service. */
async function runOnRequest(
  after: readonly LaterMiddleware[],
  call: MiddlewareCall,
  first: Request,
): Promise<Request | Response> {
  let request = first;
  for (const middleware of after) {
    const result = await middleware.onRequest?.({ ...call, request });
    if (result instanceof Response) return result;
    request = result ?? request;
  }
  return request;
}

async function runOnResponse(
  after: readonly LaterMiddleware[],
  call: MiddlewareCall,
  first: Response,
): Promise<Response> {
  let response = first;
  for (const middleware of after.toReversed()) {
    response = (await middleware.onResponse?.({ ...call, response })) ?? response;
  }
  return response;
}
