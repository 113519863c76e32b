/** Pieces that several pages share. */
import type { Authentication, Provenance } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { TypePart } from "../contract/properties.ts";
import { decisionUrl, operationUrl, permissionUrl, schemaUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import type { PageContext } from "./context.ts";

/** The method as a small label; its colour is told by the class, its name by the text. */
export function verbLabel(verb: string): Html {
  return html`<span class="verb verb-${verb}">${verb.toUpperCase()}</span>`;
}

export function typeLabel(context: PageContext, parts: readonly TypePart[]): Html {
  return html`${parts.map(({ text, schema }) =>
    schema === null ? text : html`<a href="${context.to(schemaUrl(schema))}">${text}</a>`,
  )}`;
}

/** A row of a list of operations. */
function operationItem(context: PageContext, { id, verb, path, summary }: Operation): Html {
  return html`<li>
    <a class="row" href="${context.to(operationUrl(id))}"
      >${verbLabel(verb)}<span class="row-title">${summary}</span><code>${breakable(path)}</code></a
    >
  </li> `;
}

export function operationList(context: PageContext, operations: readonly Operation[]): Html {
  if (operations.length === 0) return html`<p class="empty">No operation in this version.</p>`;
  return html`<ul class="rows">
    ${operations.map((operation) => operationItem(context, operation))}
  </ul>`;
}

/** Whether the source description states something, or this contract decided it. */
export function provenanceBadge(context: PageContext, provenance: Provenance, group: string | null): Html {
  const page = group !== null && context.decisionPages.has(group) ? group : "conventions";
  const title =
    provenance === "documented"
      ? "Stated by the description of the service: holds for every service of this kind"
      : "Decided by this contract: holds for services that implement it";
  return html`<a class="badge badge-${provenance}" href="${context.to(decisionUrl(page))}" title="${title}"
    >${provenance}</a
  >`;
}

const AUTH: Readonly<Record<Authentication, string>> = {
  none: "No access token",
  optional: "Access token optional",
  required: "Access token",
};

export function authBadge(auth: Authentication): Html {
  return html`<span class="badge">${AUTH[auth]}</span>`;
}

export function permissionBadge(context: PageContext, permission: string | null): Html | null {
  if (permission === null) return null;
  if (permission === "self") return html`<span class="badge">Any logged-in user</span>`;
  return html`<a class="badge badge-permission" href="${context.to(permissionUrl(permission))}">${permission}</a>`;
}

/** A long path may break after each slash. */
export function breakable(path: string): Html {
  return html`${path.split("/").map((part, index) => (index === 0 ? part : html`/<wbr />${part}`))}`;
}

/** The first sentence of a text, without markup: for summaries. */
export function firstSentence(text: string): string {
  const plain = text.replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain;
}
