/** `Symbol.asyncDispose`, which is younger than some of the runtimes that this package supports. */
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
