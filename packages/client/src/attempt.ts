import type { RunningCall } from "./engine.ts";
import { meaningOf } from "./fault.ts";
import { judge } from "./judge.ts";
import { withinLimits } from "./limits.ts";
import type { CallContext } from "./middleware.ts";
import type { Settings } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import type { Transport } from "./transport.ts";

/** Sends one request and says how it went. Never rejects. */
export async function attempt(settings: Settings, transport: Transport, context: CallContext): Promise<AnyResult> {
  const { operation, input, headers } = context;
  const call = runningCall(context);
  let sent = false;
  const onSend = (): void => {
    sent = true;
    call.attempts += 1;
  };
  try {
    const answer = await withinLimits(settings.platform, call.limits, call.timeoutMs, (signal) =>
      transport.send({ operation, input, headers, signal, onSend }),
    );
    return judge(operation, answer, settings.json);
  } catch (error) {
    // By brand, not by class: this package does not import the auth package, which may be installed twice too.
    const isAuthError = Symbol.for("fleet-api.auth-error") in Object(error);
    const kind = isAuthError ? "auth" : sent ? "network" : "request";
    return brokenResult(operation.id, ...meaningOf(error, `no answer from ${settings.baseUrl}`, kind));
  }
}

/** Middleware hands on the state of the call as it is; only its type shows less. */
function runningCall({ call }: CallContext): RunningCall {
  return call as RunningCall;
}
