import { attempt } from "./attempt.ts";
import { Fault, meaningOf } from "./fault.ts";
import { type Limits, stopCall } from "./limits.ts";
import type { Middleware, Next } from "./middleware.ts";
import { type AnyOptions, type CoreOptions, type Settings, settingsOf } from "./options.ts";
import { type AnyResult, brokenResult } from "./outcome.ts";
import { runningCall } from "./running-call.ts";
import type { Transport, TransportFactory } from "./transport.ts";

/** A client at work: its settings, what sends for it, and the calls under way. */
export interface Engine {
  readonly settings: Settings;
  readonly transport: Transport;
  /** The middleware, and behind it one attempt. */
  readonly chain: Next;
  /** The calls under way, which end with the client. */
  readonly running: Set<Limits>;
  closed: boolean;
}

/** A client at work, by its options and what carries its requests. */
export function engineOf(options: AnyOptions<CoreOptions>, transportOf: TransportFactory): Engine {
  const settings = settingsOf(options);
  const transport = transportOf(settings);
  const last: Next = (context) => attempt(settings, transport, context);
  const chain = settings.use.reduceRight((next: Next, each) => guarded(each, next), last);
  return { settings, transport, chain, running: new Set(), closed: false };
}

/** A middleware that throws becomes a result where it stands, so that those around it still see how the call ended. */
function guarded(middleware: Middleware, next: Next): Next {
  return async (context) => {
    try {
      const result: AnyResult | undefined = await middleware(context, next);
      if (!result?.meta) throw new Fault("a middleware gave no result");
      return result;
    } catch (error) {
      // What waited for the signal of a call that was stopped is not what went wrong.
      const { stopped = error } = runningCall(context).limits;
      return brokenResult(context.operation.id, ...meaningOf(stopped, "a middleware failed"));
    }
  };
}

/** Ends a client: calls under way are aborted, later ones refused. */
export function closeEngine(engine: Engine): void {
  engine.closed = true;
  for (const limits of engine.running) stopCall(limits, new Fault("the client was closed", "abort"));
}
