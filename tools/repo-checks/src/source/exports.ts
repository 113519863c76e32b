import type { Repo } from "../repo/repo.ts";
import { relativeTarget } from "./imports.ts";
import { parse, visit } from "./parse.ts";

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
