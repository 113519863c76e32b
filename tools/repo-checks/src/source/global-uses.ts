import { visit, type Source } from "./parse.ts";

/** A use of a global: `Date.now`, `process.env`, `new Date()`, or a bare name such as `Buffer`. */
export interface GlobalUse {
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
