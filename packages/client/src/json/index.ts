/**
 * Exact integers beyond 2^53 - 1. Give `int64: exactInt64` to a client.
 *
 * @module
 */
import type { JsonCodec } from "./codec.ts";
import { parseExact } from "./parse-exact.ts";
import { stringifyExact } from "./stringify-exact.ts";

export type { JsonCodec } from "./codec.ts";

/** A codec that reads integers beyond 2^53 - 1 as bigints, and so changes the types of a client. */
export interface ExactInt64 extends JsonCodec {
  readonly exact: true;
}

/** Reads integers beyond 2^53 - 1 as bigints, with all their digits, and writes bigints as integers. */
export const exactInt64: ExactInt64 = { parse: parseExact, stringify: (value) => stringifyExact(value), exact: true };
