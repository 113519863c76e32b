/**
 * Places that a rule looks away from, with the reason: `Problem.timestamp`, `query.from`, or `*.notices` for the
 * property of any schema.
 *
 * @typedef {Record<string, string>} Exceptions
 */

/**
 * A test for labels. An exception without a reason is an error of the configuration, because nobody can judge it later.
 *
 * @param {Exceptions} exceptions
 * @returns {(label: string) => boolean}
 */
export function exceptionTest(exceptions) {
  for (const [label, reason] of Object.entries(exceptions)) {
    if (typeof reason !== "string" || reason.trim() === "") {
      throw new Error(`The exception \`${label}\` has no reason: write it as its value.`);
    }
  }
  return (label) =>
    Object.hasOwn(exceptions, label) || Object.hasOwn(exceptions, `*.${label.slice(label.lastIndexOf(".") + 1)}`);
}
