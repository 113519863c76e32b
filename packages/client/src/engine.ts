import { attempt } from "./attempt.ts";
import { Fault, meaningOf } from "./fault.ts";
import { type Limits, stopCall } from "./limits.ts";
import type { CallState, Middleware, Next } from "./middleware.ts";
import { type CoreOptions, type Settings, settingsOf } from "./options.ts";
import { brokenResult } from "./outcome.ts";
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

/** What middleware sees as the state of a call, and what is behind it. */
export interface RunningCall extends CallState {
  attempts: number;
  readonly limits: Limits;
  readonly timeoutMs: number;
}

/** A client at work, by its options and what carries its requests. */
export function engineOf(options: CoreOptions, transportOf: TransportFactory): Engine {
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
      return await middleware(context, next);
    } catch (error) {
      return brokenResult(context.operation.id, ...meaningOf(error, "a middleware failed"));
    }
  };
}

/** Ends a client: calls under way are aborted, later ones refused. */
export function closeEngine(engine: Engine): void {
  engine.closed = true;
  for (const limits of engine.running) stopCall(limits, new Fault("the client was closed", "abort"));
}
