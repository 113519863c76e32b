import type { BrokenResult, CallOptions } from "@fleet-api/contract";
import { Fault } from "./fault.ts";
import { labelOf } from "./fleet-error.ts";
import { judge } from "./judge.ts";
import { checkTimeout, type Settings } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import type { CallInput, Operation, Transport } from "./transport.ts";
import { withinLimits } from "./within-limits.ts";

/** Sends one request and says how it went. Never rejects. */
export async function execute(
  settings: Settings,
  send: Transport["send"],
  operation: Operation,
  input: CallInput,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
): Promise<AnyResult> {
  let sent = false;
  const onSend = (): void => {
    sent = true;
  };
  const work = (within?: AbortSignal): ReturnType<typeof send> => send(operation, input, within, onSend);
  try {
    checkTimeout(timeoutMs);
    for (const name in input) if (!/^(path|query|body)$/.test(name)) throw new Fault(`input has no ${name}`);
    const result = judge(operation, await withinLimits(signal, timeoutMs, work));
    if (result.ok) tell(settings, result.notices, operation[0]);
    return result;
  } catch (error) {
    const { kind, message, cause } = error instanceof Fault ? error : foreign(error, sent, settings.baseUrl);
    return brokenResult(operation[0], kind, message, null, { cause });
  }
}

/** What an error of somebody else's means. Its own message is left out: it may hold a URL or a header. */
function foreign(cause: unknown, sent: boolean, baseUrl: string) {
  // By brand, not by class: this package does not import the auth package, which may be installed twice too.
  const isAuthError = Symbol.for("fleet-api.auth-error") in Object(cause);
  const kind: BrokenResult["kind"] = isAuthError ? "auth" : sent ? "network" : "request";
  return { kind, message: `no answer from ${baseUrl} (${labelOf(cause)})`, cause };
}

function tell({ onNotice }: Settings, notices: readonly string[], operationId: string): void {
  for (const notice of notices) {
    try {
      onNotice?.(notice, operationId);
    } catch {
      // An observer must not change what the call returns.
    }
  }
}
