import { expect, it } from "vitest";
import { isIdempotent } from "../src/index.ts";

it.each(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"])("%s does the same when it is sent twice", (method) => {
  for (const key of [null, undefined, "", "k1"]) expect(isIdempotent(method, key)).toBe(true);
});

it.each(["POST", "PATCH", "QUERY", "get", "GETS"])("%s does so with a key alone", (method) => {
  for (const key of [null, undefined, ""]) expect(isIdempotent(method, key)).toBe(false);
  expect(isIdempotent(method, "k1")).toBe(true);
});
