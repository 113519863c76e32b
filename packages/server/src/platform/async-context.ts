/** A value that belongs to a call and to whatever it awaits. */
export interface AsyncContext<T> {
  /** Runs `work` with the value. */
  run<R>(value: T, work: () => R): R;
  /** The value of the present call; undefined outside of `run`. */
  current(): T | undefined;
}

/** Node, Bun, Deno and Workers have one, browsers do not: null. Asked for at run time, so that bundles need no Node module. */
export function createAsyncContext<T>(): AsyncContext<T> | null {
  const hooks = globalThis.process?.getBuiltinModule?.("node:async_hooks");
  if (hooks === undefined) return null;
  const storage = new hooks.AsyncLocalStorage<T>();
  return {
    run: (value, work) => storage.run(value, work),
    current: () => storage.getStore(),
  };
}
