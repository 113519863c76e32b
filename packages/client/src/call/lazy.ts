/** Gives an object a member that is made when it is first read. It can be assigned as any other. */
export function lazy<Value>(target: Record<string, Value>, name: string, make: () => Value): void {
  const settle = (value: Value): Value => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(target, name, { get: () => settle(make()), set: settle, enumerable: true, configurable: true });
}
