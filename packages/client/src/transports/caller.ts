import type { Settings } from "../options.ts";

/**
 * How a signal reaches a fetch. One with a single parameter, such as `(request) => fetch(request)`, learns of it from
 * the request only. Any other gets it beside the request, which spares a second link of signals per call.
 */
export function caller({ fetch }: Settings) {
  const beside = fetch.length > 1;
  return {
    ofRequest: (signal: AbortSignal): AbortSignal | undefined => (beside ? undefined : signal),
    call: (request: Request, signal: AbortSignal): Promise<Response> => fetch(request, beside ? { signal } : undefined),
  };
}
