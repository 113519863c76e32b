/**
 * Which token is newer. Tokens are opaque and responses overtake each other, so the order is inferred from evidence, the
 * strongest first. docs/how-it-works.md explains the rules.
 */
import { dateOf } from "@fleet-api/http";
import type { SessionContext } from "../context.ts";
import { nameOf } from "../errors.ts";
import type { Compare } from "../options/auth-options.ts";
import { isRedirected } from "../platform.ts";
import type { HeldToken } from "../state/held-token.ts";
import type { CallStamp } from "../state/session-state.ts";

/** What is known of a response that offers a token. */
export interface Evidence {
  /** The call, for where it was sent to and with which token. */
  readonly call: Pick<CallStamp, "url" | "sent">;
  /** The response, for what it says of its age. */
  readonly response: Response;
}

/**
 * - `held`: the offered token is the held one
 * - `older`: it was superseded
 * - `newer`: it supersedes the held one
 * - `overlap`: the calls overlapped, and only the service knows
 * - `cached`, `redirected`: the response proves nothing, and only the service knows
 */
export type Verdict = "held" | "older" | "newer" | "overlap" | "cached" | "redirected";

/** The order of the tokens of one session. */
export interface TokenOrder {
  /** Judges the token of a response against the held one. */
  judge(offered: string, evidence: Evidence): Verdict;
  /** Judges the token of a reconcile, which overrules all evidence but the tokens' own order. */
  judgeReconciled(token: string): "held" | "older" | "newer";
  /**
   * Judges the token of a record that another session of the same login wrote.
   * @param base token of the record that this session last saw: a session that still has it has nothing newer
   */
  judgeStored(token: string, base: string | null | undefined): "held" | "older" | "newer" | "overlap";
}

export function createOrder({ state, platform, events }: SessionContext, compare: Compare): TokenOrder {
  /** The tokens' own order: is this one newer (positive) or older (negative) than the held one? 0: they do not say. */
  const compareWithHeld = (token: string): number => {
    try {
      const order: unknown = compare(token, state.held.token ?? "", { now: platform.now() });
      // The rejection of an asynchronous one is nobody else's.
      if (typeof order === "object") Promise.resolve(order).catch(() => undefined);
      return Number(order) || 0;
    } catch (error) {
      events.emit({ type: "hook_error", hook: "compare", name: nameOf(error) });
      return 0;
    }
  };
  return {
    judgeReconciled(token) {
      if (token === state.held.token) return "held";
      return compareWithHeld(token) < 0 ? "older" : "newer";
    },
    judgeStored(token, base) {
      const { token: held, superseded } = state.held;
      if (token === held) return "held";
      const order = compareWithHeld(token);
      if (order !== 0) return order > 0 ? "newer" : "older";
      if (token === base || superseded.includes(token)) return "older";
      return held === base ? "newer" : "overlap";
    },
    judge(offered, { call, response }) {
      const { token: held, superseded } = state.held;
      if (offered === held) return "held";
      // 1. Anybody may be at the end of a redirect, and where the chain led in between is not known.
      if (isRedirected(response, call.url)) return "redirected";
      // 2. The tokens say it themselves.
      const order = compareWithHeld(offered);
      if (order !== 0) return order > 0 ? "newer" : "older";
      // 3. It was proven superseded before.
      if (superseded.includes(offered)) return "older";
      // 4. A response out of a cache is as old as its call.
      if (isFromCache(response) || isEarlier(response.headers, state.held, platform.now())) return "cached";
      // 5. Lineage: it responds to a call that sent the held token, as every call does that starts after that token
      // arrived, and the service never responds with an older token than it was sent.
      if (call.sent === held) return "newer";
      // 6. The calls overlapped.
      return "overlap";
    },
  };
}

/** Made before the response that gave the held token, by the clock of the service. */
function isEarlier(headers: Headers, held: HeldToken, now: number): boolean {
  const made = dateOf(headers, now);
  return made !== undefined && held.responseDate !== undefined && made < held.responseDate;
}

/** Whether a response shows what is current: it came from the service now, and from where the call was sent. */
export function isFirstHand(response: Response, sentTo: string): boolean {
  return !isRedirected(response, sentTo) && !isFromCache(response);
}

/**
 * Whether a response came out of a cache: `Age` is above 0, the first one if caches joined several (RFC 9111 section 5.1);
 * `Cache-Status` has a hit (RFC 9211), or a header that is common in its place.
 */
export function isFromCache({ headers }: Response): boolean {
  const [age = ""] = headers.get("age")?.split(",") ?? [];
  const status = headers.get("cache-status") ?? "";
  const marks = `${headers.get("x-cache")} ${headers.get("cf-cache-status")}`;
  const isOld = /^\s*\d+\s*$/.test(age) && /[1-9]/.test(age);
  return isOld || /;\s*hit\s*([;,]|$)/i.test(status) || /(\b|_|refresh)hit\b(?!-)/i.test(marks);
}
