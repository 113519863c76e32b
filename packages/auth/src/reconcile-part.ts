import type { Part } from "./core.ts";
import { explain } from "./explain.ts";
import { askWhenQuiet } from "./reconcile.ts";

/**
 * Asks the service once which token is current when overlapping answers leave that open, and after a stream failed. What
 * `createAuth` does by itself.
 *
 * @example
 * createSession({ baseUrl, parts: [reconcile()] });
 */
export function reconcile(): Part {
  return (core) => {
    core.settled = askWhenQuiet;
    core.explain = explain;
  };
}
