/** Turns what TypeDoc says into what pages show. Refuses exports without a docstring. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { JSONOutput } from "typedoc";
import { packageUrl } from "../contract/urls.ts";
import { type Entry, GENERATED, MEMBERS_ELSEWHERE, ROOT, type PublishedPackage } from "./entries.ts";
import type {
  Declaration,
  EntryReference,
  ExportedName,
  Kind,
  Member,
  Notes,
  PackageReference,
  Signature,
} from "./model.ts";
import type { TypedocFile } from "./run-typedoc.ts";
import {
  type Code,
  indexSignatureCode,
  keyword,
  plain,
  signatureCode,
  textOf,
  typeCode,
  typeParametersCode,
} from "./type-text.ts";

type Reflection = JSONOutput.DeclarationReflection | JSONOutput.ReferenceReflection;

/** The packages, and where each declaration of the project is. */
export interface PackagesReference {
  readonly packages: readonly PackageReference[];
  /** Paths with fragments by the ids of the project. */
  readonly urls: ReadonlyMap<number, string>;
}

/** Longer conditional types are shown as they are written. */
const LONGEST_CONDITION = 160;

const KINDS: Readonly<Record<number, Kind>> = {
  32: "constant",
  64: "function",
  128: "class",
  256: "interface",
  2097152: "type",
};
const CONSTRUCTOR = 512;

/** The source of an entry from the root of the repository, as TypeDoc writes it. */
function sourceOf({ file }: Entry): string {
  return relative(fileURLToPath(ROOT), file ?? "").replaceAll("\\", "/");
}

export function readPackageReference(
  published: readonly PublishedPackage[],
  { modules, sources }: TypedocFile,
): PackagesReference {
  const pages = published.flatMap((one) =>
    one.entries
      .filter(({ file }) => file !== null)
      .map((entry) => {
        const source = sourceOf(entry);
        const module = modules.find((candidate) => candidate.sources?.[0]?.fileName === source);
        if (module === undefined) throw new Error(`TypeDoc says nothing about ${entry.name} (${source}).`);
        const children: readonly Reflection[] = module.children ?? [];
        return { one, entry, module, children, url: packageUrl(`${one.slug}/${entry.slug}`) };
      }),
  );

  const urls = new Map<number, string>();
  const declared = new Map<number, { child: JSONOutput.DeclarationReflection; entry: string; url: string }>();
  for (const { children, url, entry } of pages)
    for (const child of children) {
      const here = `${url}#${child.name}`;
      if ("target" in child) continue;
      declared.set(child.id, { child, entry: entry.name, url: here });
      urls.set(child.id, here);
      for (const signature of child.signatures ?? []) urls.set(signature.id, here);
      for (const member of membersOf(child)) {
        const place = `${url}#${memberId(child.name, member.name)}`;
        urls.set(member.id, place);
        for (const signature of member.signatures ?? []) urls.set(signature.id, place);
      }
    }

  const reader = createReader(sources, urls);
  const missing: string[] = [];
  const entriesOf = (one: PublishedPackage): EntryReference[] =>
    pages
      .filter((page) => page.one === one)
      .map(({ entry, module, children, url }): EntryReference => {
        const exported = [...byName(children)].map(([name, all]): ExportedName => {
          const found = all.map((child) => resolve(child, declared, entry.name));
          const [first] = found;
          const shownBy =
            first !== undefined && first.url !== `${url}#${name}` ? { entry: first.entry, url: first.url } : null;
          const declarations = found.map(({ child }) => reader.declaration(child));
          const texts = declarations.map(textOfDeclaration);
          if (texts.includes("")) missing.push(`${entry.name} exports ${name} (${placeOf(first?.child)})`);
          for (const { id, notes } of declarations.flatMap(({ members }) => (name.endsWith("Options") ? members : [])))
            if (notes.text === "") missing.push(`${entry.name} exports ${id} (${placeOf(first?.child)})`);
          return {
            name,
            kinds: [...new Set(declarations.map(({ kind }) => kind))],
            text: texts[0] ?? "",
            deprecated: declarations.every(({ notes }) => notes.deprecated !== null)
              ? (declarations[0]?.notes.deprecated ?? null)
              : null,
            shownBy,
            declarations: shownBy === null ? declarations : [],
          };
        });
        const names = exported.toSorted((a, b) => rank(a) - rank(b));
        const text = reader.notes(module.comment).text || (exported[0]?.text ?? "");
        if (text === "") missing.push(`${entry.name} itself (${module.sources?.[0]?.fileName})`);
        return { name: entry.name, url, text, names };
      });

  const packages = published.map((one): PackageReference => {
    const generated = one.entries
      .filter(({ file }) => file === null)
      .flatMap(({ name }) => (GENERATED[name] === undefined ? [] : [{ name, ...GENERATED[name] }]));
    const { slug, name, description } = one;
    return { slug, name, description, entries: entriesOf(one), generated };
  });
  if (missing.length > 0)
    throw new Error(`No docstring:\n${[...new Set(missing)].map((one) => `- ${one}`).join("\n")}`);
  return { packages, urls };
}

/** A value and a type may have one name. */
function byName(children: readonly Reflection[]): Map<string, Reflection[]> {
  const names = new Map<string, Reflection[]>();
  for (const child of children) names.set(child.name, [...(names.get(child.name) ?? []), child]);
  return names;
}

function resolve(
  child: Reflection,
  declared: ReadonlyMap<number, { child: JSONOutput.DeclarationReflection; entry: string; url: string }>,
  entry: string,
) {
  const found = declared.get("target" in child ? child.target : child.id);
  if (found === undefined) throw new Error(`${entry} exports ${child.name}, which no entry declares.`);
  return found;
}

function textOfDeclaration({ notes, signatures }: Declaration): string {
  return notes.text || (signatures.find((one) => one.notes.text !== "")?.notes.text ?? "");
}

function placeOf(child: JSONOutput.DeclarationReflection | undefined): string {
  const [source] = child?.sources ?? [];
  return source === undefined ? "source unknown" : `${source.fileName}:${source.line}`;
}

/** What is called comes first, what another page shows last. */
function rank({ kinds, shownBy, declarations }: ExportedName): number {
  const order: readonly Kind[] = ["function", "class", "constant", "interface", "type"];
  const isElsewhere = declarations.some(({ membersUrl }) => membersUrl !== null);
  const later = shownBy !== null ? 2 * order.length : isElsewhere ? order.length : 0;
  return Math.min(...kinds.map((kind) => order.indexOf(kind))) + later;
}

/** The id of a member on the page of its entry. Links depend on it. */
function memberId(owner: string, name: string): string {
  return `${owner}.${name.replaceAll(/[^\w.-]/g, "_")}`;
}

/** Members of a class, an interface or an object type. */
function membersOf(child: JSONOutput.DeclarationReflection): readonly JSONOutput.DeclarationReflection[] {
  const own = child.children ?? [];
  return own.length > 0 || child.type?.type !== "reflection" || KINDS[child.kind] !== "type"
    ? own
    : (child.type.declaration.children ?? []);
}

function createReader(sources: TypedocFile["sources"], urls: ReadonlyMap<number, string>) {
  const notes = (comment: JSONOutput.Comment | undefined): Notes => readNotes(comment, urls);

  const member = (owner: string, declaration: JSONOutput.DeclarationReflection): Member => {
    const { name, type, signatures = [], getSignature, flags, comment, inheritedFrom, defaultValue } = declaration;
    const inner = type?.type === "reflection" ? (type.declaration.signatures ?? []) : [];
    const shown = type ?? getSignature?.type;
    const own = [
      comment,
      getSignature?.comment,
      ...signatures.map((one) => one.comment),
      ...inner.map((one) => one.comment),
    ];
    return {
      id: memberId(owner, name),
      name: declaration.kind === CONSTRUCTOR ? `new ${owner}` : name,
      codes:
        signatures.length > 0
          ? signatures.map((one) => signatureCode(one, ": "))
          : [shown === undefined ? plain("unknown") : typeCode(shown)],
      isOptional: flags.isOptional === true,
      isInherited: inheritedFrom !== undefined,
      standard: defaultValue === undefined || defaultValue === "..." ? null : defaultValue,
      notes: notes(own.find((one) => one !== undefined)),
    };
  };

  const signature = (name: string, one: JSONOutput.SignatureReflection): Signature => {
    const own = notes(one.comment);
    return {
      code: [keyword("function "), { text: name, kind: "name" }, signatureCode(one, ": ")],
      notes: own,
      parameters: (one.parameters ?? []).map((parameter) => ({
        id: memberId(name, parameter.name === "__namedParameters" ? "options" : parameter.name),
        name: parameter.name === "__namedParameters" ? "options" : parameter.name,
        codes: [parameter.type === undefined ? plain("unknown") : typeCode(parameter.type)],
        isOptional: parameter.flags.isOptional === true || parameter.defaultValue !== undefined,
        isInherited: false,
        standard: standardOf(parameter.defaultValue),
        notes: notes(parameter.comment),
      })),
      returns: markdownOf(tagOf(one.comment, "@returns")?.content ?? [], urls),
    };
  };

  const declaration = (child: JSONOutput.DeclarationReflection): Declaration => {
    const kind = KINDS[child.kind];
    if (kind === undefined) throw new Error(`${child.name} is of a kind that pages do not show (${placeOf(child)}).`);
    const { name, type } = child;
    // The comment of an overloaded function is that of its signatures.
    const signatures = (child.signatures ?? []).map((one) => signature(name, one));
    const members = membersOf(child);
    const isLarge =
      (kind === "interface" && members.length === 0 && MEMBERS_ELSEWHERE[name] !== undefined) ||
      (kind === "constant" && type === undefined);
    const membersUrl = isLarge ? (MEMBERS_ELSEWHERE[name] ?? null) : null;
    if (isLarge && membersUrl === null) throw new Error(`Say in MEMBERS_ELSEWHERE which page shows ${name}.`);
    const head = headCode(kind, child, members.length > 0);
    const source = sources[child.id];
    return {
      kind,
      signatures:
        kind === "function"
          ? signatures
          : textOf(head) === `${kind} ${name} { … }`
            ? []
            : [{ code: head, notes: NOTHING, parameters: [], returns: "" }],
      source: kind === "type" && source !== undefined && isUnreadable(type) ? source.replace(/^export /, "") : null,
      notes: kind === "function" ? NOTHING : notes(child.comment ?? child.signatures?.[0]?.comment),
      members: members.map((one) => member(name, one)),
      values: valuesOf(type, urls),
      membersUrl,
    };
  };
  return { notes, declaration };
}

/** `interface Name<Type> extends Other`, `type Name = …`, `const name: Type`. */
function headCode(kind: Kind, child: JSONOutput.DeclarationReflection, hasMembers: boolean): Code {
  const { name, type, typeParameters, extendedTypes = [], indexSignatures = [], signatures = [] } = child;
  const named: Code = [{ text: name, kind: "name" }, typeParametersCode(typeParameters)];
  if (kind === "constant")
    return [keyword("const "), named, ...(type === undefined ? [] : [plain(": "), typeCode(type)])];
  if (kind === "type")
    return [keyword("type "), named, plain(" = "), type === undefined ? plain("unknown") : typeCode(type)];
  const bases = extendedTypes.flatMap((one, index) => [
    index === 0 ? keyword(" extends ") : plain(", "),
    typeCode(one),
  ]);
  const calls = [...signatures.map((one) => signatureCode(one, ": ")), ...indexSignatures.map(indexSignatureCode)];
  const body: Code =
    calls.length === 0
      ? plain(hasMembers ? " { … }" : " {}")
      : [plain(" "), { items: [...calls, ...(hasMembers ? [plain("…")] : [])], open: "{", close: "}", separator: ";" }];
  return [keyword(`${kind} `), named, ...bases, body];
}

/** Whether a type has conditions that would be one long line. */
function isUnreadable(type: JSONOutput.SomeType | undefined): boolean {
  if (type === undefined) return false;
  return JSON.stringify(type).includes('"type":"conditional"') && textOf(typeCode(type)).length > LONGEST_CONDITION;
}

/** The values of a union whose docstrings say what each means. */
function valuesOf(type: JSONOutput.SomeType | undefined, urls: ReadonlyMap<number, string>): Declaration["values"] {
  if (type?.type !== "union" || type.elementSummaries === undefined) return [];
  const summaries = type.elementSummaries;
  return type.types.map((one, index) => ({
    code: typeCode(one),
    text: markdownOf(summaries[index] ?? [], urls),
  }));
}

/** TypeDoc writes three full stops for a value that is long. */
function standardOf(value: string | undefined): string | null {
  return value === undefined || value === "..." || value === "{}" ? null : value;
}

const NOTHING: Notes = { text: "", deprecated: null, standard: null, throws: [], examples: [], see: [] };

/** Tags of docstrings that pages show. Another one must be given a place first. */
const TAGS = new Set([
  "@default",
  "@defaultValue",
  "@deprecated",
  "@example",
  "@module",
  "@param",
  "@remarks",
  "@returns",
  "@see",
  "@throws",
  "@typeParam",
]);

function readNotes(comment: JSONOutput.Comment | undefined, urls: ReadonlyMap<number, string>): Notes {
  if (comment === undefined) return NOTHING;
  const { summary, blockTags = [] } = comment;
  for (const { tag } of blockTags)
    if (!TAGS.has(tag))
      throw new Error(`A docstring has the tag ${tag}, which pages do not show: ${markdownOf(summary, urls)}`);
  const all = (...names: readonly string[]): string[] =>
    blockTags.filter(({ tag }) => names.includes(tag)).map(({ content }) => markdownOf(content, urls));
  return {
    text: [markdownOf(summary, urls), ...all("@remarks")].filter((text) => text !== "").join("\n\n"),
    deprecated: all("@deprecated")[0] ?? null,
    standard: all("@default", "@defaultValue")[0] ?? null,
    throws: all("@throws"),
    examples: all("@example"),
    see: all("@see"),
  };
}

function tagOf(comment: JSONOutput.Comment | undefined, name: string) {
  return comment?.blockTags?.find(({ tag }) => tag === name);
}

/** The Markdown of a docstring; what it links to is a link of the site. */
function markdownOf(parts: readonly JSONOutput.CommentDisplayPart[], urls: ReadonlyMap<number, string>): string {
  return parts
    .map((part) => {
      if (part.kind !== "inline-tag") return part.text;
      const target = "target" in part ? part.target : undefined;
      const url = typeof target === "number" ? urls.get(target) : undefined;
      if (typeof target === "string") return `[${part.text || target}](${target})`;
      return url === undefined
        ? `\`${part.text}\``
        : `[\`${part.text}\`](${url.replace("packages/", "package:").replace("/#", "#")})`;
    })
    .join("")
    .trim();
}
