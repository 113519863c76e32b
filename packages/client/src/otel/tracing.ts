import {
  type Attributes,
  type Context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  context as active,
  propagation,
  trace,
} from "@opentelemetry/api";
import type { CallContext, CallState, Middleware } from "../call/middleware.ts";
import type { AnyResult } from "../call/result.ts";
import { parseUrl } from "../platform.ts";
import { redactText, redactedPath, redactedQuery } from "../observe/redact.ts";

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

/**
 * What is known before the request leaves, by the stable HTTP conventions of OpenTelemetry (`url.template` is in
 * development there). A sampler sees it too.
 */
function callAttributes({ operation }: CallContext): Attributes {
  return {
    "fleet.operation.id": operation.id,
    "http.request.method": operation.verb,
    "url.template": operation.path,
  };
}

/** The same of one request, with its address. `url.full` has no secrets in path and query, and no user info. */
function attemptAttributes(context: CallContext): Attributes {
  const { baseUrl, call } = context;
  const resends = call.attempts;
  return {
    ...callAttributes(context),
    ...serverAttributes(baseUrl),
    "url.full": baseUrl + redactedPath(context) + redactedQuery(context),
    ...(resends > 0 && { "http.request.resend_count": resends }),
  };
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function serverAttributes(baseUrl: string): Attributes {
  // A relative base address is resolved by the page.
  const url = parseUrl(baseUrl, globalThis.location?.href);
  if (!url) return {};
  const { hostname, port, protocol } = url;
  return { "server.address": hostname.replace(/^\[|\]$/g, ""), "server.port": Number(port || defaultPorts[protocol]) };
}

/** Runs the work inside of a span and ends the span once, after the work, however that ends. */
async function inSpan(span: Span, context: Context, work: () => Promise<AnyResult>): Promise<AnyResult> {
  try {
    const result = await active.with(context, work);
    describe(span, result);
    return result;
  } catch (error) {
    // A middleware further in threw. Its message is not ours to show.
    span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Status and failure, by the conventions: `error.type` is the status where that is the failure, else the kind, such as
 * `timeout`. Messages are left out: a service may quote what it was sent.
 */
function describe(span: Span, result: AnyResult): void {
  if (!span.isRecording()) return;
  const { status, meta } = result;
  if (status !== null) span.setAttribute("http.response.status_code", status);
  if (meta.requestId) span.setAttribute("fleet.request.id", redactText(meta.requestId));
  if (result.ok) return;
  span.setAttribute("error.type", status !== null && status >= 400 ? String(status) : result.kind);
  if (result.kind === "http") span.setAttribute("fleet.problem.code", redactText(result.error.code));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const contexts = new WeakMap<CallState, Context>();

/** Keeps the context of the call's span: without a context manager, which a page rarely has, there is no active one. */
function keepContext({ call }: CallContext, context: Context): void {
  contexts.set(call, context);
}

/** The context that spans of this call belong to: the one that was kept, else the active one. */
function contextOf({ call }: CallContext): Context {
  return contexts.get(call) ?? active.active();
}

/** Gives the tracer of each call: the given one, else that of the registered provider; undefined without a provider. */
function tracerSource(given: Tracer | undefined): () => Tracer | undefined {
  if (given) return () => given;
  const tracer = trace.getTracer("@fleet-api/client");
  return () => {
    // Asked each time: an application may register its provider after it has made its clients.
    const provider = trace.getTracerProvider();
    const absent = provider instanceof ProxyTracerProvider && !provider.getDelegateTracer("@fleet-api/client");
    return absent ? undefined : tracer;
  };
}
