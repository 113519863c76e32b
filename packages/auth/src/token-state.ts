import type { Emitter, TokenSource } from "./events.ts";
import { fingerprint } from "./fingerprint.ts";
import type { SessionRecord } from "./store.ts";

/** What is remembered of a call until its answer comes: enough to judge the token in that answer. */
export interface CallStamp {
  /** Session generation in which the call was sent; answers of an earlier one change nothing. */
  readonly epoch: number;
  /** Which user, counted: grows when the session passes to somebody who is not known to be the same. */
  readonly identity: number;
  /** The token that was sent. */
  readonly sent: string | undefined;
  /** Logical time at which the call was sent. */
  readonly startedAt: number;
  /** How many tokens had been taken up by then. */
  readonly version: number;
}

/** Orders two tokens: positive if the first is newer, negative if the second is, anything else if it cannot say. */
export type Compare = (a: string, b: string) => number | undefined;

/** What `TokenState` needs from its surroundings. */
export interface TokenStateOptions {
  readonly compare: Compare;
  readonly emit: Emitter["emit"];
  readonly now: () => number;
  /** The token or the session changed here, so the store should learn of it. */
  readonly changed: () => void;
}

const provenLimit = 32;

/**
 * The token that is held, and the judgement whether an offered one is newer. Tokens are opaque and answers overtake
 * each other, so the order is inferred from evidence:
 *
 * 1. the tokens say it themselves (`compare`);
 * 2. the offered one was proven superseded before;
 * 3. lineage: it answers a call that sent the held token, as every call does that starts after that token arrived,
 *    and the service never answers with an older token than it was sent;
 * 4. otherwise the calls overlapped. The later arrival is held, which is as good a guess as any, since both are
 *    valid for 7 days, and the state is `ambiguous` until the service is asked or a later call settles it.
 *
 * Time is a counter of calls and arrivals: no clock can jump or be skewed.
 */
export class TokenState {
  /** Logged out, and by whom; requests are refused until the next login. */
  ended: "here" | "store" | undefined;
  /** Identifies the login; `undefined` before the first one. */
  sid: string | undefined;
  /** Fingerprint of the user; empty while unknown, as after `adopt`. */
  subject = "";
  /** Grows when the session passes to somebody who is not known to be the same. */
  identity = 0;
  /** Grows whenever the session is replaced or ended. */
  epoch = 0;
  /** Milliseconds since the epoch at which the token was taken up, and last seen to be current. */
  since = 0;
  confirmedAt = 0;
  /** Whether the service answered anything but 401 in this session. */
  worked = false;
  logins = 0;
  rotations = 0;
  staleDropped = 0;

  readonly #options: TokenStateOptions;
  #token: string | undefined;
  #proven = new Set<string>();
  #time = 0;
  #version = 0;
  #ambiguousAt: number | undefined;

  constructor(options: TokenStateOptions) {
    this.#options = options;
  }

  get token(): string | undefined {
    return this.#token;
  }

  /** Whether the held token was chosen among overlapping answers. */
  get ambiguous(): boolean {
    return this.#ambiguousAt !== undefined;
  }

  /** Call before sending. */
  stamp(sent: string | undefined): CallStamp {
    return { epoch: this.epoch, identity: this.identity, sent, startedAt: ++this.#time, version: this.#version };
  }

  /** Judges the token of an answer. */
  offer(token: string, stamp: CallStamp): void {
    if (stamp.epoch !== this.epoch) return this.#drop(token, "session");
    if (token === this.#token) return this.#confirm(stamp);
    const order = this.#order(token, this.#token);
    if (order < 0 || (order === 0 && this.#proven.has(token))) return this.#drop(token, "superseded");

    const newer = order > 0 || stamp.sent === this.#token;
    if (newer) this.#prove(this.#token);
    this.#prove(stamp.sent);
    if (this.#ambiguousAt !== undefined && stamp.startedAt > this.#ambiguousAt) this.#ambiguousAt = undefined;
    this.#take(token, "rotated", { ambiguous: !newer });
  }

  /** Judges the answer of the service to "which token is current?": it overrules inferred history. */
  settle(token: string, stamp: CallStamp): void {
    // A token arrived while the question was under way: the answer is one more overlapping piece of evidence.
    if (stamp.epoch !== this.epoch || stamp.version !== this.#version) return this.offer(token, stamp);
    if (this.#order(token, this.#token) < 0) return this.#drop(token, "superseded");
    this.#ambiguousAt = undefined;
    if (token === this.#token) return this.#confirm(stamp);
    const old = this.#token;
    this.#proven.delete(token);
    this.#prove(old);
    if (old !== undefined) this.#drop(old, "superseded");
    this.#take(token, "reconciled");
  }

  /**
   * Begins a session with a token that was just logged in for or handed over. `renewal`: the service refused the
   * old token and this one replaces it, so an unknown user is taken to be the one who logs in here.
   */
  start(token: string, why: "login" | "adopted", subject = "", renewal = false): void {
    if (subject !== this.subject ? !renewal || this.subject !== "" : subject === "") this.identity++;
    this.#renew(crypto.getRandomValues(new Uint32Array(4)).join("-"), subject);
    this.#take(token, why);
  }

  /** Ends the session. The first caller wins; later ones change nothing. */
  end(by: "here" | "store"): void {
    if (this.ended !== undefined) return;
    this.#renew(this.sid, this.subject);
    this.ended = by;
    if (by === "here") this.#options.changed();
    this.#options.emit({ type: "loggedOut", by });
  }

  /** Takes over the session that the store holds. */
  adopt(record: SessionRecord & { readonly token: string }): void {
    if (record.subject !== this.subject && this.subject !== "" && record.subject !== "") this.identity++;
    this.#renew(record.sid, record.subject);
    this.#take(record.token, "adopted", { quiet: true });
  }

  /**
   * Weighs another process's token of the same session. Returns whether ours is the one to keep.
   * `base` is what the store held when we last looked: whoever still has it has seen nothing newer.
   */
  weigh(token: string, base: string | null | undefined): boolean {
    const held = this.#token;
    if (held === undefined) return true;
    const order = this.#order(token, held);
    if (order < 0 || (order === 0 && (this.#proven.has(token) || token === base))) return true;
    this.#take(token, "adopted", { quiet: true, ambiguous: order === 0 && held !== base });
    return false;
  }

  /** What to store, or `undefined` before the first session. */
  record(rev: number): SessionRecord | undefined {
    if (this.sid === undefined) return undefined;
    const { sid, since, subject } = this;
    return { v: 1, sid, rev, token: this.#token ?? null, subject, since };
  }

  #renew(sid: string | undefined, subject: string): void {
    this.epoch++;
    this.sid = sid;
    this.subject = subject;
    this.ended = undefined;
    this.worked = false;
    this.#token = undefined;
    this.#proven.clear();
    this.#ambiguousAt = undefined;
  }

  #take(token: string, why: TokenSource, { quiet = false, ambiguous = false } = {}): void {
    this.#token = token;
    this.#version++;
    if (ambiguous) this.#ambiguousAt = ++this.#time;
    this.since = this.confirmedAt = this.#options.now();
    if (why === "login") this.logins++;
    if (why === "rotated" || why === "reconciled") this.rotations++;
    if (!quiet) this.#options.changed();
    this.#options.emit({ type: "token", why, fingerprint: fingerprint(token) });
  }

  #confirm(stamp: CallStamp): void {
    this.confirmedAt = this.#options.now();
    if (stamp.sent !== this.#token) this.#prove(stamp.sent);
    if (this.#ambiguousAt !== undefined && stamp.startedAt > this.#ambiguousAt) this.#ambiguousAt = undefined;
  }

  #drop(token: string, why: "superseded" | "session"): void {
    this.staleDropped++;
    this.#options.emit({ type: "staleDropped", why, fingerprint: fingerprint(token) });
  }

  #prove(token: string | undefined): void {
    if (token === undefined) return;
    this.#proven.delete(token);
    this.#proven.add(token);
    if (this.#proven.size > provenLimit) for (const oldest of this.#proven) return void this.#proven.delete(oldest);
  }

  #order(a: string, b: string | undefined): number {
    if (b === undefined) return 1;
    try {
      const order = Number(this.#options.compare(a, b));
      return Number.isNaN(order) ? 0 : order;
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      this.#options.emit({ type: "hookError", hook: "compare", name });
      return 0;
    }
  }
}
