import type { Clock } from "../platform/clock.ts";
import { beginExchange } from "./exchange.ts";
import { answerRequest } from "./fetch-face.ts";
import type { Kernel } from "./kernel.ts";
import { maskedPath } from "./logged-path.ts";
import { problemResponse } from "./problem-response.ts";
import { ProblemError } from "./problem.ts";
import { internalError } from "./problems.ts";
import type { RequestHead } from "./request-head.ts";
import type { KernelResponse } from "./response.ts";

/** What a starting kernel is made of. */
export interface StartingOptions {
  readonly basePath: string;
  readonly clock: Clock;
  readonly newRequestId: () => string;
}

/** Answers every request with 503, while what the kernel needs is still being opened. */
export function startingKernel({ basePath, clock, newRequestId }: StartingOptions): Kernel {
  const refuse = (head: RequestHead, error: unknown): KernelResponse => {
    const { requestId, instance } = beginExchange(head, newRequestId);
    const problem = error instanceof ProblemError ? error : internalError(error);
    return problemResponse({ requestId, newerToken: null, instance, now: clock.now() }, problem);
  };
  const handle = async (head: RequestHead): Promise<KernelResponse> =>
    refuse(head, new ProblemError("unavailable", "The server is starting. Try again.", { retry_after_s: 1 }));
  return {
    basePath,
    handle,
    refuse,
    loggedPath: (target) => maskedPath(target, new Set([""])),
    fetch: (request, connection) => answerRequest({ handle, refuse }, request, connection.ip),
  };
}
