/** The pages of the published packages: their list, each package, each of its entries. */
import type { SiteContract } from "../contract/site-contract.ts";
import { groupUrl, packageUrl, problemUrl, schemaUrl } from "../contract/urls.ts";
import { codeFigure } from "../html/code.ts";
import { escapeText, html, type Html, trusted } from "../html/html.ts";
import type {
  Declaration,
  EntryReference,
  ExportedName,
  Member,
  Notes,
  PackageReference,
  Signature,
} from "../packages/model.ts";
import type { PackagesReference } from "../packages/read-packages.ts";
import { inLines, inOneLine, type Piece, textOf } from "../packages/type-text.ts";
import { type PageContext, pageContext, type Tools } from "./context.ts";
import type { Page, SearchEntry } from "./page.ts";
import { firstSentence } from "./parts.ts";

const ABOVE = { title: "Packages", url: packageUrl("").slice(0, -1) };

interface PackageSources extends PackagesReference {
  /** Slugs of guides by the names of entries. */
  readonly guides: Readonly<Record<string, readonly string[]>>;
}

/** @param others pages of packages that are made otherwise */
export function packagePages(tools: Tools, sources: PackageSources, others: readonly Page[]): Page[] {
  return [
    packageList(tools, sources.packages, others),
    ...sources.packages.flatMap((one) => [
      packagePage(tools, one),
      ...one.entries.map((entry) => entryPage(tools, sources, one, entry)),
    ]),
    ...others,
  ];
}

function packageList(tools: Tools, packages: readonly PackageReference[], others: readonly Page[]): Page {
  const context = pageContext(tools, ABOVE.url);
  const rows = [
    ...packages.map(({ slug, name, description }) => ({ url: packageUrl(slug), title: name, text: description })),
    ...others.map(({ url, title, summary }) => ({ url, title, text: summary })),
  ];
  const summary = "The published packages: what they export, with types, options, defaults and errors.";
  return {
    url: ABOVE.url,
    kind: "list",
    title: ABOVE.title,
    summary,
    above: [],
    main: html`<p class="lead">${summary}</p>
      <ul class="rows">
        ${rows.map(
          ({ url, title, text }) =>
            html`<li>
              <a class="row" href="${context.to(url)}"><code>${title}</code><span class="row-text">${text}</span></a>
            </li> `,
        )}
      </ul>`,
    aside: null,
    toc: [],
    markdown: null,
    search: [{ kind: "package", title: ABOVE.title, url: ABOVE.url, text: summary }],
  };
}

/** How to install a package, its entries, and every name with its first sentence. */
function packagePage(tools: Tools, { slug, name, description, entries, generated }: PackageReference): Page {
  const url = packageUrl(slug);
  const context = pageContext(tools, url);
  const sections = entries.map((entry) => ({ id: entryId(name, entry.name), entry }));
  return {
    url,
    kind: "package",
    title: name,
    summary: description,
    above: [ABOVE],
    main: html`<p class="lead">${description}</p>
      ${codeFigure(context.highlight(`npm install ${name}`, "shellscript"), "shellscript")}
      ${sections.map(
        ({ id, entry }) =>
          html`<section aria-labelledby="${id}">
            <h2 id="${id}"><a href="${context.to(entry.url)}">${entry.name}</a></h2>
            <div class="prose">${context.prose(entry.text)}</div>
            <ul class="rows">
              ${entry.names.map((one) => nameRow(context, entry, one))}
            </ul>
          </section> `,
      )}
      ${
        generated.length > 0 &&
        html`<section aria-labelledby="generated">
          <h2 id="generated">Generated entries</h2>
          <p>They have one name for each operation or record, which the API reference shows.</p>
          <ul class="rows">
            ${generated.map(
              (one) =>
                html`<li>
                  <a class="row" href="${context.to(one.url)}"
                    ><code>${one.name}</code><span class="row-text">${one.text.replaceAll("`", "")}</span></a
                  >
                </li> `,
            )}
          </ul>
        </section>`
      }`,
    aside: null,
    toc: [
      ...sections.map(({ id, entry }) => ({ id, text: entry.name, level: 2 })),
      ...(generated.length > 0 ? [{ id: "generated", text: "Generated entries", level: 2 }] : []),
    ],
    markdown: null,
    search: [{ kind: "package", title: name, url, text: description }],
  };
}

/** `@fleet-api/client/retry` is `retry`, the package itself `root`. */
function entryId(name: string, entry: string): string {
  return entry === name ? "root" : entry.slice(name.length + 1).replaceAll("/", "-");
}

function nameRow(context: PageContext, entry: EntryReference, { name, kinds, text, deprecated }: ExportedName): Html {
  return html`<li>
    <a class="row" href="${context.to(`${entry.url}#${name}`)}"
      ><code>${name}</code><span class="mark">${kinds.join(", ")}</span>${deprecated !== null && DEPRECATED}<span
        class="row-text"
        >${firstSentence(plainText(text))}</span
      ></a
    >
  </li> `;
}

const DEPRECATED = html`<span class="mark mark-bad">deprecated</span>`;

/** All that an entry exports. Anchors are the names, and those of members: `#RetryOptions.budget`. */
function entryPage(tools: Tools, sources: PackageSources, one: PackageReference, entry: EntryReference): Page {
  const context = pageContext(tools, entry.url);
  const guides = sources.guides[entry.name] ?? [];
  const more = guides.map((slug) => `[${tools.guides.get(slug) ?? ""}](guide:${slug})`).join(", ");
  const shown = entry.names.filter(({ shownBy }) => shownBy === null);
  const again = entry.names.filter(({ shownBy }) => shownBy !== null);
  return {
    url: entry.url,
    kind: "package",
    title: entry.name,
    summary: firstSentence(plainText(entry.text)),
    above: [ABOVE, { title: one.name, url: packageUrl(one.slug) }],
    main: html`<div class="prose lead">
        ${context.prose(entry.text)}${more !== "" && context.prose(`Guides: ${more}.`)}
      </div>
      ${importFigure(context, entry)} ${shown.map((name) => nameSection(context, sources, name))}
      ${
        again.length > 0 &&
        html`<section aria-labelledby="exported-again">
          <h2 id="exported-again">From other entries</h2>
          <ul class="props">
            ${again.map(
              ({ name, kinds, text, shownBy }) =>
                html`<li class="prop" id="${name}">
                  <p class="prop-head">
                    <a class="prop-name" href="${context.to(shownBy?.url ?? "")}"><code>${name}</code></a>
                    <span class="type">${kinds.join(", ")} of ${shownBy?.entry}</span>
                  </p>
                  <div class="prose">${context.prose(firstSentence(plainText(text)))}</div>
                </li> `,
            )}
          </ul>
        </section>`
      }`,
    aside: null,
    toc: [
      ...shown.map(({ name }) => ({ id: name, text: name, level: 2 })),
      ...(again.length > 0 ? [{ id: "exported-again", text: "From other entries", level: 2 }] : []),
    ],
    markdown: null,
    search: searchEntries(entry, shown),
  };
}

function searchEntries(entry: EntryReference, shown: readonly ExportedName[]): SearchEntry[] {
  return [
    { kind: "package", title: entry.name, url: entry.url, text: firstSentence(plainText(entry.text)) },
    ...shown.flatMap(({ name, text, declarations }): SearchEntry[] => [
      {
        kind: "export",
        title: name,
        url: `${entry.url}#${name}`,
        text: `${entry.name}: ${firstSentence(plainText(text))}`,
      },
      ...declarations
        .flatMap(({ members }) => members)
        .filter(({ isInherited, notes }) => !isInherited && notes.text !== "")
        .map((member): SearchEntry => ({
          kind: "option",
          title: member.id,
          url: `${entry.url}#${member.id}`,
          text: firstSentence(plainText(member.notes.text)),
        })),
    ]),
  ];
}

/** An import of the first names, types apart. */
function importFigure(context: PageContext, { name, names }: EntryReference): Html {
  const values = names.filter(({ kinds }) => kinds.some((kind) => ["function", "class", "constant"].includes(kind)));
  const [first] = names;
  const code =
    values.length > 0
      ? `import { ${values
          .slice(0, 3)
          .map((one) => one.name)
          .join(", ")} } from "${name}";`
      : `import type { ${first?.name} } from "${name}";`;
  return codeFigure(context.highlight(code, "typescript"), "typescript", "Import");
}

function nameSection(
  context: PageContext,
  sources: PackageSources,
  { name, kinds, deprecated, declarations }: ExportedName,
): Html {
  const anchors = new Set<string>();
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">
      ${name} <span class="mark">${kinds.join(", ")}</span>${deprecated !== null && html` ${DEPRECATED}`}
      <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a>
    </h2>
    ${declarations.map((one) => declaration(context, sources, name, one, anchors))}
  </section> `;
}

function declaration(
  context: PageContext,
  sources: PackageSources,
  name: string,
  { signatures, source, notes, members, values, membersUrl, kind }: Declaration,
  anchors: Set<string>,
): Html {
  const links = { ...sources, problems: name === "ProblemCode" };
  const own = members.filter(({ id }) => !anchors.has(id));
  for (const { id } of own) anchors.add(id);
  return html`${notesBefore(context, notes)}${
    source !== null
      ? codeFigure(context.highlight(source, "typescript"), "typescript")
      : signatures.map((one) => signature(context, links, one, anchors))
  }${
    values.length > 0 &&
    html`<ul class="props">
      ${values.map(
        ({ code, text }) =>
          html`<li class="prop">
            <p class="prop-head"><code>${textOf(code)}</code></p>
            ${text !== "" && html`<div class="prose">${context.prose(text)}</div>`}
          </li> `,
      )}
    </ul>`
  }${own.length > 0 && memberList(context, links, own)}${
    membersUrl !== null &&
    html`<p class="rules">
      ${kind === "constant" ? "What is in it" : "Its members"}:
      <a href="${context.to(membersUrl)}">${ELSEWHERE[membersUrl] ?? membersUrl}</a>
    </p>`
  }${notesAfter(context, notes)}`;
}

/** Titles of the lists that show what is generated. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "groups/": "API reference",
  "permissions/": "Permissions",
  "problems/": "Errors",
  "schemas/": "Schemas",
};

/** What a docstring says before its parts, and after them. */
function notesBefore(context: PageContext, { text, deprecated, standard }: Notes): Html {
  return html`${deprecated !== null && html`<div class="prose">${context.prose(`Deprecated. ${deprecated}`)}</div>`}${text !== "" && html`<div class="prose">${context.prose(text)}</div>`}${standard !== null && html`<div class="rules">${context.prose(`Default ${standard}`)}</div>`}`;
}

function notesAfter(context: PageContext, { throws, examples, see }: Notes): Html {
  const parts = [
    ...throws.map((text) => `**Throws** ${text}`),
    ...see.map((text) => `See ${text}`),
    ...examples.map((text) => (text.includes("```") ? text : `\`\`\`ts\n${text}\n\`\`\``)),
  ];
  return html`${parts.length > 0 && html`<div class="prose">${context.prose(parts.join("\n\n"))}</div>`}`;
}

interface Links extends PackagesReference {
  /** Whether strings are problem codes. */
  readonly problems: boolean;
}

function signature(
  context: PageContext,
  links: Links,
  { code, notes, parameters, returns }: Signature,
  anchors: Set<string>,
): Html {
  // The signature shows the others as well.
  const isExplained = parameters.some((one) => one.notes.text !== "" || one.standard !== null);
  const own = isExplained ? parameters.filter(({ id }) => !anchors.has(id)) : [];
  for (const { id } of own) anchors.add(id);
  return html`${codeFigure(pieces(context, links, inLines(code)), "typescript")}${notesBefore(context, notes)}${own.length > 0 && memberList(context, links, own)}${returns !== "" && html`<div class="prose">${context.prose(`**Returns** ${returns}`)}</div>`}${notesAfter(context, notes)}`;
}

function memberList(context: PageContext, links: Links, members: readonly Member[]): Html {
  return html`<ul class="props">
    ${members.map((member) => memberItem(context, links, member))}
  </ul>`;
}

/** Longer types have a block of their own. */
const LONGEST_LABEL = 64;

function memberItem(
  context: PageContext,
  links: Links,
  { id, name, codes, isOptional, standard, notes }: Member,
): Html {
  const [code] = codes;
  const isShort = codes.length === 1 && code !== undefined && textOf(code).length <= LONGEST_LABEL;
  return html`<li class="prop" id="${id}">
    <p class="prop-head">
      <a class="prop-name" href="#${id}"><code>${name}</code></a>
      ${isShort && html`<span class="type">${label(context, links, inOneLine(code))}</span>`}${isOptional && html` <span class="mark">optional</span>`}${standard !== null && html` <span class="mark">default <code>${standard}</code></span>`}${notes.deprecated !== null && html` ${DEPRECATED}`}
    </p>
    ${!isShort && codes.map((one) => codeFigure(pieces(context, links, inLines(one)), "typescript"))}
    ${notesBefore(context, notes)}${notesAfter(context, notes)}
  </li> `;
}

const CLASSES: Readonly<Record<Piece["kind"], string>> = {
  plain: "",
  keyword: "hk",
  string: "hs",
  constant: "hc",
  name: "hf",
  parameter: "hp",
};

/** Code with the colours of the highlighter, where names lead to what they name. */
function pieces(context: PageContext, links: Links, code: readonly Piece[]): Html {
  return trusted(
    code
      .map((piece) => {
        const url = targetOf(context, links, piece);
        const text = escapeText(piece.text);
        const kind = CLASSES[piece.kind];
        const marked = kind === "" || piece.text.trim() === "" ? text : `<i class="${kind}">${text}</i>`;
        return url === null ? marked : `<a href="${hrefTo(context, url)}">${marked}</a>`;
      })
      .join(""),
  );
}

/** A link to a place, which may be on the same page. */
function hrefTo({ url: here, to }: PageContext, url: string): string {
  return url.startsWith(`${here}#`) ? url.slice(here.length) : to(url);
}

/** The same without colours, for a line of text. */
function label(context: PageContext, links: Links, code: readonly Piece[]): Html {
  return html`${code.map((piece) => {
    const url = targetOf(context, links, piece);
    return url === null ? piece.text : html`<a href="${hrefTo(context, url)}">${piece.text}</a>`;
  })}`;
}

function targetOf({ contract }: PageContext, { urls, problems }: Links, { kind, text, target }: Piece): string | null {
  if (typeof target === "number") return urls.get(target) ?? null;
  if (target?.packageName === "@fleet-api/contract") return generatedUrl(contract, target.name);
  const code = kind === "string" && problems ? text.slice(1, -1) : null;
  return code !== null && contract.problems.some((one) => one.code === code) ? problemUrl(code) : null;
}

/** The page of a generated type: of a record, or of the operations of a group (`UnitsApi`). */
function generatedUrl({ schemas, groups }: SiteContract, name: string): string | null {
  if (schemas.some((schema) => schema.name === name)) return schemaUrl(name);
  const [, initial = "", rest = ""] = /^(\w)(\w*)Api$/.exec(name) ?? [];
  const ofGroup = new RegExp(`^${initial.toLowerCase()}${rest}[A-Z]`);
  const group =
    initial === "" ? undefined : groups.find(({ operations }) => operations.some(({ id }) => ofGroup.test(id)));
  return group === undefined ? null : groupUrl(group.slug);
}

/** Markdown without its links. */
function plainText(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");
}
