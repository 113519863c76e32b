import { propagation, SpanKind, trace, type Tracer } from "@opentelemetry/api";
import type { Middleware } from "../call/middleware.ts";
import { attemptAttributes } from "./attributes.ts";
import { inSpan } from "./in-span.ts";
import { contextOf } from "./span-context.ts";
import { tracerSource } from "./tracer.ts";

/** Options of {@link traceAttempts}. */
export interface TraceAttemptsOptions {
  /** What makes the spans. Default: the registered provider's tracer `@fleet-api/client`. */
  readonly tracer?: Tracer | undefined;
  /**
   * Whether the registered propagator puts its headers, such as `traceparent`, into the request. Default true. In a
   * page, a service of another origin must allow them (CORS).
   */
  readonly propagate?: boolean | undefined;
}

/**
 * Makes a CLIENT span of each request, by the HTTP conventions of OpenTelemetry, as a child of the call's span. Put it
 * last in `use`, after `retry()`. Leave it out where `fetch` itself is instrumented: there would be two of each.
 */
export function traceAttempts(options: TraceAttemptsOptions = {}): Middleware {
  const { propagate = true } = options;
  const source = tracerSource(options.tracer);
  return (context, next) => {
    const tracer = source();
    if (!tracer) return next(context);
    const { operation, headers } = context;
    const parent = contextOf(context);
    const attributes = attemptAttributes(context);
    const span = tracer.startSpan(`${operation.verb} ${operation.path}`, { kind: SpanKind.CLIENT, attributes }, parent);
    const inside = trace.setSpan(parent, span);
    const injected: Record<string, string> = {};
    if (propagate) propagation.inject(inside, injected);
    const added = Object.entries(injected).map(([name, value]) => [name.toLowerCase(), value]);
    const sent = added.length > 0 ? { ...context, headers: { ...headers, ...Object.fromEntries(added) } } : context;
    return inSpan(span, inside, () => next(sent));
  };
}
