/** What the samples in TypeScript have in common. */
import type { Values } from "./example-request.ts";
import { Code } from "./literal.ts";

/** The value of the `Authorization` header. */
export const TOKEN = new Code("`bearer ${process.env.API_TOKEN}`");

/** A caller chooses a new one for each change, unlike the values of other parameters. */
export const KEY_HEADER = "Idempotency-Key";

/** Header parameters, with a random key in the place of the example. */
export function withNewKey(headers: Values): Values {
  return KEY_HEADER in headers ? { ...headers, [KEY_HEADER]: new Code("crypto.randomUUID()") } : headers;
}

/** The members that are given; undefined where none is. */
export function membersOf(members: Values): Values | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
