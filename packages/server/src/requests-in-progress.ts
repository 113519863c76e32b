import { ProblemError } from "./kernel/problem.ts";

/** Bounds how many requests are in progress, so that nobody fills the memory or the queue of the database. */
export interface RequestsInProgress {
  /**
   * Runs a request.
   * @throws ProblemError `too_many_requests` or `unavailable` before anything of it was carried out
   */
  run<T>(caller: string, request: () => Promise<T>): Promise<T>;
}

/** How many requests may be in progress, those included that wait for their turn. */
interface Limits {
  readonly ofCaller: number;
  /** Of all callers together. @default any number */
  readonly ofAll?: number;
}

/** Counts in the memory of each process. */
export function createRequestsInProgress({ ofCaller, ofAll = Number.POSITIVE_INFINITY }: Limits): RequestsInProgress {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    run: async (caller, request) => {
      const others = counts.get(caller) ?? 0;
      if (others >= ofCaller) throw tooManyRequests();
      if (all >= ofAll) throw full();
      counts.set(caller, others + 1);
      all += 1;
      try {
        return await request();
      } finally {
        all -= 1;
        const left = (counts.get(caller) ?? 1) - 1;
        if (left === 0) counts.delete(caller);
        else counts.set(caller, left);
      }
    },
  };
}

function tooManyRequests(): ProblemError {
  const detail = "You have too many requests in progress. Wait for their responses, then send this one again.";
  return new ProblemError("too_many_requests", detail, { retry_after_s: 1 });
}

function full(): ProblemError {
  return new ProblemError("unavailable", "Too many requests of this kind are in progress. Try again.", {
    retry_after_s: 1,
  });
}
