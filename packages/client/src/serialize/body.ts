import { Fault } from "../fault.ts";

/**
 * Serialises a JSON body (RFC 8259). Throws for what JSON cannot say or would say wrongly: a cycle, a bigint, NaN
 * (which `JSON.stringify` turns into null), and anything but an object or array at the top, such as `FormData`.
 */
export function serializeBody(body: unknown): string {
  try {
    const text = JSON.stringify(body, (_name, value: unknown) => {
      if (typeof value === "number" && !Number.isFinite(value)) throw value;
      return value;
    });
    if (/ (Object|Array)]/.test(Object.prototype.toString.call(body))) return text;
  } catch {
    // Cycles, bigints and a failing toJSON end here, with an error of their own that may quote values.
  }
  throw new Fault("the body must be a plain object without cycles, bigints and NaN");
}
