import type { Answer, Call } from "./history.ts";

/** A request to be sent and recorded. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly version?: number | null;
  readonly key?: string;
  readonly patienceMs?: number | null;
}

/** Sends requests to servers in turn and keeps what became of each. */
export class Recorder {
  readonly calls: Call[] = [];
  readonly #baseUrls: readonly string[];
  readonly #token: string;
  readonly #name: string;

  /** `name` begins the ids of the requests. */
  constructor(name: string, baseUrls: readonly string[], token: string) {
    this.#name = name;
    this.#baseUrls = baseUrls;
    this.#token = token;
  }

  /** Sends a request to a server; the answer is null when the caller gave up. */
  async send(server: number, sent: Sent): Promise<Call> {
    const { method, path, body = null, version = null, key = null, patienceMs = null } = sent;
    const place = this.calls.length;
    const id = `${this.#name}-request-${place}`;
    const begin = performance.now();
    const unanswered: Call = { id, begin, end: Infinity, method, path, body, version, key, answer: null };
    this.calls.push(unanswered);
    const answer = await this.#answerTo(unanswered, server, patienceMs);
    const call = answer === null ? unanswered : { ...unanswered, end: performance.now(), answer };
    this.calls[place] = call;
    return call;
  }

  async #answerTo(call: Call, server: number, patienceMs: number | null): Promise<Answer | null> {
    const { id, method, path, body, version, key } = call;
    const giveUp = new AbortController();
    const timer = patienceMs === null ? undefined : setTimeout(() => giveUp.abort(), patienceMs);
    try {
      const response = await fetch(`${this.#baseUrls[server % this.#baseUrls.length]}${path}`, {
        method,
        headers: {
          authorization: this.#token,
          "x-request-id": id,
          ...(body && { "content-type": "application/json" }),
          ...(version !== null && { "if-match": `"v${version}"` }),
          ...(key !== null && { "idempotency-key": key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: giveUp.signal,
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (giveUp.signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
