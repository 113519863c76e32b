import type { Problem } from "@fleet-api/contract";
import { retryAfter } from "@fleet-api/http";
import { FleetError } from "../errors/fleet-error.ts";
import { isProblem } from "../call/problem.ts";
import type { Guard } from "./guard.ts";
import type { Bytes, Settings } from "./source.ts";
import { textDecoder } from "./text-decoder.ts";

/** Milliseconds that the body of a refusal may be silent; its status is told without it then. */
const PROBLEM_SILENCE_MS = 5_000;

/** Bytes of the longest problem that is read. */
const PROBLEM_BYTES = 65_536;

/** The pauses that refusals asked for, in milliseconds. Beside the errors, so that those hold nothing new. */
const pauses = new WeakMap<FleetError, number>();

/** The error of a status from 400 on, with the problem (RFC 9457) in it, if that is what the body is. */
export async function refusalOf(
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
  if (kind === "auth") return /^login_(backoff|timeout)$/.test(Object(cause).code);
  if (kind === "http") return Number(status) >= 500 || status === 408 || status === 429;
  return kind === "network" || kind === "timeout";
}

/** Milliseconds that the service, or the session whose login it put off, asked to wait. 0 if they did not. */
export function pauseOf(error: FleetError, now: number): number {
  const { retryAt }: { retryAt?: unknown } = error.kind === "auth" ? Object(error.cause) : {};
  return pauses.get(error) ?? (typeof retryAt === "number" ? Math.max(0, retryAt - now) : 0);
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
