import type { CallState, Middleware } from "../middleware.ts";
import { type AnyResult, brokenResult } from "../outcome.ts";
import { randomUuid } from "./random-uuid.ts";

/** Options of {@link idempotency}. */
export interface IdempotencyOptions {
  /** Makes the key of a call. It must not repeat. Default: a random UUID, version 4. */
  readonly random?: (() => string) | undefined;
}

const header = "idempotency-key";

/**
 * Visible ASCII that needs no escape within a string of RFC 9651 section 3.3.3, without the comma, at which a proxy or a
 * service may take one header for two.
 */
const allowed = /^[!#-+\--[\]-~]{1,255}$/;

/**
 * Makes a middleware that gives each call its `Idempotency-Key`, by which a service knows that a request is the same
 * again (draft-ietf-httpapi-idempotency-key-header). It makes one for operations whose contract takes a key; the call
 * option `idempotencyKey` wins; a header that the caller set is left as it is.
 * All requests of one call carry the same key. To be put before `retry()`, which looks for it.
 *
 * A key that is empty, longer than 255 characters, or holds anything but visible ASCII without `,`, `"` and `\` makes the
 * result a `request` failure, and so does the option on an operation that takes no key.
 */
export function idempotency({ random = randomUuid }: IdempotencyOptions = {}): Middleware {
  const made = new WeakMap<CallState, string>();
  return async (context, next) => {
    const { call, operation, headers, options } = context;
    const refuse = (message: string): AnyResult => brokenResult(operation.id, "request", message, null, {});
    let key = options.idempotencyKey;
    // The service would ignore the key, and a repeated POST would be done twice.
    if (!operation.keyed && key !== undefined) return refuse("the operation takes no Idempotency-Key");
    if (key === undefined) {
      if (!operation.keyed || header in headers) return next(context);
      // Kept by call, in case a middleware before this one sends the call again.
      key = made.get(call) ?? random();
      made.set(call, key);
    }
    if (!allowed.test(key))
      return refuse(`idempotencyKey must be 1 to 255 visible ASCII characters without comma, " and \\`);
    return next({ ...context, headers: { ...headers, [header]: key } });
  };
}
