import type { Parameter } from "../contract/document.ts";
import type { Operation, Reply } from "../contract/operations.ts";
import { type Property, readProperties, readValue } from "../contract/properties.ts";
import { groupUrl, operationUrl, problemUrl, schemaUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { html, type Html } from "../html/html.ts";
import { operationMarkdown } from "../markdown/operation.ts";
import { samplesOf } from "../samples/index.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page, SearchEntry, TocEntry } from "./page.ts";
import { authBadge, breakable, firstSentence, permissionBadge, provenanceBadge, verbLabel } from "./parts.ts";
import { type ListOptions, propertyId, propertyList } from "./property-list.ts";
import { sampleTabs } from "./sample-tabs.ts";

const PLACES = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Request headers"],
] as const;

/** Headers that every response has; one sentence tells them all. */
const HOUSE_HEADERS = new Set(["Cache-Control", "X-Request-Id"]);

/** Most errors may carry it; the guides say so once. */
const NEWER_TOKEN = "Authorization";

/** The page of one operation: how to call it, what it returns, which errors it has, with code beside it. */
export function operationPage(tools: Tools, operation: Operation): Page {
  const url = operationUrl(operation.id);
  const context = pageContext(tools, url);
  const sections = [
    ...parameterSections(context, operation),
    ...bodySection(context, operation),
    ...replySections(context, operation),
    errorSection(context, operation),
  ];
  return {
    url,
    kind: "operation",
    title: operation.summary,
    summary: firstSentence(operation.description),
    above: [{ title: operation.group.title, url: groupUrl(operation.group.slug) }],
    main: html`${header(context, operation)}${sections.map(({ content }) => content)}`,
    aside: aside(context, operation),
    toc: sections.map(({ entry }) => entry),
    markdown: operationMarkdown(tools, operation),
    search: searchEntries(context, operation, url),
  };
}

interface Section {
  readonly entry: TocEntry;
  readonly content: Html;
}

function section(id: string, title: string, inner: Html, note: Html | null = null): Section {
  return {
    entry: { id, text: title, level: 2 },
    content: html`<section aria-labelledby="${id}">
      <h2 id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h2>
      ${note}${inner}
    </section> `,
  };
}

function header(context: PageContext, operation: Operation): Html {
  const { verb, path, auth, permission, provenance, group, deprecated } = operation;
  return html`<p class="route">${verbLabel(verb)} <code>${breakable(path)}</code></p>
    <p class="badges">
      ${authBadge(auth)}${permissionBadge(context, permission)}${provenanceBadge(context, provenance, group.slug)}${deprecated && html`<span class="badge badge-bad">Deprecated</span>`}
    </p>
    <div class="prose lead">${context.prose(operation.description)}</div> `;
}

function parameterSections(context: PageContext, operation: Operation): Section[] {
  return PLACES.flatMap(([place, title]) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    if (parameters.length === 0) return [];
    const properties = parameters.map((parameter) => parameterProperty(context, parameter));
    return [section(place, title, propertyList(context, properties, listOptions(operation, place, "request")))];
  });
}

function parameterProperty({ contract }: PageContext, parameter: Parameter): Property {
  const { name, schema, required = false, description = "", example, style, explode } = parameter;
  const value = readValue(contract.document.components, name, schema, required);
  const separated = value.type[0]?.text === "array of " && style === "form" && explode === false;
  return {
    ...value,
    description: description || value.description,
    example: example ?? value.example,
    deprecated: parameter.deprecated ?? value.deprecated,
    constraints: separated ? ["values separated by commas", ...value.constraints] : value.constraints,
  };
}

function bodySection(context: PageContext, operation: Operation): Section[] {
  const { body } = operation;
  if (body === null) return [];
  const properties = readProperties(context.contract.document.components, body.schema);
  const size = body.maxBytes === null ? "" : `, at most ${Math.round(body.maxBytes / 1024)} KiB`;
  const note = html`<div class="prose">${context.prose(body.description)}</div>
    <p class="rules">
      ${schemaLink(context, body.schema.$ref)},
      <code>${body.mediaType}</code>${size}${!body.required && ", may be left out"}
    </p>`;
  return [
    section("body", "Request body", propertyList(context, properties, listOptions(operation, "body", "request")), note),
  ];
}

function replySections(context: PageContext, operation: Operation): Section[] {
  const main = operation.replies.find(({ body }) => body !== null);
  return operation.replies.map((reply) => {
    const id = reply === main ? "response" : `response-${reply.status}`;
    return section(
      id,
      `Response ${reply.status}`,
      replyContent(context, operation, reply, id),
      replyNote(context, operation, reply),
    );
  });
}

function replyNote(context: PageContext, { provenance, group }: Operation, reply: Reply): Html {
  const badge = reply.provenance === provenance ? null : provenanceBadge(context, reply.provenance, group.slug);
  return html`<div class="prose">${context.prose(reply.description)}</div>
    ${badge}`;
}

function replyContent(context: PageContext, operation: Operation, reply: Reply, id: string): Html {
  const { components } = context.contract.document;
  const headers = reply.headers
    .filter(({ name }) => !HOUSE_HEADERS.has(name))
    .map(({ name, header: { schema, required = false, description = "", example } }) => {
      const value = readValue(components, name, schema, required);
      return { ...value, description: description || value.description, example: example ?? value.example };
    });
  const headerList =
    headers.length > 0 &&
    html`<h3 id="${id}-headers">Headers</h3>
      ${propertyList(context, headers, listOptions(operation, `${id}-headers`, "response"))}`;
  if (reply.body === null)
    return html`${headerList}
      <p class="empty">Without a body.</p>`;
  const properties = readProperties(components, reply.body.schema);
  const body = propertyList(context, properties, listOptions(operation, id, "response"));
  return html`<h3 id="${id}-body">Body</h3>
    <p class="rules">${schemaLink(context, reply.body.schema.$ref)}, <code>${reply.body.mediaType}</code></p>
    ${body}${headerList}`;
}

function schemaLink(context: PageContext, ref: string | undefined): Html {
  if (ref === undefined) return html`JSON`;
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  return html`<a href="${context.to(schemaUrl(name))}">${name}</a>`;
}

function listOptions(operation: Operation, prefix: string, direction: ListOptions["direction"]): ListOptions {
  return { prefix, direction, resource: operation.permission?.split(".")[0] ?? null };
}

function errorSection(context: PageContext, operation: Operation): Section {
  const rows = operation.errors.map(({ code, status, headers }) => {
    const told = headers.filter((name) => !HOUSE_HEADERS.has(name) && name !== NEWER_TOKEN);
    const problem = context.contract.problems.find((one) => one.code === code);
    return html`<li id="error.${code}">
      <span class="status">${status}</span>
      <p>
        <a href="${context.to(problemUrl(code))}"><code>${code}</code></a> ${problem?.title}.
        ${told.map((name) => html`<span class="mark">With <code>${name}</code>.</span>`)}
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

function aside(context: PageContext, operation: Operation): Html {
  const samples = samplesOf(operation, context.contract.document);
  const reply = operation.replies.find(({ body }) => body !== null);
  const example =
    reply?.body?.example === undefined
      ? null
      : codeFigure(
          context.highlight(JSON.stringify(reply.body.example, null, 2), "json"),
          "json",
          `Response ${reply.status}`,
        );
  return html`${sampleTabs(context, samples)}${example}`;
}

function searchEntries({ contract }: PageContext, operation: Operation, url: string): SearchEntry[] {
  const { id, summary, verb, path, description, body, parameters, permission } = operation;
  const fields = [
    ...parameters.map((parameter) => ({
      name: parameter.name,
      at: propertyId(parameter.in, parameter.name),
      text: parameter.description ?? "",
    })),
    ...flatten(body === null ? [] : readProperties(contract.document.components, body.schema)).map((property) => ({
      name: property.name,
      at: propertyId("body", property.path),
      text: property.description,
    })),
  ];
  return [
    {
      kind: "operation",
      title: summary,
      url,
      text: `${id} ${verb.toUpperCase()} ${path} ${permission ?? ""} ${firstSentence(description)}`,
    },
    ...fields.map(({ name, at, text }) => ({
      kind: "field" as const,
      title: name,
      url: `${url}#${at}`,
      text: `${summary} ${firstSentence(text)}`,
    })),
  ];
}

function flatten(properties: readonly Property[]): Property[] {
  return properties.flatMap((property) => [property, ...flatten(property.children)]);
}
