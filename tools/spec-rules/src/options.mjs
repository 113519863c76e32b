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

/**
 * A test for names from patterns in which `*` stands for anything: `*_count` is every name that ends in `_count`.
 *
 * @param {readonly string[]} patterns
 * @returns {(name: string) => boolean}
 */
export function nameTest(patterns) {
  const sources = patterns.map((pattern) => pattern.replace(/[^\w*]/g, "\\$&").replaceAll("*", ".*"));
  const expression = new RegExp(`^(?:${sources.join("|")})$`);
  return (name) => patterns.length > 0 && expression.test(name);
}
