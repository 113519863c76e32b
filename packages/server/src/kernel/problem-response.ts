import type { Problem } from "@fleet-api/contract";
import { problems } from "@fleet-api/contract/problems";
import { cut, maxFindings } from "./findings.ts";
import type { ProblemError } from "./problem.ts";
import type { KernelResponse, ResponseContext } from "./response.ts";
import { kernelResponse } from "./response.ts";

/** Where and when a problem happened. */
interface ProblemContext extends ResponseContext {
  /** Path of the request, without its secrets. */
  readonly instance: string;
  readonly now: Date;
}

/** Challenges of RFC 6750 section 3: with an error only where a token was sent and refused. */
export const noToken = 'Bearer realm="fleet"';
const badToken = 'Bearer realm="fleet", error="invalid_token"';

/** Limit of the Problem schema of the contract. */
const maxDetail = 2000;

/** The one place where an error becomes a response: an RFC 9457 problem. */
export function problemResponse(context: ProblemContext, error: ProblemError): KernelResponse {
  const { status } = error;
  const { title } = problems[error.code];
  const { errors, required_permission, current_version, existing_id, references } = error.extra;
  const retryAfter = retrySeconds(error);
  const problem: Problem = {
    type: problemType(error.code),
    title,
    status,
    detail: cut(error.message, maxDetail),
    instance: context.instance,
    code: error.code,
    request_id: context.requestId,
    timestamp: context.now.toISOString(),
    ...(errors && { errors: errors.slice(0, maxFindings) }),
    ...(required_permission && { required_permission }),
    ...(current_version !== undefined && { current_version }),
    ...(existing_id !== undefined && { existing_id }),
    ...(references && { references }),
    ...(retryAfter !== null && { retry_after_s: retryAfter }),
  };
  const headers = {
    "content-type": "application/problem+json",
    ...(status === 401 && { "www-authenticate": error.code === "invalid_credentials" ? noToken : badToken }),
    ...(retryAfter !== null && { "retry-after": String(retryAfter) }),
    ...error.extra.headers,
  };
  return kernelResponse(context, status, headers, JSON.stringify(problem));
}

/** The contract promises `Retry-After` with 429 and 503, so there is always one. */
function retrySeconds({ status, extra }: ProblemError): number | null {
  if (status !== 429 && status !== 503) return extra.retry_after_s ?? null;
  return Math.min(Math.max(Math.ceil(extra.retry_after_s ?? 1), 1), 86_400);
}

/** A page, without the headers that every response has. */
interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const root = "/problems";
const rows = new Map<string, { status: number; title: string; description: string }>(Object.entries(problems));

const headers = {
  "content-type": "text/html; charset=utf-8",
  // Private, because the response has the request id of whoever asked.
  "cache-control": "private, max-age=3600",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

/** The path that `type` of a problem names. */
function problemType(code: string): string {
  return `${root}/${code}`;
}

/** The page at a path: about one problem code, or the list of all; null for any other path. */
export function problemPage(path: string): Page | null {
  if (path === root || path === `${root}/`) return { headers, body: listPage() };
  const code = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : "";
  const row = rows.get(code);
  if (row === undefined) return null;
  const facts = `<dl><dt>Code</dt><dd><code>${code}</code></dd><dt>HTTP status</dt><dd>${row.status}</dd></dl>`;
  const body = `<p>${prose(row.description)}</p>${facts}<p><a href="${root}">All problems</a></p>`;
  return { headers, body: html(row.title, body) };
}

function listPage(): string {
  const items = [...rows].map(
    ([code, { status, title }]) =>
      `<li><a href="${problemType(code)}"><code>${code}</code></a> (${status}): ${escape(title)}</li>`,
  );
  return html("Problems", `<p>What the service answers when a request fails.</p><ul>${items.join("")}</ul>`);
}

function html(title: string, body: string): string {
  const style =
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}dt{font-weight:600}";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escape(title)} – Fleet API</title><style>${style}</style></head>
<body><main><h1>${escape(title)}</h1>${body}</main></body></html>
`;
}

/** Text of the contract as HTML; Markdown code spans are the only markup in it. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
