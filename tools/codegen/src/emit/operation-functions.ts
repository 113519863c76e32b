import { banner } from "../banner.ts";
import type { OpenApiDocument } from "../document.ts";
import type { OperationModel } from "../operations.ts";
import { jsdoc, literal } from "../text.ts";
import { operationComment } from "./operation-comment.ts";
import { callFacts } from "./operations.ts";

/** The operations as functions, one export each, so that a bundler keeps only those that are used. */
export function emitOperationFunctions(document: OpenApiDocument, operations: OperationModel[], hash: string): string {
  const functions = operations.map((operation) => {
    const row = callFacts(operation).map(literal).join(", ");
    return `${jsdoc(operationComment(document, operation, "function"))}export const ${operation.id} = /* @__PURE__ */ operation("${operation.id}", ${row});\n`;
  });
  return [banner(hash), `import { operation } from "../operation-function.ts";\n`, ...functions].join("\n");
}
