/** What the kernel answers; a host sends it as it is, and leaves the body out for HEAD. */
export interface KernelResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, to be sent as UTF-8; null for none. */
  readonly body: string | null;
  /** What was asked by whom, for the access log; undefined for what never became a request. */
  readonly asked?: Asked;
}

/** Facts about a request that hold no secret. */
export interface Asked {
  /** The operation; null for a path or method that the contract does not have. */
  readonly operation: string | null;
  /** The caller; null for an anonymous one. */
  readonly userId: number | null;
  /** As `Kernel.loggedPath` gives it; undefined where only that knows. */
  readonly path?: string;
}

/** What every answer to one request has in common. */
export interface ResponseContext {
  readonly requestId: string;
  /** Token to hand out, without its scheme; null for none. */
  readonly newerToken: string | null;
}

/**
 * Adds the headers that every response has. A newer token is sent with errors too. `headers` win over the defaults, but
 * a response with a newer token is never stored.
 */
export function kernelResponse(
  context: ResponseContext,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): KernelResponse {
  const { newerToken } = context;
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...headers,
      "x-request-id": context.requestId,
      ...(newerToken === null ? undefined : { authorization: `bearer ${newerToken}`, "cache-control": "no-store" }),
    },
    body,
  };
}
