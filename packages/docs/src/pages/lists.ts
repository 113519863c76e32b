/** The pages that list what there is: resource groups, schemas, errors, permissions, decisions. */
import { groupUrl, permissionUrl, problemUrl, schemaUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page, TocEntry } from "./page.ts";
import { firstSentence, operationList } from "./parts.ts";

export function listPages(tools: Tools): Page[] {
  return [groupList(tools), schemaList(tools), problemList(tools), permissionList(tools)];
}

interface ListPage {
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly main: (context: PageContext) => Html;
  readonly toc?: readonly TocEntry[];
}

function listPage(tools: Tools, { url, title, summary, main, toc = [] }: ListPage): Page {
  const content = main(pageContext(tools, url));
  return {
    url,
    kind: "list",
    title,
    summary,
    above: [],
    main: html`<p class="lead">${summary}</p>
      ${content}`,
    aside: null,
    toc,
    markdown: null,
    search: [],
  };
}

function groupList(tools: Tools): Page {
  const { groups, document } = tools.contract;
  const conventions = document.info.description;
  return listPage(tools, {
    url: "groups/",
    title: "API reference",
    summary: "Every operation, by resource group, and what all of them have in common.",
    main: (context) =>
      html`<section aria-labelledby="conventions">
          <h2 id="conventions">Conventions</h2>
          <div class="prose">${context.prose(conventions ?? "")}</div>
        </section>
        ${groups.map(
          ({ slug, title, description, operations }) =>
            html`<section aria-labelledby="${slug}">
              <h2 id="${slug}"><a href="${context.to(groupUrl(slug))}">${title}</a></h2>
              <div class="prose">${context.prose(description)}</div>
              ${operations.length > 0 && operationList(context, operations)}
            </section> `,
        )}`,
    toc: [
      { id: "conventions", text: "Conventions", level: 2 },
      ...groups.map(({ slug, title }) => ({ id: slug, text: title, level: 2 })),
    ],
  });
}

function schemaList(tools: Tools): Page {
  const { schemas } = tools.contract;
  return listPage(tools, {
    url: "schemas/",
    title: "Schemas",
    summary: "The types of requests and responses.",
    main: (context) =>
      entries(
        schemas.map(({ name, schema }) => ({
          url: context.to(schemaUrl(name)),
          code: name,
          text: firstSentence(schema.description ?? ""),
        })),
      ),
  });
}

function problemList(tools: Tools): Page {
  const { problems } = tools.contract;
  return listPage(tools, {
    url: "problems/",
    title: "Errors",
    summary: "An error is a problem of RFC 9457; programs switch on its code.",
    main: (context) =>
      entries(
        problems.map(({ code, status, title }) => ({
          url: context.to(problemUrl(code)),
          code,
          mark: status,
          text: title,
        })),
      ),
  });
}

function permissionList(tools: Tools): Page {
  const { permissions } = tools.contract;
  const resources = [...new Set(permissions.map(({ resource }) => resource))];
  const titleOf = (resource: string): string =>
    permissions.find((one) => one.resource === resource)?.resourceTitle ?? resource;
  return listPage(tools, {
    url: "permissions/",
    title: "Permissions",
    summary: "A permission is a resource and an action; each page says what needs it.",
    main: (context) =>
      html`${resources.map((resource) => {
        const actions = permissions.filter((one) => one.resource === resource);
        const rows = actions.map(({ name, title }) => ({
          url: context.to(permissionUrl(name)),
          code: name,
          text: title,
        }));
        return html`<section aria-labelledby="${resource}">
          <h2 id="${resource}">${titleOf(resource)}</h2>
          ${entries(rows)}
        </section> `;
      })}`,
    toc: resources.map((resource) => ({ id: resource, text: titleOf(resource), level: 2 })),
  });
}

interface Entry {
  readonly url: string;
  readonly code: string;
  readonly mark?: number;
  readonly text: string;
}

function entries(rows: readonly Entry[]): Html {
  return html`<ul class="rows">
    ${rows.map(
      ({ url, code, mark, text }) =>
        html`<li>
          <a class="row" href="${url}"
            >${mark !== undefined && html`<span class="status">${mark}</span>`}<code>${code}</code
            ><span class="row-text">${text}</span></a
          >
        </li> `,
    )}
  </ul>`;
}
