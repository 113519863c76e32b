import { bearer } from "./bearer.ts";
import { isReplayable, ReplayableRequest } from "./replayable-request.ts";

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
  /** Sends the call with this token. The caller's input and init are left as they are. */
  send(token: string): Promise<Response>;
}

/** Reads `fetch` arguments without consuming or changing them. Throws the platform's error for an invalid URL. */
export function describeCall(input: string | URL | Request, init: RequestInit | undefined, transport: Fetch): Outgoing {
  const request = typeof input === "object" && "url" in input ? input : undefined;
  const given = init?.body ?? null;
  const kept = request === undefined || given !== null ? null : ReplayableRequest.bodyOf(request);
  const pristine = new Headers(init?.headers ?? request?.headers);

  return {
    url: request === undefined ? absolute(String(input)) : request.url,
    method: (init?.method ?? request?.method ?? "GET").toUpperCase(),
    claimed: pristine.has("authorization"),
    signal: () => init?.signal ?? request?.signal,
    replayable: () => kept !== undefined && isReplayable(given),
    send(token) {
      const headers = new Headers(pristine);
      headers.set("authorization", bearer(token));
      if (kept === null || kept === undefined) return transport(input, { ...init, headers });
      // The Request fixed a multipart boundary that the body, encoded afresh, will not have.
      if (kept instanceof FormData) headers.delete("content-type");
      return transport(input, { ...init, headers, body: kept });
    },
  };
}

function absolute(url: string): string {
  // A relative URL is resolved by the platform's own rules: against the document in a browser, an error elsewhere.
  return URL.canParse(url) ? new URL(url).href : new Request(url).url;
}
