import type { ArrowFunctionExpression, Function as FunctionNode } from "oxc-parser";
import { visit, type Source } from "./parse.ts";

/** A function with its length; the functions inside it count as its lines too. */
export interface FunctionSpan {
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
