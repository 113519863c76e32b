import type { CallOptions } from "@fleet-api/contract";
import type { Engine } from "./engine.ts";
import { Fault, meaningOf } from "./fault.ts";
import { type Limits, signalOf, startLimits } from "./limits.ts";
import type { CallContext } from "./middleware.ts";
import type { OperationFacts } from "./operation.ts";
import { checkTime, headerRecord } from "./options.ts";
import { type AnyResult, brokenResult, withMeta } from "./outcome.ts";
import type { RunningCall } from "./running-call.ts";
import { tell } from "./tell.ts";
import type { CallInput } from "./transport.ts";

/** Runs one call through the middleware and says how it went. Never rejects. */
export async function runCall(
  engine: Engine,
  operation: OperationFacts,
  input: CallInput,
  options: CallOptions,
): Promise<AnyResult> {
  const { settings, running } = engine;
  const { platform, baseUrl, onNotice } = settings;
  const startedAt = platform.now();
  let call: RunningCall | undefined;
  let result: AnyResult;
  try {
    if (engine.closed) throw new Fault("the client is closed");
    const { signal, deadlineMs = settings.deadlineMs } = options;
    checkTime("deadlineMs", deadlineMs);
    for (const name in input) if (!/^(path|query|headers|body)$/.test(name)) throw new Fault(`input has no ${name}`);
    const headers = headerRecord(input.headers, options.headers);
    const key = options.idempotencyKey;
    // The service would ignore the key, and a repeated POST would be done twice.
    if (key !== undefined && !operation.keyed) throw new Fault("the operation takes no Idempotency-Key");
    if (key !== undefined) headers["idempotency-key"] = key;
    const limits = startLimits(platform, signal, deadlineMs);
    running.add(limits);
    const deadlineAt = deadlineMs ? startedAt + deadlineMs : Infinity;
    call = { attempts: 0, startedAt, deadlineAt, limits };
    const context: CallContext = {
      call,
      operation,
      input,
      headers,
      clientHeaders: settings.headers,
      options,
      baseUrl,
      get signal() {
        return signalOf(limits);
      },
    };
    call.context = context;
    result = await engine.chain(context);
  } catch (error) {
    result = brokenResult(operation.id, ...meaningOf(error, "the call failed"));
  }
  if (call) end(running, call.limits);
  // A result that a middleware had from elsewhere may belong to another call, too.
  if (result !== call?.made) result = withMeta(result, { ...result.meta, attempts: call?.attempts ?? 0 });
  result.meta.durationMs = platform.now() - startedAt;
  if (result.ok && onNotice) for (const notice of result.notices) tell(() => onNotice(notice, operation.id));
  return result;
}

function end(running: Set<Limits>, limits: Limits): void {
  running.delete(limits);
  limits.end?.();
}
