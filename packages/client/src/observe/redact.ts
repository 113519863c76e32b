import { sensitiveNames } from "@fleet-api/contract/sensitive";
import type { CallContext } from "../call/middleware.ts";
import type { CallInput } from "../transport/transport.ts";

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/** How much of a value is shown. */
const most = { text: 200, items: 10, members: 50, depth: 6 };

const secretName = new RegExp(sensitiveNames.map(plainName).join("|"));

/** Headers whose values say nothing about who calls. All others may hold a credential, so the list is of the harmless. */
const harmlessHeader =
  /^(accept|age$|allow$|cache-control|content-|date$|deprecation|etag|idempotency-|if-|last-modified|(x-)?ratelimit|retry-after|sunset|traceparent|vary|x-request-id)/;

/** Tokens that stand in the middle of a text: an authorization value, a JSON Web Token or the beginning of one. */
const strayTokens = /\b(?:(?:bearer|basic)\s+\S+|eyJ[\w-]{8,}[\w.-]*)/gi;

/** True when a value under this name is a secret by the contract: its name has a marked name in it, in any spelling. */
export function isSecretName(name: string): boolean {
  return secretName.test(plainName(name));
}

/** A text without tokens and without these secrets, and not longer than a log can take. */
export function redactText(text: string, secrets: readonly string[] = [], cut = most.text): string {
  // Beyond the cut, to know what stands across it. 16 show a stray token.
  const near = text.slice(0, cut + Math.max(16, ...secrets.map((secret) => secret.length)));
  const spans = [...spansOf(near, secrets), ...tokensOf(near)].toSorted(([a], [b]) => a - b);
  let shown = "";
  let at = 0;
  for (const [start, end] of spans) {
    if (start >= cut) break;
    // Overlapping secrets are removed as one: removing either alone would leave the rest of the other.
    if (start >= at) shown += near.slice(at, start) + redacted;
    at = Math.max(at, end);
  }
  shown = (shown + near.slice(at, cut)).slice(0, cut);
  return text.length > cut ? `${shown}... (${text.length} characters)` : shown;
}

/** Begin and end of a part of a text. */
type Span = readonly [start: number, end: number];

/** Where the secrets stand, also where one overlaps another, or itself. */
function spansOf(text: string, secrets: readonly string[]): Span[] {
  return secrets.flatMap((secret) => {
    const spans: Span[] = [];
    for (let at = text.indexOf(secret); secret && at >= 0; at = text.indexOf(secret, at + 1))
      spans.push([at, at + secret.length]);
    return spans;
  });
}

function tokensOf(text: string): Span[] {
  return Array.from(text.matchAll(strayTokens), ({ 0: token, index }) => [index, index + token.length]);
}

/**
 * A copy of any value for a log: nothing that stands under a secret name, and none of these secrets, at any depth; long
 * texts and lists cut; nothing that JSON cannot say.
 */
export function redactDeep(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return /function|symbol/.test(typeof value) ? undefined : value;
  if (value instanceof Date) return value.toJSON();
  if (depth >= most.depth) return "[deep]";
  if (Array.isArray(value)) {
    const shown = value.slice(0, most.items).map((each) => redactDeep(each, secrets, depth + 1));
    return value.length > most.items ? [...shown, `... (${value.length} items)`] : shown;
  }
  const type = Object.prototype.toString.call(value);
  return type === "[object Object]" ? redactMembers(value, secrets, depth) : type;
}

/** The same for what has names. */
export function redactMembers(value: object, secrets: readonly string[] = [], depth = 0): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(value);
  const shown = entries.slice(0, most.members).map(([name, each]): [string, unknown] => {
    // That there is none, or a yes or no, is no secret and helps.
    const open = each == null || typeof each === "boolean" || !isSecretName(name);
    return [redactText(name, secrets), open ? redactDeep(each, secrets, depth + 1) : redacted];
  });
  if (entries.length > most.members) shown.push(["...", `(${entries.length} members)`]);
  return Object.fromEntries(shown);
}

/** Headers for a log, with lower-case names. */
export function redactHeaders(
  headers: Iterable<readonly [string, string]>,
  secrets: readonly string[] = [],
): Record<string, string> {
  const shown = Array.from(headers, ([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    return [lower, harmlessHeader.test(lower) ? redactText(value, secrets) : redacted];
  });
  return Object.fromEntries(shown);
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** What stands in an address in the place of a secret: the word of the OpenTelemetry conventions, valid in a URL. */
const mark = "REDACTED";

/** The path below the base address, with values filled in and secret ones marked: `/auth/registration/REDACTED`. */
export function redactedPath({ operation, input }: Pick<CallContext, "operation" | "input">): string {
  return operation.path.replaceAll(/\{([^{}]+)\}/g, (part, name: string) => {
    const value = input.path?.[name];
    return value == null ? part : segment(name, value);
  });
}

/** The query with secret values marked, for example `?page=2&token=REDACTED`; empty without one. */
export function redactedQuery({ input }: Pick<CallContext, "input">): string {
  const parts = Object.entries(input.query ?? {}).flatMap(([name, value]) =>
    value == null
      ? []
      : [
          `${segment("", name)}=${[value]
            .flat()
            .slice(0, 10)
            .map((each) => segment(name, each))}`,
        ],
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

function segment(name: string, value: unknown): string {
  if (isSecretName(name)) return mark;
  const text = value instanceof Date ? value.toJSON() : typeof value === "object" ? "" : String(value);
  try {
    return encodeURIComponent(redactText(text ?? "", [], 64)).replaceAll("%5Bredacted%5D", mark);
  } catch {
    // Half a surrogate pair: the call is refused for it, see serializeQuery.
    return "";
  }
}

/** How far the input is looked through. */
const mostSearched = { items: 100, depth: 6 };

/**
 * The secrets that a call itself holds, to be left out wherever else they turn up: a service may quote a password in a
 * detail. Those of up to three characters are not among them: they would turn up everywhere.
 */
export function ownSecrets({ path, query, body }: CallInput): string[] {
  const secrets = new Set<string>();
  for (const part of [path, query, body]) collect("", part, secrets, 0);
  return [...secrets];
}

function collect(name: string, value: unknown, into: Set<string>, depth: number): void {
  if (typeof value === "object" && value !== null) {
    if (depth >= mostSearched.depth) return;
    // Items of a list stand under the name of the list.
    const list = Array.isArray(value);
    const entries: [string, unknown][] = Object.entries(list ? value.slice(0, mostSearched.items) : value);
    for (const [key, each] of entries) collect(list ? name : key, each, into, depth + 1);
  } else if (/string|number|bigint/.test(typeof value) && isSecretName(name) && String(value).length > 3) {
    const text = String(value);
    into.add(text);
    // As it stands in a path or a query. A text that is not well-formed is refused before it is sent.
    if (!/\p{Surrogate}/u.test(text)) into.add(encodeURIComponent(text));
  }
}
