import type { BrokenResult, CallOptions, OperationRow } from "@fleet-api/contract";
import { type CallInput, checkInput } from "./check-input.ts";
import { labelOf } from "./fleet-error.ts";
import { judge } from "./judge.ts";
import { checkTimeout, type Settings } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import { InvalidRequest } from "./serialize/invalid-request.ts";
import type { Transport } from "./transport.ts";
import { Stopped, withinLimits } from "./within-limits.ts";

/** What every call of one client shares. */
export interface Core {
  readonly settings: Settings;
  readonly transport: Transport;
}

/** Sends one request and says how it went. Never rejects. */
export async function execute(
  core: Core,
  row: OperationRow,
  input: CallInput,
  options: CallOptions,
): Promise<AnyResult> {
  const { settings, transport } = core;
  const { signal, timeoutMs = settings.timeoutMs } = options;
  let sent = false;
  const onSend = (): void => {
    sent = true;
  };
  try {
    if (options.timeoutMs !== undefined) checkTimeout(timeoutMs);
    checkInput(row, input);
    const answer = await withinLimits(signal, timeoutMs, (within) =>
      transport.send({ row, input, signal: within, onSend }),
    );
    const result = judge(row, answer);
    if (result.ok) tellNotices(settings, row, result.notices);
    return result;
  } catch (error) {
    const [kind, message] = meaningOf(error, sent, settings.baseUrl);
    const cause = error instanceof Stopped || error instanceof InvalidRequest ? error.cause : error;
    return brokenResult(row, kind, message, { cause });
  }
}

/** The kind and the text of an error. The texts quote no foreign message: it may hold a URL or a header. */
function meaningOf(error: unknown, sent: boolean, baseUrl: string): [BrokenResult["kind"], string] {
  if (error instanceof Stopped) return [error.kind, error.message];
  if (isAuthError(error)) return ["auth", `the session gave up (${labelOf(error)})`];
  if (error instanceof InvalidRequest) return ["request", error.message];
  if (sent) return ["network", `no complete answer from ${baseUrl} (${labelOf(error)})`];
  return ["request", `the request could not be made (${labelOf(error)})`];
}

/** By brand or name, not by class: this package does not import the auth package, which may be installed twice too. */
function isAuthError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return Symbol.for("fleet-api.auth-error") in error || ("name" in error && error.name === "AuthError");
}

function tellNotices({ onNotice }: Settings, row: OperationRow, notices: readonly string[]): void {
  for (const notice of notices) {
    try {
      onNotice?.(notice, row.id);
    } catch {
      // An observer must not change what the call returns.
    }
  }
}
