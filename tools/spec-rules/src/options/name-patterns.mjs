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
