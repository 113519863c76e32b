/**
 * A name of the contract as a name in JavaScript: `unitGroups` of `unit_groups` and of `unit-groups`. The lint and codegen
 * both take it from here.
 *
 * @param {string} name words that are joined by `_` or `-`
 */
export function camelCase(name) {
  return name.replace(/[-_]+([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
}
