import type { Problem } from "@fleet-api/contract";

/** Whether a value is a problem of the contract (RFC 9457), as far as callers rely on it. */
export function isProblem(value: unknown): value is Problem {
  const { code, title, detail }: Record<string, unknown> = Object(value);
  return [code, title, detail].every((each) => typeof each === "string");
}
