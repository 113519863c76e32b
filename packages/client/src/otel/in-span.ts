import { context as active, type Context, type Span, SpanStatusCode } from "@opentelemetry/api";
import type { AnyResult } from "../call/result.ts";
import { redactText } from "../observe/redact.ts";

/** Runs the work inside of a span and ends the span once, after the work, however that ends. */
export async function inSpan(span: Span, context: Context, work: () => Promise<AnyResult>): Promise<AnyResult> {
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
