import { banner } from "../banner.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import type { OperationModel } from "../operations.ts";
import { jsdoc, literal } from "../text.ts";
import { operationComment } from "./operation-comment.ts";
import { callFacts, pagedBy } from "./operation-table.ts";

/** The operations as functions, one export each, so that a bundler keeps only those that are used. */
export function emitOperationFunctions(document: OpenApiDocument, operations: OperationModel[]): string {
  const functions = operations.map((operation) => {
    const facts = literal(callFacts(operation));
    const paged = pagedBy(operation);
    const maker = operation.events === null ? "operation" : "stream";
    const made = paged === null ? `${maker}(${facts})` : `list(${paged}Strategy, ${facts})`;
    return `${jsdoc(operationComment(document, operation, "function"))}export const ${operation.id} = /* @__PURE__ */ ${made};\n`;
  });
  const strategies = strategyImports(operations);
  const makers = [
    ...(strategies === "" ? [] : ["list"]),
    "operation",
    ...(operations.some(({ events }) => events !== null) ? ["stream"] : []),
  ];
  const imports = `import { ${makers.join(", ")} } from "../call/operation-function.ts";\n${strategies}`;
  return [banner(), imports, ...functions].join("\n");
}

/** What the operations of the contract need of a client. What none of them needs is in no bundle. */
export function emitFeatures(operations: OperationModel[]): string {
  const strategies = kindsOf(operations)
    .map((kind) => `${kind}: ${kind}Strategy`)
    .join(", ");
  return [
    banner(),
    `${strategyImports(operations)}import type { StrategyFactory } from "../paging/pagination.ts";\n`,
    `/** How lists are paginated, as far as the contract has such lists. */
export const strategies: Partial<Record<"page" | "cursor", StrategyFactory>> = ${strategies === "" ? "{}" : `{ ${strategies} }`};
`,
  ].join("\n");
}

function strategyImports(operations: OperationModel[]): string {
  return kindsOf(operations)
    .map((kind) => `import { ${kind}Strategy } from "../paging/${kind}-strategy.ts";\n`)
    .join("");
}

/** How the lists of the contract are paginated. */
function kindsOf(operations: OperationModel[]): string[] {
  return [...new Set(operations.map(pagedBy).filter((kind) => kind !== null))].toSorted();
}
