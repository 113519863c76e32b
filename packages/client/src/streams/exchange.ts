import { describeError } from "../errors/call-error.ts";
import { FleetError, isFleetError } from "../errors/fleet-error.ts";
import type { Guard } from "./guard.ts";
import { refusalOf } from "./refusal.ts";
import type { Bytes, Settings } from "./source.ts";

/** A response whose head is good and whose body is still to be read. */
export interface Exchange {
  readonly response: Response;
  /** The body as it comes; reads only when asked. Ends the exchange at its end, and when it is left early. */
  chunks(): AsyncGenerator<Bytes>;
  /** Lets go of the connection, whether the body was read or not. */
  drop(): void;
}

/**
 * Sends a GET. Rejects with a `FleetError` when there is no response, when it is a refusal (status 400 and above), and
 * when a redirect led to another origin: nothing of such a response is read. `silenceMs` is how long to wait for the
 * head, and for each part of the body.
 */
export async function exchange(settings: Settings, guard: Guard, silenceMs: number): Promise<Exchange> {
  const { url, fetch, headers } = settings;
  guard.signal.throwIfAborted();
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  const drop = (): void => {
    guard.signal.removeEventListener("abort", drop);
    reader?.cancel().catch(() => undefined);
    controller.abort();
  };
  guard.signal.addEventListener("abort", drop);
  // A function of its own, so that a fetch that throws at once rejects as well.
  const sent = (async () => fetch(url.href, { headers: new Headers(headers), signal: controller.signal }))();

  async function* chunks(): AsyncGenerator<Bytes> {
    try {
      while (reader) {
        const { done, value } = await guard.wait(reader.read(), silenceMs);
        if (done) return;
        yield value;
      }
    } finally {
      drop();
    }
  }
  try {
    const response = await guard.wait(sent, silenceMs);
    reader = response.body?.getReader();
    checkOrigin(settings, response);
    if (response.status >= 400) throw await refusalOf(settings, response, chunks(), guard);
    return { response, chunks, drop };
  } catch (error) {
    drop();
    // A fetch that heeds no signal may answer later. Where the response is here already, its reader was cancelled.
    sent.then(({ body }) => body?.cancel()).catch(() => undefined);
    throw failureOf(settings, error);
  }
}

/** The `FleetError` for whatever was thrown. A foreign message is left out: it may hold a URL or a header. */
export function failureOf({ operationId, url }: Settings, error: unknown): FleetError {
  if (isFleetError(error)) return error;
  const { message, ...facts } = describeError(error, `no complete response from ${url.origin}`, "network");
  return new FleetError(message, { operationId, ...facts });
}

/** The error of a response that is not what was asked for. */
export function unexpected({ operationId }: Settings, { status, headers }: Response, why: string): FleetError {
  const requestId = headers.get("x-request-id");
  return new FleetError(`${status} ${why}`, { kind: "unexpected", operationId, status, requestId });
}

/** After a redirect the response was written by whoever is at its end, which may be anybody. */
function checkOrigin(settings: Settings, response: Response): void {
  if (response.url && new URL(response.url).origin !== settings.url.origin)
    throw unexpected(settings, response, "came from another origin, after a redirect");
}
