import type { FastifyReply } from "fastify";

/** For supervisors and load balancers; not part of the contract. */
const livePath = "/livez";
const readyPath = "/readyz";

/** Rejects when the service cannot do its work. */
export type ReadyCheck = () => Promise<unknown>;

/** How long the check may take, in ms. */
const readyLimitMs = 1000;

/** True for the paths that probes ask for. */
export function isProbePath(path: string): boolean {
  return path === livePath || path === readyPath;
}

/**
 * Answers a probe: the process is alive whatever its database does, and ready when it takes requests and can carry them
 * out.
 */
export async function answerProbe(
  { isDraining, ready }: { readonly isDraining: () => boolean; readonly ready: ReadyCheck },
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const isFine = path === livePath || (!isDraining() && (await passes(ready)));
  return reply
    .code(isFine ? 200 : 503)
    .headers({ "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" })
    .send(isFine ? "ok\n" : "not ready\n");
}

function passes(check: ReadyCheck): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), readyLimitMs);
    check()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(limit));
  });
}
