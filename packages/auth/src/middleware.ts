import { bearer } from "./bearer.ts";
import { enter, finish, mend, type Passage } from "./calls.ts";
import type { Core } from "./core.ts";
import { explain } from "./explain.ts";
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
  onError(call: MiddlewareCall & { readonly error: unknown }): Promise<Error | undefined>;
}

/**
 * A middleware of one session. What it remembers hangs on the per-call `options`: a call that other middleware
 * abandons, or answers itself, leaves nothing behind. A second middleware of the same session finds the header set
 * and keeps out.
 */
export function createMiddleware(core: Core): AuthMiddleware {
  const passages = new WeakMap<object, Passage>();
  const conclude = (options: object, response?: Response): Passage | undefined => {
    const passage = passages.get(options);
    passages.delete(options);
    if (passage) finish(core, passage, response);
    return passage;
  };
  return {
    async onRequest({ request, options }) {
      const { fetch } = options;
      const resend: Fetch = (input, init) => fetch(new Request(input, init));
      const passage = await enter(core, describeCall(core, request, undefined, resend));
      if (passage.kind === "foreign") return;
      passages.set(options, passage);
      const { sent } = passage;
      if (sent) request.headers.set("authorization", bearer(sent));
    },
    async onResponse({ options, response }) {
      const passage = conclude(options, response);
      const final = passage && (await mend(core, passage, response));
      return final === response ? undefined : final;
    },
    async onError({ options, error }) {
      const passage = conclude(options);
      const final = passage && (await explain(core, passage, error));
      return final instanceof Error ? final : undefined;
    },
  };
}
