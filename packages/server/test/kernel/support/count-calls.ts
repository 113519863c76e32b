type Method = (...args: unknown[]) => unknown;

/**
 * How often a method of a built-in object is called while `action` runs; with `amount`, the sum of what it makes of
 * the first argument. A count is the same on every machine, which a time is not.
 */
export async function countCalls(
  owner: object,
  name: string,
  action: () => void | Promise<void>,
  amount: (first: unknown) => number = () => 1,
): Promise<number> {
  const original: Method = Reflect.get(owner, name);
  let count = 0;
  Reflect.set(owner, name, function counted(this: unknown, ...args: unknown[]): unknown {
    count += amount(args[0]);
    return Reflect.apply(original, this, args);
  });
  try {
    await action();
  } finally {
    Reflect.set(owner, name, original);
  }
  return count;
}

/** What iterates over arrays: `for`, spread, and `map` of an iterator. */
export const arrayIterator: object = Object.getPrototypeOf([][Symbol.iterator]());

/** What iterates over maps. */
export const mapIterator: object = Object.getPrototypeOf(new Map()[Symbol.iterator]());
