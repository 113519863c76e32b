import type { CallContext, Middleware } from "../call/middleware.ts";
import { type AnyResult, type AnySuccess, type SuccessContent, successResult } from "../call/result.ts";

/** Options of {@link revalidate}. */
export interface RevalidateOptions {
  /** How many responses are kept; the one that was not used for the longest time goes first. Default 100. */
  readonly max?: number | undefined;
}

/** The middleware, and the way to empty it. */
export interface Revalidate extends Middleware {
  /** Forgets all responses, also those that are under way. To be called when the user changes. */
  clear(): void;
}

/**
 * Keeps the successes of GET calls that have an `ETag` and asks for them again with `If-None-Match`: when the service
 * answers 304, the result is a copy of the kept success, with the headers of the 304. The service is asked each time,
 * so that nothing is ever stale; what is spared is the body.
 *
 * One instance belongs to one session: give each client and each user their own. It is emptied by a login or a logout
 * through the same client; call `clear()` when the user changes otherwise. Answers with `Cache-Control: no-store` or
 * `Vary: *` are not kept; one that varies with headers of the request serves only calls that send the same in them. It
 * sees the headers of the client and of the call, and those that middleware around it sets, but not those that a `fetch`
 * adds; calls that bring conditions, an `Authorization` or a `Cookie` of their own are left alone. Tokens, request ids and
 * rate limits of the first response are not kept, and `withResponse()` of a copy has `response: null`.
 */
export function revalidate({ max = 100 }: RevalidateOptions = {}): Revalidate {
  if (!Number.isSafeInteger(max) || max < 1) throw new TypeError("max must be a whole number from 1");
  const kept = createKept(max);
  const middleware: Middleware = async (context, next) => {
    const { operation } = context;
    const key = keyOf(context);
    const before = kept.era();
    if (key === undefined) {
      const result = await next(context);
      if (result.ok && changesUser(operation.id)) kept.clear();
      return result;
    }
    const found = kept.get(key);
    const entry = found && variantOf(context, found.headers) === found.variant ? found : undefined;
    let result = await next(entry ? conditional(context, entry) : context);
    if (entry && result.status === 304) {
      const headers = freshHeaders(entry.headers, result.headers ?? new Headers());
      if (tagOf(headers) === tagOf(entry.headers)) return successOf(operation.id, entry, headers);
      // Not about what we have, RFC 9111 section 4.3.4: ask without the condition.
      kept.drop(key);
      result = await next(context);
    }
    if (result.ok || result.status === 404 || result.status === 410) kept.drop(key);
    if (result.ok && kept.era() === before) keep(kept, key, result, variantOf(context, result.headers));
    return result;
  };
  return Object.assign(middleware, { clear: kept.clear });
}

/** Where a response is kept; undefined for a call that is not for us. */
function keyOf({ operation, input, headers, baseUrl }: CallContext): string | undefined {
  // A call with credentials of its own may be of another user.
  const bars = (name: string): boolean => /^(if-|(range|authorization|cookie)$)/.test(name);
  if (operation.verb !== "GET" || Object.keys(headers).some(bars)) return undefined;
  // Of the headers, those that choose between representations of the same thing.
  const chosen = [headers["accept"], headers["accept-language"]];
  const texts = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
  return JSON.stringify([baseUrl, operation.id, sorted(input.path), sorted(input.query), chosen], texts);
}

function sorted(values: Readonly<Record<string, unknown>> = {}): [string, unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** What a call sends in the headers that a response varies with (RFC 9111 section 4.1). */
function variantOf({ clientHeaders, headers }: CallContext, answer: Headers): string {
  const names = answer.get("vary")?.toLowerCase().split(",") ?? [];
  // Not by `get` of headers, which throws for what is no name.
  const sent = new Map(Object.entries({ ...clientHeaders, ...headers }));
  return JSON.stringify(names.map((name) => sent.get(name.trim())));
}

/** The tag of a response for the weak comparison that `If-None-Match` asks for: a proxy that compresses weakens it. */
function tagOf(headers: Headers): string | undefined {
  return headers.get("etag")?.replace(/^W\//, "");
}

function changesUser(operationId: string): boolean {
  return /^auth(Login|Logout)$/.test(operationId);
}

function conditional(context: CallContext, { headers }: Kept): CallContext {
  return { ...context, headers: { ...context.headers, "if-none-match": headers.get("etag") ?? "" } };
}

/** A copy, because the caller may change what it gets. */
function successOf(operationId: string, { status, content }: Kept, headers: Headers): AnyResult {
  return successResult(operationId, { status, headers }, structuredClone(content));
}

function keep(kept: ReturnType<typeof createKept>, key: string, result: AnySuccess, variant: string): void {
  const { headers, status, data, notices, pagination } = result;
  if (!headers.has("etag") || status !== 200) return;
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "") || headers.get("vary")?.includes("*")) return;
  const content = { data, ...(pagination && { pagination }), notices };
  kept.put(key, { status, headers: freshHeaders(headers, new Headers()), variant, content: structuredClone(content) });
}

/** A success as it is kept: its content apart from its headers, among which is no token. */
interface Kept {
  readonly status: number;
  readonly headers: Headers;
  /** What the call sent in the headers that `Vary` of the response names. */
  readonly variant: string;
  readonly content: SuccessContent;
}

/** At most `max` answers; the least recently used one goes first. */
function createKept(max: number) {
  // A Map keeps the order of insertion: the first is the least recently used.
  const entries = new Map<string, Kept>();
  let era = 0;
  const drop = (key: string): void => void entries.delete(key);
  return {
    /** Changes with each `clear`: a response to a call that began before must not be kept. */
    era: (): number => era,
    get(key: string): Kept | undefined {
      const entry = entries.get(key);
      drop(key);
      if (entry) entries.set(key, entry);
      return entry;
    },
    put(key: string, entry: Kept): void {
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) drop(oldest);
    },
    drop,
    clear(): void {
      era += 1;
      entries.clear();
    },
  };
}

/** Headers that say what the kept body is. The others belong to one response: a token, a request id, a limit. */
const ofTheBody = /^(etag|last-modified|content-(type|language|location)|cache-control|expires|vary|link)$/;

/** The headers of a 304, and those of the kept answer that describe its body and are not in the 304 (RFC 9111, 3.2). */
function freshHeaders(kept: Headers, fresh: Headers): Headers {
  const merged = new Headers(fresh);
  kept.forEach((value, name) => {
    if (ofTheBody.test(name) && !fresh.has(name)) merged.set(name, value);
  });
  return merged;
}
