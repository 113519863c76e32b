import type { CallOptions } from "@fleet-api/contract";
import type { Engine, RunningCall } from "./engine.ts";
import { Fault, meaningOf } from "./fault.ts";
import { type Limits, signalOf, startLimits } from "./limits.ts";
import type { OperationFacts } from "./operation.ts";
import { checkTime, headerRecord, type Settings } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import type { CallInput } from "./transport.ts";

/** Runs one call through the middleware and says how it went. Never rejects. */
export async function runCall(
  engine: Engine,
  operation: OperationFacts,
  input: CallInput,
  options: CallOptions,
): Promise<AnyResult> {
  const { settings, running } = engine;
  const { platform, baseUrl } = settings;
  const { signal, deadlineMs = settings.deadlineMs, timeoutMs = settings.timeoutMs } = options;
  const startedAt = platform.now();
  let attempts = 0;
  let limits: Limits | undefined;
  let result: AnyResult;
  try {
    if (engine.closed) throw new Fault("the client is closed");
    checkTime("timeoutMs", timeoutMs);
    checkTime("deadlineMs", deadlineMs);
    for (const name in input) if (!/^(path|query|headers|body)$/.test(name)) throw new Fault(`input has no ${name}`);
    // The service would ignore the key, and a repeated POST would be done twice.
    if (options.idempotencyKey !== undefined && !operation.keyed)
      throw new Fault("the operation takes no Idempotency-Key");
    const headers = headerRecord(input.headers, options.headers);
    const started = (limits = startLimits(platform, signal, deadlineMs));
    running.add(started);
    const deadlineAt = deadlineMs ? startedAt + deadlineMs : Infinity;
    const call: RunningCall = { attempts, startedAt, deadlineAt, limits, timeoutMs };
    result = await engine.chain({
      call,
      operation,
      input,
      headers,
      options,
      baseUrl,
      get signal() {
        return signalOf(started);
      },
    });
    attempts = call.attempts;
  } catch (error) {
    result = brokenResult(operation.id, ...meaningOf(error, "the call failed"));
  }
  if (limits) {
    running.delete(limits);
    limits.end?.();
  }
  result.meta.attempts = attempts;
  result.meta.durationMs = platform.now() - startedAt;
  if (result.ok) tell(settings, result.notices, operation.id);
  return result;
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
