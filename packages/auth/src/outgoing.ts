import { bearer, parseBearer } from "./bearer.ts";
import type { Core } from "./core.ts";
import { emit } from "./events.ts";
import { pathOf } from "./scope.ts";

/** What a `fetch` takes and gives; every implementation of the Fetch standard fits. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A call as the session sees it: where it goes, whether it can be sent again, and how to send it. */
export interface Outgoing {
  /** Absolute, serialised URL. */
  readonly url: string;
  /** Method in capitals. */
  readonly method: string;
  /** The caller set an Authorization header: the call is not ours to touch. */
  readonly claimed: boolean;
  /** The caller's signal, read only where it matters: on some platforms the getter creates it. */
  signal(): AbortSignal | undefined;
  /** Whether the body can be sent a second time. */
  replayable(): boolean;
  /** Sends the call, with this token if there is one. The caller's input and init are left as they are. */
  send(token: string | undefined): Promise<Response>;
}

/** Kinds of body that can be sent any number of times. A stream, or an async iterable, can be read once only. */
export type ReplayableBody = Exclude<Body, ReadableStream>;

/** What a body may be. Derived, because the name of that type is known in browsers only. */
type Body = NonNullable<RequestInit["body"]>;

/** Whether a body can be sent twice. `null` is no body, which can; `undefined` is an unknown one. */
export function isReplayable(body: Body | null | undefined): body is ReplayableBody | null {
  return body !== undefined && !(body instanceof Object && ("getReader" in body || Symbol.asyncIterator in body));
}

/** The body of any `Request`: `null` for none, else `undefined`, as it cannot be known. */
export function plainBody({ body, method }: Request): null | undefined {
  // Not every browser has `Request.body`; where it is missing only the method tells that there is no body.
  return body === null || /^(GET|HEAD)$/.test(method) ? null : undefined;
}

/** Reads `fetch` arguments without consuming or changing them. Throws the platform's error for an invalid URL. */
export function describeCall(
  core: Core,
  input: string | URL | Request,
  init?: RequestInit,
  transport = core.fetch,
): Outgoing {
  const request = typeof input === "object" && "url" in input ? input : undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const body = init?.body ?? (request ? core.bodyOf(request) : null);

  return {
    url: request ? request.url : absolute(String(input)),
    method: (init?.method ?? request?.method ?? "GET").toUpperCase(),
    claimed: headers.has("authorization"),
    signal: () => init?.signal ?? request?.signal,
    replayable: () => isReplayable(body),
    send(token) {
      if (!token) return transport(input, init);
      headers.set("authorization", bearer(token));
      // The Request fixed a multipart boundary that the body, encoded afresh, will not have.
      if (body instanceof FormData) headers.delete("content-type");
      // What is not known, such as a stream in a Request, stays where it is: no body given here means that one.
      return transport(input, { ...init, headers, body: body ?? null });
    },
  };
}

/** The token of an answer, if the answer came from within the scope. `url` is where the request went. */
export function tokenOf(core: Core, response: Response, url: string): string | undefined {
  const token = parseBearer(response.headers.get("authorization"));
  // After a redirect the header was written by whoever is at its end, which may be anybody.
  const from = response.url || url;
  if (!token || pathOf(core, from) !== undefined) return token;
  emit(core, { type: "scopeRefused", origin: new URL(from).origin });
  return undefined;
}

/** Lets go of an answer that nobody reads, so that it does not hold its connection. */
export function discard(response: Response): undefined {
  response.body?.cancel().catch(() => undefined);
}

function absolute(url: string): string {
  // A relative URL is resolved by the platform's own rules: against the document in a browser, an error elsewhere.
  return URL.canParse(url) ? new URL(url).href : new Request(url).url;
}
