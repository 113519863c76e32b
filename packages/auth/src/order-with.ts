import type { Part } from "./core.ts";
import { nameOf } from "./errors.ts";
import { emit } from "./events.ts";

/** Orders two tokens: positive if the first is newer, negative if the second is, anything else if it cannot say. */
export type Compare = (a: string, b: string) => number | undefined;

/**
 * For tokens that tell their order: lets `compare` decide which of two is newer. Where it throws, which is told as an
 * event, or cannot say, evidence decides.
 *
 * @example
 * createSession({ baseUrl, parts: [orderWith(compareTokens)] });
 */
export function orderWith(compare: Compare): Part {
  return (core) => {
    core.orderOf = (token) => {
      try {
        return Number(compare(token, core.token ?? "")) || 0;
      } catch (error) {
        emit(core, { type: "hookError", hook: "compare", name: nameOf(error) });
        return 0;
      }
    };
  };
}
