import { SpanKind, trace, type Tracer } from "@opentelemetry/api";
import type { Middleware } from "../call/middleware.ts";
import { callAttributes } from "./attributes.ts";
import { inSpan } from "./in-span.ts";
import { contextOf, keepContext } from "./span-context.ts";
import { tracerSource } from "./tracer.ts";

/** Options of {@link traceCalls}. */
export interface TraceCallsOptions {
  /** What makes the spans. Default: the registered provider's tracer `@fleet-api/client`. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Makes a span of each call, named by its operation id, around all that it does: retries, waits, requests. Its kind is
 * INTERNAL: by the HTTP conventions a CLIENT span is one request, see `traceAttempts`. Put it first in `use`. Costs
 * nothing while no provider is registered.
 */
export function traceCalls(options: TraceCallsOptions = {}): Middleware {
  const source = tracerSource(options.tracer);
  return (context, next) => {
    const tracer = source();
    if (!tracer) return next(context);
    const parent = contextOf(context);
    const facts = { kind: SpanKind.INTERNAL, attributes: callAttributes(context) };
    const span = tracer.startSpan(context.operation.id, facts, parent);
    const inside = trace.setSpan(parent, span);
    keepContext(context, inside);
    return inSpan(span, inside, async () => {
      const result = await next(context);
      span.setAttribute("fleet.attempts", context.call.attempts);
      return result;
    });
  };
}
