/** What the kernel answers; a host sends it as it is, and leaves the body out for HEAD. */
export interface KernelResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, to be sent as UTF-8; null for none. */
  readonly body: string | null;
}

/** What every answer to one request has in common. */
export interface ResponseContext {
  readonly requestId: string;
  /** Token to hand out, without its scheme; null for none. */
  readonly newerToken: string | null;
  /** Whether the answer may not be kept by any cache, for example because it is about a login. */
  readonly secret: boolean;
}

/**
 * Puts the headers together that every answer has. A newer token goes out with errors too, and whatever carries
 * a token is never stored. `headers` win over the defaults, but not over the rotation.
 */
export function kernelResponse(
  context: ResponseContext,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): KernelResponse {
  const { newerToken } = context;
  const carriesToken = newerToken !== null || headers["authorization"] !== undefined;
  return {
    status,
    headers: {
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...headers,
      "x-request-id": context.requestId,
      ...(newerToken === null ? undefined : { authorization: `bearer ${newerToken}` }),
      ...(carriesToken || context.secret || status >= 400 ? { "cache-control": "no-store" } : undefined),
    },
    body,
  };
}
