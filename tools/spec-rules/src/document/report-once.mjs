/** @import { Context, Location } from "../redocly.d.ts" */

/**
 * Reports like `context.report`, but the same message at the same place only once: a shared response that is wrong is
 * one problem, however many operations use it.
 *
 * @param {Context} context
 * @returns {(message: string, location: Location) => void}
 */
export function reportOnce(context) {
  const seen = new Set();
  return (message, location) => {
    const key = `${location.absolutePointer} ${message}`;
    if (seen.has(key)) return;
    seen.add(key);
    context.report({ message, location });
  };
}
