import type { Problem } from "@fleet-api/contract";
import { retryAfter } from "@fleet-api/http";
import { FleetError, isFleetError, isLoginDelayed, isProblem, loginDelay } from "../errors.ts";
import { describeFetchError } from "../fetch-errors.ts";
import { cancelQuietly, nextTask } from "../platform.ts";
import type { Guard } from "./guard.ts";
import type { Bytes, Settings } from "./source.ts";
import { textDecoder } from "./text-pieces.ts";

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
    cancelQuietly(reader);
    controller.abort();
  };
  guard.signal.addEventListener("abort", drop);
  // A function of its own, so that a fetch that throws at once rejects as well.
  const sent = (async () => fetch(url.href, { headers: new Headers(headers), signal: controller.signal }))();

  async function* chunks(): AsyncGenerator<Bytes> {
    try {
      for (let reads = 1; reader; reads += 1) {
        // A body that is always ready would let no signal of the caller end it.
        if (reads % 1000 === 0) await guard.wait(nextTask());
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

/** The `FleetError` for whatever was thrown. */
export function failureOf({ operationId, url }: Settings, error: unknown): FleetError {
  if (isFleetError(error)) return error;
  const { message, ...facts } = describeFetchError(error, `no complete response from ${url.origin}`);
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

/** Milliseconds that the body of a refusal may be silent; its status is told without it then. */
const PROBLEM_SILENCE_MS = 5_000;

/** Bytes of the longest problem that is read. */
const PROBLEM_BYTES = 65_536;

/** The pauses that refusals asked for, in milliseconds. Beside the errors, so that those hold nothing new. */
const pauses = new WeakMap<FleetError, number>();

/** The error of a status from 400 on, with the problem (RFC 9457) in it, if that is what the body is. */
async function refusalOf(
  { operationId, platform }: Settings,
  { status, headers }: Response,
  chunks: AsyncGenerator<Bytes>,
  guard: Guard,
): Promise<FleetError> {
  const declared = /^application\/problem\+json[ \t]*(;|$)/i.test(headers.get("content-type") ?? "");
  // Silence, a broken connection and a body of another shape all mean: there is no problem to show.
  const problem = declared ? await guard.wait(readProblem(chunks), PROBLEM_SILENCE_MS).catch(() => null) : null;
  const error = new FleetError(problem ? `${status} ${problem.code}: ${problem.detail}` : `${status} is a refusal`, {
    kind: "http",
    operationId,
    status,
    requestId: headers.get("x-request-id"),
    problem,
  });
  pauses.set(error, retryAfter(headers, platform.now()));
  // An abort while the problem was read is an abort.
  return guard.signal.aborted ? guard.signal.reason : error;
}

/** Whether the same request may go well later: no response, an overload, or a login that is to be tried again. */
export function isPassing({ kind, status, cause }: FleetError): boolean {
  if (kind === "auth") return isLoginDelayed(cause);
  if (kind === "http") return Number(status) >= 500 || status === 408 || status === 429;
  return kind === "network" || kind === "timeout";
}

/** Milliseconds that the service, or the session whose login it put off, asked to wait. 0 if they did not. */
export function pauseOf(error: FleetError, now: number): number {
  return pauses.get(error) ?? (error.kind === "auth" ? loginDelay(error.cause, now) : 0);
}

async function readProblem(chunks: AsyncGenerator<Bytes>): Promise<Problem | null> {
  const decode = textDecoder();
  let text = "";
  for await (const chunk of chunks) {
    text += decode(chunk);
    if (text.length > PROBLEM_BYTES) return null;
  }
  const value: unknown = JSON.parse(text + decode());
  return isProblem(value) ? value : null;
}
