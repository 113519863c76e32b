import type { Attributes } from "@opentelemetry/api";
import type { CallContext } from "../call/middleware.ts";
import { redactedPath, redactedQuery } from "../observe/redact-address.ts";

/**
 * What is known before the request leaves, by the stable HTTP conventions of OpenTelemetry (`url.template` is in
 * development there). A sampler sees it too.
 */
export function callAttributes({ operation }: CallContext): Attributes {
  return {
    "fleet.operation.id": operation.id,
    "http.request.method": operation.verb,
    "url.template": operation.path,
  };
}

/** The same of one request, with its address. `url.full` has no secrets in path and query, and no user info. */
export function attemptAttributes(context: CallContext): Attributes {
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
  const page = globalThis.location?.href;
  if (!URL.canParse(baseUrl, page)) return {};
  const { hostname, port, protocol } = new URL(baseUrl, page);
  return { "server.address": hostname.replace(/^\[|\]$/g, ""), "server.port": Number(port || defaultPorts[protocol]) };
}
