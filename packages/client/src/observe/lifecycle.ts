import { parseHttpDate } from "@fleet-api/http";
import type { CallContext, Middleware } from "../call/middleware.ts";
import { notify } from "../call/notify.ts";
import { type Link, parseLinks } from "./link-header.ts";
import { redactedPath } from "./redact-address.ts";
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
