import { bearer } from "./bearer.ts";
import { enter, finish, isPrepared, mend, type Passage } from "./calls.ts";
import type { Core } from "./core.ts";
import { explain } from "./explain.ts";
import { describeCall, tokenOf, type Outgoing } from "./outgoing.ts";

/** What openapi-fetch hands to a middleware, as far as it is used here. `options` is one object per call. */
export interface MiddlewareCall {
  readonly request: Request;
  readonly options: { readonly fetch: (input: Request) => Promise<Response> };
}

/** Fits the `Middleware` type of openapi-fetch 0.17, without depending on it. */
export interface AuthMiddleware {
  onRequest(call: MiddlewareCall): Promise<undefined>;
  onResponse(call: MiddlewareCall & { readonly response: Response }): Promise<Response | undefined>;
  onError(call: MiddlewareCall & { readonly error: unknown }): Promise<Error | undefined>;
}

/**
 * A middleware of one session. What it remembers hangs on the per-call `options`: a call that other middleware
 * abandons, or answers itself, leaves nothing behind. A second middleware of the same session finds the header set
 * and keeps out.
 */
export function createMiddleware(core: Core): AuthMiddleware {
  const passages = new WeakMap<object, Passage>();
  const describe = ({ request, options }: MiddlewareCall): Outgoing => {
    const { fetch } = options;
    return describeCall(core, request, undefined, (input, init) => fetch(new Request(input, init)));
  };
  /**
   * The call as it was sent, because later middleware may have replaced the request. `undefined` if it was sent out of
   * scope, as another kind of call, or with other credentials: then its answer says nothing about the session, and a
   * replay would send the token where it does not belong.
   */
  const conclude = (call: MiddlewareCall, response?: Response): Passage | undefined => {
    const { request, options } = call;
    const passage = passages.get(options);
    passages.delete(options);
    if (!passage) return undefined;
    if (!isPrepared(core, passage, request)) {
      finish(core, passage);
      // Only for the event `scopeRefused`.
      if (response) tokenOf(core, response, request.url);
      return undefined;
    }
    finish(core, passage, response);
    return !response || response.status === 401 ? { ...passage, call: describe(call) } : passage;
  };
  return {
    async onRequest(call) {
      const passage = await enter(core, describe(call));
      if (passage.kind === "foreign") return;
      passages.set(call.options, passage);
      const { sent } = passage;
      if (sent) call.request.headers.set("authorization", bearer(sent));
    },
    async onResponse({ response, ...call }) {
      const passage = conclude(call, response);
      const final = passage && (await mend(core, passage, response));
      return final === response ? undefined : final;
    },
    async onError({ error, ...call }) {
      const passage = conclude(call);
      const final = passage && (await explain(core, passage, error));
      return final instanceof Error ? final : undefined;
    },
  };
}
