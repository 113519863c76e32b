import { type SiteContract } from "../contract/site-contract.ts";
import { groupUrl, guideUrl, mapUrl, operationUrl, tryUrl, workflowsUrl } from "../contract/urls.ts";
import { html, type Html } from "../html/html.ts";
import { verbLabel } from "../pages/parts.ts";

export interface GuideEntry {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}

/** The navigation of every page. Only the group of the page lists its operations, so that no page grows with the contract. */
export function navigation(
  contract: SiteContract,
  guides: readonly GuideEntry[],
  here: string,
  to: (url: string) => string,
): Html {
  const link = (url: string, label: Html | string): Html =>
    html`<a href="${to(url)}" ${url === here && html` aria-current="page"`}>${label}</a>`;
  return html`<p class="nav-title">Guides</p>
    <ul>
      ${guides.map(({ slug, title }) => html`<li>${link(guideUrl(slug), title)}</li>`)}
    </ul>
    <p class="nav-title">${link(tryUrl, "Try it")}</p>
    <p class="nav-title">${link(mapUrl, "Live map")}</p>
    <p class="nav-title">${link("groups/", "API reference")}</p>
    <ul>
      ${contract.groups.map(({ slug, title, operations }) => {
        if (operations.length === 0) return null;
        const url = groupUrl(slug);
        const isHere = url === here || operations.some(({ id }) => operationUrl(id) === here);
        if (!isHere) return html`<li>${link(url, title)}</li> `;
        return html`<li>
          ${link(url, title)}
          <ul>
            ${operations.map(
              ({ id, verb, summary }) => html`<li>${link(operationUrl(id), html`${verbLabel(verb)}${summary}`)}</li> `,
            )}
          </ul>
        </li> `;
      })}
    </ul>
    <p class="nav-title">${link("packages/", "Packages")}</p>
    <p class="nav-title">More</p>
    <ul>
      <li>${link(workflowsUrl, "Workflows")}</li>
      <li>${link("problems/", "Errors")}</li>
      <li>${link("permissions/", "Permissions")}</li>
      <li>${link("schemas/", "Schemas")}</li>
      <li>${link("decisions/conventions/", "Decisions")}</li>
      <li>${link("changelog/", "Changelog")}</li>
    </ul>`;
}
