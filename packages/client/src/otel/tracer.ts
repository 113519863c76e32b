import { ProxyTracerProvider, trace, type Tracer } from "@opentelemetry/api";

/** Gives the tracer of each call: the given one, else that of the registered provider; undefined without a provider. */
export function tracerSource(given: Tracer | undefined): () => Tracer | undefined {
  if (given) return () => given;
  const tracer = trace.getTracer("@fleet-api/client");
  return () => {
    // Asked each time: an application may register its provider after it has made its clients.
    const provider = trace.getTracerProvider();
    const absent = provider instanceof ProxyTracerProvider && !provider.getDelegateTracer("@fleet-api/client");
    return absent ? undefined : tracer;
  };
}
