import { InvalidRequest } from "./invalid-request.ts";

/**
 * Serialises a JSON body (RFC 8259). Throws for what JSON cannot say or would say wrongly: a cycle, a bigint, NaN
 * (which `JSON.stringify` turns into null), and anything but an object or array at the top, such as `FormData`.
 */
export function serializeBody(body: unknown): string {
  let member = "";
  try {
    const text = JSON.stringify(body, (key, value: unknown) => {
      member = key;
      if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError("JSON has finite numbers only");
      return value;
    });
    if (/^\[object (Object|Array)\]$/.test(String(Object.prototype.toString.call(body)))) return text;
  } catch (cause) {
    throw new InvalidRequest(`the body is no JSON at member "${member}": it has a cycle, a bigint or NaN`, { cause });
  }
  throw new InvalidRequest("the body must be a plain object");
}
