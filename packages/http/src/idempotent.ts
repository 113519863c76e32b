/** RFC 9110 section 9.2.2: sent twice, they do what they do once. */
const idempotentMethods = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/;

/**
 * Whether sending a request twice does the same as sending it once: by its method, or because it carries a key by which
 * the service recognises it (draft-ietf-httpapi-idempotency-key-header).
 *
 * @param method in capitals, as `Request` has it
 * @param idempotencyKey value of the header `Idempotency-Key`; an empty one is none
 */
export function isIdempotent(method: string, idempotencyKey: string | null | undefined): boolean {
  return idempotentMethods.test(method) || !!idempotencyKey;
}
