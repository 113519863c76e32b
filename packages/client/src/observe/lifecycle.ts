import { parseHttpDate } from "@fleet-api/http";
import type { CallContext, Middleware } from "../call/middleware.ts";
import { notify } from "../call/notify.ts";
import { parseUrl } from "../platform.ts";
import { redactedPath } from "./redact.ts";
import { parseList } from "./structured-field.ts";

/** What a response says about the end of its operation. */
export interface Deprecation {
  /** The operation, for example `unitsListing`. */
  readonly operationId: string;
  /** Since when, or from when on, it is deprecated (`Deprecation`, RFC 9745); null when the response does not say. */
  readonly deprecatedAt: Date | null;
  /** When it is expected to stop answering (`Sunset`, RFC 8594); null when the response does not say. */
  readonly sunsetAt: Date | null;
  /** Where to read on: links with `rel` `deprecation` or `sunset`. */
  readonly links: readonly Link[];
}

/** Options of {@link lifecycle}. */
export interface LifecycleOptions {
  /** Told about an operation that is deprecated or has a sunset. What it throws or rejects with is dropped. */
  readonly onDeprecated: (deprecation: Deprecation) => void;
  /** Tells with every response. Default false: once per operation and values. */
  readonly repeat?: boolean | undefined;
}

/** More values than any service has: one whose values change with every response must not fill the memory. */
const mostKept = 1000;

/** Reads the headers that announce the end of an operation, of successes and of failures. Changes nothing. */
export function lifecycle({ onDeprecated, repeat = false }: LifecycleOptions): Middleware {
  if (typeof onDeprecated !== "function") throw new TypeError("lifecycle needs onDeprecated");
  const told = new Set<string>();
  return async (context, next) => {
    const result = await next(context);
    const { headers } = result;
    if (!headers?.has("deprecation") && !headers?.has("sunset")) return result;
    notify(() => {
      const deprecation = read(context, headers, context.platform.now());
      const mark = JSON.stringify(deprecation);
      if (!deprecation || (told.has(mark) && !repeat)) return;
      if (told.size >= mostKept) told.clear();
      told.add(mark);
      return onDeprecated(deprecation);
    });
    return result;
  };
}

function read(context: CallContext, headers: Headers, nowMs: number): Deprecation | null {
  const given = headers.get("deprecation");
  const since = parseList(given)[0]?.value;
  // A date, or an HTTP date or "true" of the drafts before RFC 9745, which are still sent.
  const deprecatedAt = since instanceof Date ? since : dateOf(given, nowMs);
  const sunsetAt = dateOf(headers.get("sunset"), nowMs);
  if (!deprecatedAt && !sunsetAt && since !== true && since !== "true") return null;
  const links = parseLinks(headers.get("link"), context.baseUrl + redactedPath(context));
  return {
    operationId: context.operation.id,
    deprecatedAt,
    sunsetAt,
    links: links.filter(({ rel }) => rel === "deprecation" || rel === "sunset"),
  };
}

function dateOf(text: string | null, nowMs: number): Date | null {
  const ms = parseHttpDate(text ?? "", nowMs);
  return Number.isNaN(ms) ? null : new Date(ms);
}

/** A link of a `Link` header. */
export interface Link {
  /** Relation type, in lower case. A link with several is given once for each. */
  readonly rel: string;
  /** Absolute http or https address. */
  readonly href: string;
}

const target = /[ \t,]*<([^>]*)>/y;
const parameter = /[ \t]*;[ \t]*([\w!#$&+.^`|~*-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/y;

/**
 * Reads a `Link` header (RFC 8288, section 3). Relative addresses are resolved against `base`. Stops at the first
 * malformed link. Addresses that are not http or https are left out: a link is there to be followed.
 */
export function parseLinks(field: string | null, base: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(field ?? "");
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (let match = take(target); match; match = take(target)) {
    let rels: string | undefined;
    for (let each = take(parameter); each; each = take(parameter)) {
      // Only the first rel counts, RFC 8288 section 3.3.
      if (each[1]?.toLowerCase() === "rel") rels ??= each[2] ?? each[3];
    }
    const href = absolute(match[1] ?? "", base);
    if (href) for (const rel of rels?.toLowerCase().split(/[ \t]+/) ?? []) if (rel) links.push({ rel, href });
  }
  return links;
}

function absolute(address: string, base: string): string {
  const href = parseUrl(address, base)?.href ?? "";
  return /^https?:/.test(href) ? href : "";
}
