import type { Expression } from "oxc-parser";
import { posix } from "node:path";
import { visit, type Source } from "./parse.ts";

/** One place where a file names another module: import, export-from, `import()`, or `import("…")` as a type. */
export interface ImportUse {
  readonly specifier: string;
  readonly line: number;
}

/** All module names in a file, in the order of their kinds. Computed `import()` targets cannot be known and are left out. */
export function importsOf(source: Source): ImportUse[] {
  const uses: ImportUse[] = [];
  const add = (specifier: string, start: number): void => {
    uses.push({ specifier, line: source.line(start) });
  };
  const addExpression = (expression: Expression): void => {
    if (expression.type === "Literal" && typeof expression.value === "string") add(expression.value, expression.start);
  };
  visit(source, {
    ImportDeclaration: (node) => add(node.source.value, node.start),
    ExportAllDeclaration: (node) => add(node.source.value, node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start);
    },
    ImportExpression: (node) => addExpression(node.source),
    TSImportType: (node) => add(node.source.value, node.start),
  });
  return uses;
}

/** The repository path that a relative specifier names, or undefined for a package name. */
export function relativeTarget(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

/** The package of a bare specifier: "@a/b/c" is "@a/b", "x/y" is "x". */
export function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
