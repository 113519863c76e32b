import type { Part } from "./core.ts";
import { isReplayable, plainBody, type ReplayableBody } from "./outgoing.ts";

/**
 * A `Request` that remembers what its body was made from, by reference, so that a call can be sent again without
 * `clone()`, which costs several times the request itself and buffers uploads twice. Give it to the client
 * (`createClient({ Request: session.Request })`, or `...session.bind()`).
 *
 * Limits: a stream body cannot be remembered; a plain `Request` made from this one by other middleware has forgotten it;
 * whoever changes a buffer after handing it over changes what a repeated call sends.
 */
export class ReplayableRequest extends Request {
  readonly #body: ReplayableBody | null | undefined;

  constructor(input: Parameters<typeof fetch>[0], init?: RequestInit) {
    super(input, init);
    const given = init?.body ?? null;
    if (given === null && input instanceof Request) this.#body = ReplayableRequest.bodyOf(input);
    else if (isReplayable(given)) this.#body = given;
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
