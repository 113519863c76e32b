/** Names that every object of JavaScript has. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Refuses `constructor`, `toString` and the like: an object without such a member looks as if it had it, to validators
 * and to the compiler.
 */
export function refuseInherited(what: string, name: string): void {
  if (inherited.has(name)) throw new Error(`The ${what} ${name} has a name that every object has. Rename it.`);
}
