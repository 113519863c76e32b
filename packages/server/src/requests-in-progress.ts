import { ProblemError } from "./kernel/problem.ts";

/** Requests of one caller at the same time, those included that wait for their turn. */
const MAX_PER_CALLER = 256;

/** Bounds how many requests each caller has in progress, so that nobody fills the memory or the queue of the database. */
export interface RequestsInProgress {
  /**
   * Runs a request.
   * @throws ProblemError `too_many_requests` before anything of it was carried out
   */
  run<T>(caller: string, request: () => Promise<T>): Promise<T>;
}

/** Counts in the memory of each process. */
export function createRequestsInProgress(): RequestsInProgress {
  const counts = new Map<string, number>();
  return {
    run: async (caller, request) => {
      const others = counts.get(caller) ?? 0;
      if (others >= MAX_PER_CALLER) throw tooManyRequests();
      counts.set(caller, others + 1);
      try {
        return await request();
      } finally {
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
