import type { Operation } from "../contract/operations.ts";
import type { Part, PartBody, PartLink, PartList } from "../contract/parts.ts";
import { COMMON_HEADERS, readParts } from "../contract/parts.ts";
import type { Property } from "../contract/properties.ts";
import { groupUrl, operationUrl, problemUrl, schemaUrl, tryUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import type { Html } from "../html/html.ts";
import { html } from "../html/html.ts";
import { isRunnable } from "../runs/run-files.ts";
import type { Sample } from "../samples/index.ts";
import { samplesOf } from "../samples/index.ts";
import type { PageContext, Tools } from "./context.ts";
import { pageContext } from "./context.ts";
import type { Page, SearchEntry, TocEntry } from "./page.ts";
import { authBadge, breakable, firstSentence, permissionBadge, provenanceBadge, verbLabel } from "./parts.ts";
import { propertyId, propertyList } from "./property-list.ts";

/** Most errors may carry it; the guides say so once. */
const NEWER_TOKEN = "Authorization";

/** The page of one operation: how to call it, what it returns, which errors it has, with code beside it. */
export function operationPage(tools: Tools, operation: Operation): Page {
  const url = operationUrl(operation.id);
  const context = pageContext(tools, url);
  const parts = readParts(tools.contract.document, operation);
  const samples = samplesOf(operation, tools.contract.document);
  const sections = [...parts.map((part) => partSection(context, operation, part)), errorSection(context, operation)];
  return {
    url,
    kind: "operation",
    title: operation.summary,
    summary: firstSentence(operation.description),
    above: [{ title: operation.group.title, url: groupUrl(operation.group.slug) }],
    main: html`${header(context, operation)}${sections.map(({ content }) => content)}`,
    aside: aside(context, operation, samples, parts),
    toc: sections.map(({ entry }) => entry),
    markdown: null,
    search: searchEntries(operation, parts, url),
    runs: samples
      .filter(({ language, code }) => language === "client" && isRunnable(code))
      .map(({ code }) => ({ name: operation.id, code })),
  };
}

interface Section {
  readonly entry: TocEntry;
  readonly content: Html;
}

function section(id: string, title: string, inner: Html): Section {
  return {
    entry: { id, text: title, level: 2 },
    content: html`<section aria-labelledby="${id}">
      <h2 id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h2>
      ${inner}
    </section> `,
  };
}

function header(context: PageContext, operation: Operation): Html {
  const { verb, path, auth, permission, provenance, group, deprecated } = operation;
  return html`<p class="route">${verbLabel(verb)} <code>${breakable(path)}</code></p>
    <p class="badges">
      ${authBadge(auth)}${permissionBadge(context, permission)}${provenanceBadge(context, provenance, group.slug)}${deprecated && html`<span class="badge badge-bad">Deprecated</span>`}
    </p>
    <div class="prose lead">${context.prose(operation.description)}</div>
    <p class="actions"><a class="button button-quiet" href="${context.to(tryUrl)}#${operation.id}">Try it</a></p> `;
}

function partSection(context: PageContext, operation: Operation, part: Part): Section {
  const { id, title, description, provenance, lists, links } = part;
  const resource = operation.permission?.split(".")[0] ?? null;
  const inner = html`${description !== "" && html`<div class="prose">${context.prose(description)}</div>`}
  ${provenance !== null && provenanceBadge(context, provenance, operation.group.slug)}
  ${lists.map((list) => partList(context, list, part.direction, resource))}
  ${lists.length === 0 && html`<p class="empty">No body.</p>`}${nextCalls(context, id, links)}`;
  return section(id, title, inner);
}

function partList(
  context: PageContext,
  { prefix, title, body, properties }: PartList,
  direction: Part["direction"],
  resource: string | null,
): Html {
  const id = title === "Body" ? `${prefix}-body` : prefix;
  return html`${title !== null && html`<h3 id="${id}">${title}</h3>`}
  ${body !== null && bodyNote(context, body)}${propertyList(context, properties, { prefix, direction, resource })}`;
}

function bodyNote(context: PageContext, { schema, mediaType, notes }: PartBody): Html {
  const name = schema === null ? "JSON" : html`<a href="${context.to(schemaUrl(schema))}">${schema}</a>`;
  return html`<p class="rules">${name}, <code>${mediaType}</code>${notes.map((note) => `, ${note}`)}</p>`;
}

/** The calls that a response leads to. */
function nextCalls(context: PageContext, id: string, links: readonly PartLink[]): Html | null {
  if (links.length === 0) return null;
  const rows = links.map(({ operation, description, values }) => {
    const target = context.contract.operations.find((one) => one.id === operation);
    const given = values.map(({ from, to }) => html` <code>${to}</code> is <code>${from}</code>.`);
    return html`<li>
      <a href="${context.to(operationUrl(operation))}">${target?.summary}</a>
      <div class="prose">${context.prose(description)}</div>
      ${given.length > 0 && html`<p class="rules">${given}</p>`}
    </li> `;
  });
  return html`<h3 id="${id}-next">Next calls</h3>
    <ul class="next-calls">
      ${rows}
    </ul>`;
}

function errorSection(context: PageContext, operation: Operation): Section {
  const rows = operation.errors.map(({ code, status, headers }) => {
    const named = headers.filter((name) => !COMMON_HEADERS.has(name) && name !== NEWER_TOKEN);
    const problem = context.contract.problems.find((one) => one.code === code);
    return html`<li id="error.${code}">
      <span class="status">${status}</span>
      <p>
        <a href="${context.to(problemUrl(code))}"><code>${code}</code></a> ${problem?.title}.
        ${named.map((name) => html`<span class="mark">With <code>${name}</code>.</span>`)}
      </p>
    </li> `;
  });
  return section(
    "errors",
    "Errors",
    html`<ul class="errors">
      ${rows}
    </ul>`,
  );
}

function aside(context: PageContext, { id }: Operation, samples: readonly Sample[], parts: readonly Part[]): Html {
  const reply = parts.find(({ direction, example }) => direction === "response" && example !== undefined);
  const example =
    reply && codeFigure(context.highlight(JSON.stringify(reply.example, null, 2), "json"), "json", reply.title);
  return html`${sampleTabs(context, samples, id)}${example}`;
}

function searchEntries(operation: Operation, parts: readonly Part[], url: string): SearchEntry[] {
  const { id, summary, verb, path, description, permission } = operation;
  const sent = parts.filter(({ direction }) => direction === "request").flatMap(({ lists }) => lists);
  return [
    {
      kind: "operation",
      title: summary,
      url,
      text: `${id} ${verb.toUpperCase()} ${path} ${permission ?? ""} ${firstSentence(description)}`,
    },
    ...sent.flatMap(({ prefix, properties }) =>
      flatten(properties).map((property) => ({
        kind: "field" as const,
        title: property.name,
        url: `${url}#${propertyId(prefix, property.path)}`,
        text: `${summary} ${firstSentence(property.description)}`,
      })),
    ),
  ];
}

function flatten(properties: readonly Property[]): Property[] {
  return properties.flatMap((property) => [property, ...flatten(property.children)]);
}

const SYNTAX = { sh: "shellscript", ts: "typescript" } as const;

/** The same call in each language. Radio buttons choose one, so it works without a script; a script remembers the choice, and runs what can run as the program `run`. */
function sampleTabs(context: PageContext, samples: readonly Sample[], run: string): Html {
  const tabs = samples.map(
    ({ language, label }, index) =>
      html`<input
          type="radio"
          name="sample"
          id="sample-${language}"
          value="${language}"
          ${index === 0 && html` checked`}
        /><label for="sample-${language}">${label}</label>`,
  );
  const panels = samples.map(
    ({ language, label, syntax, code }) =>
      html`<div class="sample sample-${language}">
        ${codeFigure(context.highlight(code, SYNTAX[syntax]), SYNTAX[syntax], label, isRunnable(code) && language === "client" ? run : null)}
      </div>`,
  );
  return html`<fieldset class="samples">
    <legend class="hidden">Language of the sample</legend>
    ${tabs}${panels}
  </fieldset> `;
}
