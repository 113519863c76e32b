/** All pages of the site in reading order, from the contract and what people wrote. */
import type { OpenApiDocument } from "./contract/document.ts";
import { readContract } from "./contract/site-contract.ts";
import { guideUrl } from "./contract/urls.ts";
import { createHighlight } from "./html/code.ts";
import { createMarkdown } from "./html/markdown.ts";
import type { GuideEntry } from "./layout/navigation.ts";
import { readPackageReference } from "./packages/read-packages.ts";
import type { PublishedPackage } from "./packages/entries.ts";
import { GUIDES } from "./packages/entries.ts";
import type { TypedocFile } from "./packages/run-typedoc.ts";
import { articlePage, splitArticle } from "./pages/article.ts";
import type { Tools } from "./pages/context.ts";
import { type DecisionFile, decisionPage, decisionUrls } from "./pages/decisions.ts";
import { groupPage } from "./pages/group.ts";
import { LINT_RULES, type LintRules, lintRulesPage } from "./pages/lint-rules.ts";
import { listPages } from "./pages/lists.ts";
import { mapPage } from "./pages/map.ts";
import { operationPage } from "./pages/operation.ts";
import { packagePages } from "./pages/package.ts";
import type { Page } from "./pages/page.ts";
import { permissionPage } from "./pages/permission.ts";
import { problemPage } from "./pages/problem.ts";
import { schemaPage } from "./pages/schema.ts";
import { startPage } from "./pages/start.ts";
import { tryPage } from "./pages/try.ts";
import { type WorkflowFile, workflowsPage } from "./pages/workflows.ts";

/** What the site is made from. */
export interface Sources {
  readonly document: OpenApiDocument;
  /** Files of guides/ in their order: `01-start.md`. */
  readonly guides: readonly { file: string; markdown: string }[];
  /** SVG markup by the path that guides name: `img/rotation.svg`. */
  readonly images: ReadonlyMap<string, string>;
  readonly decisions: readonly DecisionFile[];
  readonly workflows: readonly WorkflowFile[];
  readonly packages: readonly PublishedPackage[];
  /** What TypeDoc says about the packages. */
  readonly typedoc: TypedocFile;
  readonly lintRules: LintRules;
  /** The changelog of the contract, Markdown. */
  readonly changelog: string;
}

export interface SiteModel {
  readonly tools: Tools;
  readonly guides: readonly GuideEntry[];
  readonly pages: readonly Page[];
}

export async function readSite(sources: Sources): Promise<SiteModel> {
  const highlight = await createHighlight();
  const guides = sources.guides.map(({ file, markdown }) => ({
    slug: guideSlug(file),
    ...splitArticle(markdown),
    markdown,
  }));
  const contract = readContract(sources.document);
  const tools: Tools = {
    contract,
    highlight,
    renderMarkdown: createMarkdown(highlight),
    guides: new Map(guides.map(({ slug, title }) => [slug, title])),
    packages: new Set([
      LINT_RULES,
      ...sources.packages.flatMap(({ slug, entries }) => [slug, ...entries.map((entry) => `${slug}/${entry.slug}`)]),
    ]),
    decisionPages: new Set(sources.decisions.map(({ name }) => name)),
    decisions: decisionUrls(sources.decisions),
  };
  const pages = [
    startPage(tools, guides),
    ...guides.map(({ slug, markdown }) =>
      articlePage(tools, {
        url: guideUrl(slug),
        kind: "guide",
        markdown,
        images: sources.images,
        above: [{ title: "Guides", url: "#guides" }],
      }),
    ),
    tryPage(tools),
    mapPage(tools),
    workflowsPage(tools, sources.workflows),
    ...listPages(tools),
    ...contract.groups.flatMap((group) => [
      groupPage(tools, group),
      ...group.operations.map((operation) => operationPage(tools, operation)),
    ]),
    ...contract.problems.map((problem) => problemPage(tools, problem)),
    ...contract.permissions.map((permission) => permissionPage(tools, permission)),
    ...contract.schemas.map((schema) => schemaPage(tools, schema)),
    ...packagePages(tools, { ...readPackageReference(sources.packages, sources.typedoc), guides: GUIDES }, [
      lintRulesPage(tools, sources.lintRules),
    ]),
    ...sources.decisions.map((file) => decisionPage(tools, file)),
    articlePage(tools, { url: "changelog/", kind: "list", markdown: sources.changelog, images: new Map(), above: [] }),
  ];
  return { tools, guides, pages };
}

/** `01-start.md` is the guide `start`. */
function guideSlug(file: string): string {
  const slug = /^\d+-([a-z\d-]+)\.md$/.exec(file)?.[1];
  if (slug === undefined) throw new Error(`A guide is a file such as 01-start.md, not ${file}.`);
  return slug;
}
