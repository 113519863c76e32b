import { tagOf } from "../support/service.ts";

/** A request of a history, with what became of it. */
export interface Call {
  /** Its `X-Request-Id`, which the audit log names. */
  readonly id: string;
  /** When it was sent and when its answer was read, on one clock; without an answer the end is `Infinity`. */
  readonly begin: number;
  readonly end: number;
  readonly method: string;
  readonly path: string;
  readonly body: object | null;
  /** The version that its `If-Match` names. */
  readonly version: number | null;
  /** Its `Idempotency-Key`. */
  readonly key: string | null;
  readonly answer: Answer | null;
}

/** An answer with its body byte for byte. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A row of `unit_groups`, as the audit log quotes it too. */
export interface GroupRow {
  readonly id: number;
  readonly client_id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly notes: string | null;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

/** A row of the audit log; `before` and `after` are JSON texts of the row that changed. */
export interface AuditRow {
  readonly id: number;
  readonly request_id: string;
  readonly resource: string;
  readonly record_id: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** All requests about the groups of one client, and what they left in the database. */
export interface History {
  readonly calls: readonly Call[];
  /** In the order of their ids. */
  readonly audit: readonly AuditRow[];
  /** Rows as JSON texts. */
  readonly groups: readonly string[];
  readonly members: readonly string[];
  /** What the API answers of each group that no column has, by its id. */
  readonly listed: ReadonlyMap<number, Listed>;
}

/** What is computed when a group is read. */
export interface Listed {
  readonly path: string;
  readonly unit_count: number;
}

/** What answers show of a group. */
export type ShownGroup = GroupRow & Listed;

/** The answer of a bulk request. */
export interface ShownBulk {
  readonly results: readonly { readonly id: number; readonly outcome: string }[];
}

/** The problem of a refused request. */
export interface ShownProblem {
  readonly code: string;
  readonly current_version?: number;
  readonly existing_id?: number;
}

/** The JSON of a text, of the type that the caller expects. */
export function parsed<T>(text: string): T {
  return JSON.parse(text);
}

/** Whether a request was answered with a success. */
export function succeeded({ answer }: Call): boolean {
  return answer !== null && answer.status < 300;
}

/** `data` of a success with a group; null for any other answer. */
export function shownGroup(call: Call): ShownGroup | null {
  if (!succeeded(call) || call.path.endsWith("_units")) return null;
  return parsed<{ data: ShownGroup }>(call.answer?.text ?? "").data;
}

/** `data` of a success of `add_units` and `remove_units`; null for any other answer. */
export function shownBulk(call: Call): ShownBulk | null {
  if (!succeeded(call) || !call.path.endsWith("_units")) return null;
  return parsed<{ data: ShownBulk }>(call.answer?.text ?? "").data;
}

/** The problem of a refused request; null for any other answer. */
export function problemOf({ answer }: Call): ShownProblem | null {
  return answer === null || answer.status < 400 ? null : parsed<ShownProblem>(answer.text);
}

/** The group that a request names in its path; null for a creation. */
export function targetOf({ path }: Call): number | null {
  const id = /^\/unit_groups\/([0-9]+)/.exec(path)?.[1];
  return id === undefined ? null : Number(id);
}

/** Which request it was and how it ended, for messages. */
export function describeCall({ id, method, path, key, version, answer }: Call): string {
  const headers = `${key === null ? "" : ` key ${key}`}${version === null ? "" : ` if v${version}`}`;
  return `${id} ${method} ${path}${headers} -> ${answer?.status ?? "no answer"}`;
}

/** The items by a key of theirs, in their order. */
export function groupedBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A request to be sent and recorded. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** What its caller has read, for `If-Match`. */
  readonly seen?: ShownGroup | null;
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
    const { method, path, body = null, seen = null, key = null, patienceMs = null } = sent;
    const place = this.calls.length;
    const id = `${this.#name}-request-${place}`;
    const begin = performance.now();
    const version = seen?.version ?? null;
    const unanswered: Call = { id, begin, end: Infinity, method, path, body, version, key, answer: null };
    this.calls.push(unanswered);
    const answer = await this.#answerTo(unanswered, server, { seen, patienceMs });
    const call = answer === null ? unanswered : { ...unanswered, end: performance.now(), answer };
    this.calls[place] = call;
    return call;
  }

  async #answerTo(
    { id, method, path, body, key }: Call,
    server: number,
    { seen, patienceMs }: Required<Pick<Sent, "seen" | "patienceMs">>,
  ): Promise<Answer | null> {
    const giveUp = new AbortController();
    const timer = patienceMs == null ? undefined : setTimeout(() => giveUp.abort(), patienceMs);
    try {
      const response = await fetch(`${this.#baseUrls[server % this.#baseUrls.length]}${path}`, {
        method,
        headers: {
          authorization: this.#token,
          "x-request-id": id,
          ...(body && { "content-type": "application/json" }),
          ...(seen != null && { "if-match": tagOf(seen) }),
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
