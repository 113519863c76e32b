import { banner } from "../banner.ts";
import type { OpenApiDocument } from "../document.ts";
import type { OperationModel } from "../operations.ts";
import { jsdoc, literal } from "../text.ts";
import { operationComment } from "./operation-comment.ts";
import { callFacts } from "./operation-table.ts";

/** The operations as functions, one export each, so that a bundler keeps only those that are used. */
export function emitOperationFunctions(document: OpenApiDocument, operations: OperationModel[]): string {
  const functions = operations.map((operation) => {
    const facts = literal(callFacts(operation));
    const made = operation.paged ? `list(${routeOf(operation)}, ${facts})` : `operation(${facts})`;
    return `${jsdoc(operationComment(document, operation, "function"))}export const ${operation.id} = /* @__PURE__ */ ${made};\n`;
  });
  const routes = routeImports(operations);
  const makers = routes === "" ? "operation" : "list, operation";
  const imports = `import { ${makers} } from "../call/operation-function.ts";\n${routes}`;
  return [banner(), imports, ...functions].join("\n");
}

/** What the operations of the contract need of a client. What none of them needs is in no bundle. */
export function emitFeatures(operations: OperationModel[]): string {
  const kinds = [...new Set(operations.filter(({ paged }) => paged).map(({ cursor }) => (cursor ? "cursor" : "page")))];
  const routes = kinds.map((kind) => `${kind}: ${kind}Route`).join(", ");
  return [
    banner(),
    `${routeImports(operations)}import type { RouteMaker } from "../paging/source.ts";\n`,
    `/** How lists go on, as far as the contract has such lists. */
export const routes: Partial<Record<"page" | "cursor", RouteMaker>> = ${routes === "" ? "{}" : `{ ${routes} }`};
`,
  ].join("\n");
}

function routeOf({ cursor }: OperationModel): string {
  return cursor ? "cursorRoute" : "pageRoute";
}

function routeImports(operations: OperationModel[]): string {
  const lists = operations.filter(({ paged }) => paged);
  const files = [...new Set(lists.map(({ cursor }) => (cursor ? "cursor" : "page")))].toSorted();
  return files.map((file) => `import { ${file}Route } from "../paging/${file}-route.ts";\n`).join("");
}
