import { Fault } from "../fault.ts";
import { stringifyExact } from "../json/stringify.ts";

/**
 * Serialises a JSON body (RFC 8259); a bigint becomes an integer of all its digits. Throws for what JSON cannot say or
 * would say wrongly: a cycle, NaN (which `JSON.stringify` turns into null), a number that was rounded before it came
 * here (2^53 and beyond), and anything but an object or array at the top, such as `FormData`.
 */
export function serializeBody(body: unknown): string {
  try {
    const text = stringifyExact(body);
    if (text !== undefined && / (Object|Array)]/.test(Object.prototype.toString.call(body))) return text;
  } catch (error) {
    if (error instanceof Fault) throw error;
    // Cycles and a failing toJSON end here, with an error of their own that may quote values.
  }
  throw new Fault("the body must be a plain object without cycles");
}
