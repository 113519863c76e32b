import { meaningOf } from "./fault.ts";
import { judge } from "./judge.ts";
import { withinLimits } from "./limits.ts";
import type { CallContext } from "./middleware.ts";
import { checkTime, type Settings } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import { runningCall } from "./running-call.ts";
import type { Transport } from "./transport.ts";

/** Sends one request and says how it went. Never rejects. */
export async function attempt(settings: Settings, transport: Transport, context: CallContext): Promise<AnyResult> {
  const { platform, json, baseUrl } = settings;
  const { operation, input, headers, options } = context;
  const { timeoutMs = settings.timeoutMs } = options;
  const call = runningCall(context);
  // Read only where a middleware has made another context: the signal of a call is made when it is first read.
  const signal = context === call.context ? undefined : context.signal;
  let sent = false;
  const onSend = (): void => {
    sent = true;
    call.attempts += 1;
  };
  let result: AnyResult;
  try {
    checkTime("timeoutMs", timeoutMs);
    const answer = await withinLimits(platform, call.limits, timeoutMs, signal, (within) =>
      transport.send({ operation, input, headers, signal: within, onSend }),
    );
    result = judge(operation, input, answer, json);
  } catch (error) {
    // By brand, not by class: this package does not import the auth package, which may be installed twice too.
    const isAuthError = Symbol.for("fleet-api.auth-error") in Object(error);
    const kind = isAuthError ? "auth" : sent ? "network" : "request";
    result = brokenResult(operation.id, ...meaningOf(error, `no answer from ${baseUrl}`, kind));
  }
  result.meta.attempts = call.attempts;
  result.meta.durationMs = platform.now() - call.startedAt;
  return (call.made = result);
}
