import type { SiteContract } from "../contract/site-contract.ts";
import {
  groupUrl,
  guideUrl,
  operationUrl,
  packageUrl,
  permissionUrl,
  problemUrl,
  relativeUrl,
  schemaUrl,
  mapUrl,
  tryUrl,
} from "../contract/urls.ts";
import type { Highlight } from "../html/code.ts";
import type { Html } from "../html/html.ts";
import type { MarkdownContext, RenderedMarkdown, RenderMarkdown } from "../html/markdown.ts";

/** What every page is made with. */
export interface Tools {
  readonly contract: SiteContract;
  readonly highlight: Highlight;
  readonly renderMarkdown: RenderMarkdown;
  /** Titles of the guides by their slugs. */
  readonly guides: ReadonlyMap<string, string>;
  /** Pages of packages and their entries: `client`, `client/retry`. */
  readonly packages: ReadonlySet<string>;
  /** Names of the pages of decisions, and where each decision is, by its number: `C34`. */
  readonly decisionPages: ReadonlySet<string>;
  readonly decisions: ReadonlyMap<string, string>;
}

/** Links and prose of one page: everything is relative to where the page is. */
export interface PageContext extends Tools {
  readonly url: string;
  /** The way from this page to another path of the site. */
  readonly to: (url: string) => string;
  /** Markdown of the contract or of a guide. */
  readonly markdown: (text: string, more?: Pick<MarkdownContext, "image" | "run">) => RenderedMarkdown;
  readonly prose: (text: string) => Html;
}

export function pageContext(tools: Tools, url: string): PageContext {
  const to = (target: string): string => relativeUrl(url, target);
  const { contract } = tools;
  const context = {
    link: (href: string) => linkTarget(tools, href, to),
    linkCode: (code: string) => codeTarget(contract, url, code, to),
  };
  const markdown: PageContext["markdown"] = (text, more) => tools.renderMarkdown(text, { ...context, ...more });
  return { ...tools, url, to, markdown, prose: (text) => markdown(text).html };
}

/** `operation:unitsListing`, `guide:paging#resume` and the like, checked; other links stay as they are. */
function linkTarget(tools: Tools, href: string, to: (url: string) => string): string {
  const url = siteUrl(tools, href);
  if (url !== null) return to(url);
  if (/^(?:https:\/\/|http:\/\/127\.0\.0\.1|#|mailto:)/.test(href)) return href;
  throw new Error(
    `The link ${href} leads nowhere: use operation:, schema:, problem:, permission:, group:, list:, guide:, package:, decision:, try: or https:.`,
  );
}

/** The path of what a link such as `operation:unitsListing` names; null for other links. */
export function siteUrl({ contract, guides, packages, decisions }: Tools, href: string): string | null {
  const [, scheme = "", name = "", fragment = ""] = /^([a-z]+):([\w./-]+)(#[\w.-]+)?$/.exec(href) ?? [];
  const find = finders[scheme];
  if (find === undefined) return null;
  const url = find(name, { contract, guides, packages, decisions });
  if (url === null) throw new Error(`The link ${href} leads nowhere: there is no ${scheme} ${name}.`);
  return url + fragment;
}

type Named = Pick<Tools, "contract" | "guides" | "packages" | "decisions">;

const finders: Readonly<Record<string, (name: string, named: Named) => string | null>> = {
  operation: (name, { contract }) => (contract.operations.some(({ id }) => id === name) ? operationUrl(name) : null),
  schema: (name, { contract }) => (contract.schemas.some((one) => one.name === name) ? schemaUrl(name) : null),
  problem: (name, { contract }) => (contract.problems.some(({ code }) => code === name) ? problemUrl(name) : null),
  permission: (name, { contract }) =>
    contract.permissions.some((one) => one.name === name) ? permissionUrl(name) : null,
  group: (name, { contract }) => (contract.groups.some(({ slug }) => slug === name) ? groupUrl(name) : null),
  list: (name) => (/^(?:groups|permissions|problems|schemas)$/.test(name) ? `${name}/` : null),
  guide: (name, { guides }) => (guides.has(name) ? guideUrl(name) : null),
  try: (name, { contract }) => (contract.operations.some(({ id }) => id === name) ? `${tryUrl}#${name}` : null),
  page: (name) => (name === "map" ? mapUrl : null),
  package: (name, { packages }) => (packages.has(name) ? packageUrl(name) : null),
  decision: (name, { decisions }) => decisions.get(name) ?? null,
};

/** Where a code span leads: to the permission, the problem code or the operation that it names, unless that is this page. */
function codeTarget(contract: SiteContract, here: string, code: string, to: (url: string) => string): string | null {
  const [verb, path] = code.split(" ");
  const operation = contract.operations.find((one) => one.verb.toUpperCase() === verb && one.path === path);
  const url =
    operation !== undefined
      ? operationUrl(operation.id)
      : contract.permissions.some(({ name }) => name === code)
        ? permissionUrl(code)
        : contract.problems.some((problem) => problem.code === code)
          ? problemUrl(code)
          : null;
  return url === null || url === here ? null : to(url);
}
