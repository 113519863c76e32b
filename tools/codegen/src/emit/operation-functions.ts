import { banner } from "../banner.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "../operations.ts";
import { jsdoc, literal } from "../text.ts";
import { operationComment } from "./operation-comment.ts";
import { callFacts } from "./operation-table.ts";

/** The operations as functions, one export each, so that a bundler keeps only those that are used. */
export function emitOperationFunctions(document: OpenApiDocument, operations: OperationModel[]): string {
  const functions = operations.map((operation) => {
    const facts = literal(callFacts(operation));
    const made = operation.paged ? `list(${strategyOf(operation)}, ${facts})` : `operation(${facts})`;
    return `${jsdoc(operationComment(document, operation, "function"))}export const ${operation.id} = /* @__PURE__ */ ${made};\n`;
  });
  const strategies = strategyImports(operations);
  const makers = strategies === "" ? "operation" : "list, operation";
  const imports = `import { ${makers} } from "../call/operation-function.ts";\n${strategies}`;
  return [banner(), imports, ...functions].join("\n");
}

/** What the operations of the contract need of a client. What none of them needs is in no bundle. */
export function emitFeatures(operations: OperationModel[]): string {
  const kinds = [...new Set(operations.filter(({ paged }) => paged).map(({ cursor }) => (cursor ? "cursor" : "page")))];
  const strategies = kinds.map((kind) => `${kind}: ${kind}Strategy`).join(", ");
  return [
    banner(),
    `${strategyImports(operations)}import type { StrategyFactory } from "../paging/pagination.ts";\n`,
    `/** How lists are paginated, as far as the contract has such lists. */
export const strategies: Partial<Record<"page" | "cursor", StrategyFactory>> = ${strategies === "" ? "{}" : `{ ${strategies} }`};
`,
  ].join("\n");
}

function strategyOf({ cursor }: OperationModel): string {
  return cursor ? "cursorStrategy" : "pageStrategy";
}

function strategyImports(operations: OperationModel[]): string {
  const lists = operations.filter(({ paged }) => paged);
  const files = [...new Set(lists.map(({ cursor }) => (cursor ? "cursor" : "page")))].toSorted();
  return files.map((file) => `import { ${file}Strategy } from "../paging/${file}-strategy.ts";\n`).join("");
}
