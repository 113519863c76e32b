import { bearer } from "./bearer.ts";
import type { Gate, Passage } from "./gate.ts";
import { describeCall, type Fetch } from "./outgoing.ts";

/** What openapi-fetch hands to a middleware, as far as it is used here. `options` is one object per call. */
export interface MiddlewareCall {
  readonly request: Request;
  readonly options: { readonly fetch: (input: Request) => Promise<Response> };
}

/** Fits the `Middleware` type of openapi-fetch 0.17, without depending on it. */
export interface AuthMiddleware {
  onRequest(call: MiddlewareCall): Promise<undefined>;
  onResponse(call: MiddlewareCall & { readonly response: Response }): Promise<Response | undefined>;
  onError(call: MiddlewareCall): undefined;
}

/**
 * A middleware of one session. What it remembers hangs on the per-call `options`: a call that other middleware
 * abandons, or answers itself, leaves nothing behind. A second middleware of the same session finds the header set
 * and keeps out.
 */
export function createMiddleware(gate: Gate): AuthMiddleware {
  const passages = new WeakMap<object, Passage>();
  const take = (options: object): Passage | undefined => {
    const passage = passages.get(options);
    passages.delete(options);
    return passage;
  };
  return {
    async onRequest({ request, options }) {
      const resend: Fetch = (input, init) => options.fetch(new Request(input, init));
      const passage = await gate.enter(describeCall(request, undefined, resend));
      if (passage === undefined) return;
      passages.set(options, passage);
      const { sent } = passage.stamp;
      if (sent !== undefined) request.headers.set("authorization", bearer(sent));
    },
    async onResponse({ options, response }) {
      const passage = take(options);
      const final = passage && (await gate.leave(passage, response));
      return final === response ? undefined : final;
    },
    onError({ options }) {
      const passage = take(options);
      if (passage !== undefined) gate.fail(passage);
    },
  };
}
