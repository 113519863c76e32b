import type { Part } from "./core.ts";
import { isReplayable, plainBody, type ReplayableBody } from "./outgoing.ts";

/**
 * A `Request` that remembers what its body was made from, by reference, so that a call can be sent again without
 * `clone()`, which costs several times the request itself and buffers uploads twice. Give it to the client
 * (`createClient({ Request: session.Request })`, or `...session.bind()`).
 *
 * Limits: a stream body cannot be remembered. A plain `Request` that other middleware makes from this one does not
 * remember the body either: such middleware should use `session.Request`, or set headers on the request it is given.
 * If a buffer is changed after it was handed over, a repeated call sends the changed bytes.
 */
export class ReplayableRequest extends Request {
  readonly #body: ReplayableBody | null | undefined;

  constructor(input: Parameters<typeof fetch>[0], init?: RequestInit) {
    super(input, init);
    const given = init?.body ?? null;
    if (given === null && input instanceof Request) this.#body = ReplayableRequest.bodyOf(input);
    else if (isReplayable(given)) this.#body = given;
  }

  /**
   * Every `Request` passes for an instance. openapi-fetch takes what a middleware returns for a request only if it is an
   * instance of the class that it was given, and most middleware makes its requests with the platform's class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }

  /** The body to send: `null` for none, `undefined` when it cannot be known or cannot be sent twice. */
  static bodyOf(request: Request): ReplayableBody | null | undefined {
    return #body in request ? request.#body : plainBody(request);
  }
}

/**
 * Sends calls made from a {@link ReplayableRequest} again with their body. Without it only bodies in `init` are repeated.
 *
 * @example
 * const session = createSession({ baseUrl, parts: [replayBodies()] });
 * const client = createClient<paths>({ baseUrl, fetch: session.fetch, Request: ReplayableRequest });
 */
export function replayBodies(): Part {
  return (core) => {
    core.bodyOf = ReplayableRequest.bodyOf;
  };
}
