/**
 * Lets callers share a call: those that come while one is under way all get the result of the next. So at most one is
 * under way, and no result is older than the question for it.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  const begin = (): Promise<Result> => {
    next = null;
    return call();
  };
  return () => {
    if (next === null) {
      next = running.then(begin, begin);
      running = next;
    }
    return next;
  };
}
