import type { ArrowFunctionExpression, Function as FunctionNode } from "oxc-parser";
import type { Repo } from "../repo/repo.ts";
import { relativeTarget } from "./imports.ts";
import { parse, type Source, visit } from "./parse.ts";

/** A function with its length; the functions inside it count as its lines too. */
interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** Whether the body is a block. Arrows that only answer an expression are no measure of how long functions are. */
  readonly block: boolean;
}

/** Every function, method and arrow of a file that has a body. */
export function functionsOf(source: Source): FunctionSpan[] {
  const spans: FunctionSpan[] = [];
  const names = namesOf(source);
  const add = (node: FunctionNode | ArrowFunctionExpression): void => {
    if (!node.body) return;
    const line = source.line(node.start);
    spans.push({
      name: names.get(node.start) ?? node.id?.name ?? "(anonymous)",
      line,
      lines: source.line(node.end - 1) - line + 1,
      block: node.body.type === "BlockStatement",
    });
  };
  visit(source, { FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add });
  return spans;
}

/** Names that functions get from where they stand: `const f = () => …`, `{ f() {} }`, `class { f() {} }`. */
function namesOf(source: Source): Map<number, string> {
  const names = new Map<number, string>();
  const nameOf = (key: { readonly type: string; readonly start: number; readonly end: number }): string =>
    source.text.slice(key.start, key.end);
  visit(source, {
    VariableDeclarator: (node) => {
      if (node.init) names.set(node.init.start, nameOf(node.id));
    },
    Property: (node) => void names.set(node.value.start, nameOf(node.key)),
    MethodDefinition: (node) => void names.set(node.value.start, nameOf(node.key)),
    PropertyDefinition: (node) => {
      if (node.value) names.set(node.value.start, nameOf(node.key));
    },
  });
  return names;
}

/** The names that a module exports, types included; `export *` of a relative module is followed. */
export function exportedNames(repo: Repo, file: string, seen: ReadonlySet<string> = new Set()): Set<string> {
  const names = new Set<string>();
  if (seen.has(file) || !repo.files.includes(file)) return names;
  const source = parse(repo, file);
  const text = (node: { readonly start: number; readonly end: number }): string =>
    source.text.slice(node.start, node.end);
  visit(source, {
    ExportNamedDeclaration: (node) => {
      for (const specifier of node.specifiers) names.add(text(specifier.exported));
      const declaration = node.declaration;
      if (!declaration) return;
      if (declaration.type === "VariableDeclaration") {
        for (const declarator of declaration.declarations) names.add(text(declarator.id).replace(/:.*$/s, ""));
      } else if ("id" in declaration && declaration.id) names.add(text(declaration.id));
    },
    ExportDefaultDeclaration: () => void names.add("default"),
    ExportAllDeclaration: (node) => {
      if (node.exported) {
        names.add(text(node.exported));
        return;
      }
      const target = relativeTarget(file, node.source.value);
      if (target === undefined) return;
      for (const name of exportedNames(repo, target, new Set([...seen, file]))) names.add(name);
    },
  });
  return names;
}

/** A use of a global: `Date.now`, `process.env`, `new Date()`, or a bare name such as `Buffer`. */
interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

/**
 * Uses of the given globals, written `name`, `name.member`, or `new Name()` for a call without arguments. A name that
 * the file binds itself (import, variable, parameter, function) is not the global.
 */
export function globalUses(source: Source, wanted: ReadonlySet<string>): GlobalUse[] {
  const bound = boundNames(source);
  const uses: GlobalUse[] = [];
  const add = (name: string, root: string, start: number): void => {
    if (wanted.has(name) && !bound.has(root)) uses.push({ name, line: source.line(start) });
  };
  visit(source, {
    MemberExpression: (node) => {
      const root = node.object;
      const viaGlobal =
        root.type === "MemberExpression" && source.text.slice(root.start, root.end).startsWith("globalThis.");
      const object = source.text.slice(root.start, root.end).replace(/^globalThis\??\./, "");
      if (root.type !== "Identifier" && !viaGlobal) return;
      const member = source.text.slice(node.property.start, node.property.end);
      add(object, object, node.start);
      add(`${object}.${member}`, object, node.start);
    },
    NewExpression: (node) => {
      if (node.callee.type !== "Identifier" || node.arguments.length > 0) return;
      add(`new ${node.callee.name}()`, node.callee.name, node.start);
    },
    CallExpression: (node) => {
      if (node.callee.type === "Identifier") add(`${node.callee.name}()`, node.callee.name, node.start);
    },
  });
  return uses;
}

function boundNames(source: Source): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: { readonly type: string; readonly start: number; readonly end: number }): void => {
    if (pattern.type === "Identifier")
      names.add(/^[\w$]+/.exec(source.text.slice(pattern.start, pattern.end))?.[0] ?? "");
  };
  visit(source, {
    VariableDeclarator: (node) => bind(node.id),
    FunctionDeclaration: (node) => {
      if (node.id) bind(node.id);
      node.params.forEach(bind);
    },
    FunctionExpression: (node) => node.params.forEach(bind),
    ArrowFunctionExpression: (node) => node.params.forEach(bind),
    ImportSpecifier: (node) => bind(node.local),
    ImportDefaultSpecifier: (node) => bind(node.local),
    ImportNamespaceSpecifier: (node) => bind(node.local),
  });
  return names;
}
