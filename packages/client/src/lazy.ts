/** Gives an object a member that is made when it is first read. It can be assigned as any other. */
export function lazy<Value>(target: Record<string, Value>, name: string, make: () => Value): void {
  let value: Value | undefined;
  Object.defineProperty(target, name, {
    get: () => (value ??= make()),
    set(next: Value) {
      value = next;
    },
    enumerable: true,
    configurable: true,
  });
}
