/** Kinds of body that can be sent any number of times. A stream, or an async iterable, can be read once only. */
export type ReplayableBody = Exclude<BodyInit, ReadableStream>;

/** Whether a body can be sent twice. `null` is no body, which can; `undefined` is an unknown one. */
export function isReplayable(body: BodyInit | null | undefined): body is ReplayableBody | null {
  return body !== undefined && !(body instanceof Object && ("getReader" in body || Symbol.asyncIterator in body));
}

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

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    const given = init?.body ?? null;
    if (given === null && input instanceof Request) this.#body = ReplayableRequest.bodyOf(input);
    else if (isReplayable(given)) this.#body = given;
  }

  /** The body to send: `null` for none, `undefined` when it cannot be known or cannot be sent twice. */
  static bodyOf(request: Request): ReplayableBody | null | undefined {
    if (#body in request) return request.#body;
    // Not every browser has `Request.body`; where it is missing only the method tells that there is no body.
    return request.body === null || /^(GET|HEAD)$/.test(request.method) ? null : undefined;
  }
}
