import { type Handler } from "./fake-service.ts";
import { deferred, type Deferred } from "./deferred.ts";

/** A handler whose operations `GET /r/<name>` and `POST /r/<name>` wait for the test; `rest` responds to the others. */
export interface Gates {
  readonly handler: Handler;
  /** Responds to the waiting request. */
  reply(name: string, response: Response): void;
  /** Breaks the waiting request. */
  fail(name: string, error: unknown): void;
  /** Names that wait. */
  waiting(): string[];
}

export function gates(rest: Handler): Gates {
  const open = new Map<string, Deferred<Response>>();
  const take = (name: string): Deferred<Response> => {
    const gate = open.get(name);
    if (!gate) throw new Error(`nothing waits at /r/${name}`);
    open.delete(name);
    return gate;
  };
  return {
    handler(seen) {
      const [, name] = /^(?:GET|POST) \/r\/(.+)$/.exec(seen.operation) ?? [];
      if (name === undefined) return rest(seen);
      const gate = deferred<Response>();
      open.set(name, gate);
      return gate.promise;
    },
    reply: (name, response) => take(name).resolve(response),
    fail: (name, error) => take(name).reject(error),
    waiting: () => [...open.keys()],
  };
}
