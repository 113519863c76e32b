import { CallError } from "../errors.ts";
import type { OperationFacts } from "./operation.ts";

/**
 * Visible ASCII that needs no escape within a string of RFC 9651 section 3.3.3, without the comma, at which a proxy or a
 * service may take one header for two.
 */
const allowed = /^[!#-+\--[\]-~]{1,255}$/;

/**
 * The `Idempotency-Key` of a call, by which a service knows that a request is the same again
 * (draft-ietf-httpapi-idempotency-key-header): all requests of one call carry the same. undefined where the contract
 * takes none.
 * @throws CallError for a key that cannot be sent, or that the operation does not take: a repeated POST would be done twice
 */
export function idempotencyKey(operation: OperationFacts, given: string | undefined): string | undefined {
  if (given === undefined) return operation.keyed ? randomUuid() : undefined;
  if (!operation.keyed) throw new CallError("the operation takes no Idempotency-Key");
  if (!allowed.test(given))
    throw new CallError('idempotencyKey must be 1 to 255 visible ASCII characters without comma, " and \\');
  return given;
}

/** Where random bits come from: Web Crypto, or what a platform has of it. */
export type RandomSource = Partial<Pick<Crypto, "getRandomValues" | "randomUUID">>;

/**
 * A random UUID, version 4 (RFC 9562 section 5.4). Browsers have `crypto.randomUUID` on secure pages only, so it is
 * made from random bytes elsewhere. Throws a `CallError` where there are none, such as in React Native without a polyfill.
 */
export function randomUuid(source: RandomSource | undefined = globalThis.crypto): string {
  if (source?.randomUUID) return source.randomUUID();
  if (!source?.getRandomValues)
    throw new CallError(
      "this platform has no crypto.getRandomValues for an Idempotency-Key: add a polyfill, or give the call an idempotencyKey",
    );
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => hexOf(at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte));
  return hex.join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
