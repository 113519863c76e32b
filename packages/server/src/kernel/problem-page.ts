/** What a browser gets for the `type` of a problem: RFC 9457 section 3.1.1 recommends a page about it. */
import { problems } from "@fleet-api/contract/problems";

/** A page, without the headers that every response has. */
export interface Page {
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
export function problemType(code: string): string {
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
