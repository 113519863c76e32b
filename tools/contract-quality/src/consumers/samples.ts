import { type OpenApiDocument, type OperationEntry, operationsOf } from "@fleet-api-tools/openapi-document";
import { exampleBodies, exampleParameters, isStream } from "./examples.ts";

/** Members of the input of a generated function, by where a parameter is. */
const MEMBERS = { path: "path", query: "query", header: "headers" } as const;

/**
 * Generates a program that calls every operation of an OpenAPI document as hey-api and `redocly generate-client` name it:
 * a function by its operationId that takes path, query, headers and body. It is compiled and never run.
 * @param module - the file that exports the functions
 * @throws Error that names what has no example
 */
export function generateSamples(document: OpenApiDocument, module: string): string {
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  const samples = operations.map((entry) => operationSamples(document, entry));
  return `import { ${ids.join(", ")} } from ${JSON.stringify(module)};\n\n${samples.join("\n")}`;
}

/** One call with everything that the operation takes, for each example of its body, and what it reads of the result. */
function operationSamples(document: OpenApiDocument, entry: OperationEntry): string {
  const { operation } = entry;
  const { operationId: id } = operation;
  const parameters = exampleParameters(document, entry);
  const input = Object.entries(MEMBERS).flatMap(([place, member]) => {
    const own = parameters.filter(({ parameter }) => parameter.in === place);
    return own.length === 0
      ? []
      : [[member, Object.fromEntries(own.map(({ parameter, value }) => [parameter.name, value]))]];
  });
  const bodies = exampleBodies(document, operation);
  const inputs = bodies.length === 0 ? [input] : bodies.map((body) => [...input, ["body", body]]);
  const calls = inputs.map((each) => `${id}(${each.length === 0 ? "" : JSON.stringify(Object.fromEntries(each))})`);
  // Each tool has a type of its own for streams.
  const read = isStream(document, operation) ? "" : ".data?.data";
  const lines = calls.map((call) => `  console.log((await ${call})${read});\n`);
  return `export async function ${id}Sample(): Promise<void> {\n${lines.join("")}}\n`;
}
