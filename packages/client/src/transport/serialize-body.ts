import { CallError } from "../errors/call-error.ts";
import type { JsonCodec } from "../json/codec.ts";

/**
 * Serialises a JSON body (RFC 8259). Throws for what JSON cannot say or would say wrongly: a cycle, NaN (which
 * `JSON.stringify` turns into null), a number that was rounded before it came here (2^53 and beyond), a bigint unless the
 * codec takes it, and anything but an object or array at the top, such as `FormData`.
 */
export function serializeBody(body: unknown, json: JsonCodec): string {
  try {
    const text = json.stringify(body);
    if (text !== undefined && / (Object|Array)]/.test(Object.prototype.toString.call(body))) return text;
  } catch (error) {
    if (error instanceof CallError) throw error;
    // Cycles and a failing toJSON end here, with an error of their own that may quote values.
  }
  throw new CallError("the body must be a plain object without cycles");
}
