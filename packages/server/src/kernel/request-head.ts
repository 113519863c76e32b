/** A request without its body, as a host hands it to the kernel. */
export interface RequestHead {
  /** Method as sent. */
  readonly method: string;
  /** Path and query as sent: origin-form of RFC 9112 section 3.2.1, nothing decoded. */
  readonly target: string;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes before it was answered. */
  readonly signal: AbortSignal;
  /** Whether a body follows: a `Content-Length` above 0 or a `Transfer-Encoding`. */
  readonly hasBody: boolean;
  /** All values of a header field, by its lower-case name, one per field line. */
  values(name: string): readonly string[];
}

/**
 * Reads the body of a request. Called at most once, and only after the caller was authenticated and authorized.
 * Rejects with `payloadTooLarge(limit)` as soon as more than `limit` bytes are announced or have come.
 */
export type ReadBody = (limit: number) => Promise<Uint8Array>;

const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The request id that the client proposes, if it fits the contract (header `X-Request-Id`). */
export function proposedRequestId(head: RequestHead): string | null {
  const values = head.values("x-request-id");
  const [only] = values;
  return values.length === 1 && only !== undefined && requestIdPattern.test(only) ? only : null;
}
