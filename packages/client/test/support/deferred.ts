/** A promise to be resolved from outside. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
