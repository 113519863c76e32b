import {
  examplesOf,
  type OpenApiDocument,
  type OperationEntry,
  operationsOf,
  type Parameter,
  resolve,
} from "@fleet-api-tools/openapi-document";

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
function operationSamples(document: OpenApiDocument, { operation, parameters }: OperationEntry): string {
  const { operationId: id, requestBody = { content: {} } } = operation;
  const input = Object.entries(MEMBERS).flatMap(([place, member]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const values = own.flatMap((parameter) => {
      const value = firstExample(document, parameter);
      if (value === undefined && parameter.required === true) {
        throw new Error(`The parameter ${parameter.name} of ${id} has no example.`);
      }
      // Lint excepts few parameters from having one, such as a cursor.
      return value === undefined ? [] : [[parameter.name, value]];
    });
    return values.length === 0 ? [] : [[member, Object.fromEntries(values)]];
  });
  const [media] = Object.values(resolve(document, requestBody).content);
  const bodies = media === undefined ? [] : examplesOf(document, media);
  if (media !== undefined && bodies.length === 0) throw new Error(`The request body of ${id} has no example.`);
  const inputs = bodies.length === 0 ? [input] : bodies.map((body) => [...input, ["body", body]]);
  const calls = inputs.map((each) => `${id}(${each.length === 0 ? "" : JSON.stringify(Object.fromEntries(each))})`);
  const isStream = Object.values(operation.responses).some(
    (response) => "text/event-stream" in (resolve(document, response).content ?? {}),
  );
  // Each tool has a type of its own for streams.
  const read = isStream ? "" : ".data?.data";
  const lines = calls.map((call) => `  console.log((await ${call})${read});\n`);
  return `export async function ${id}Sample(): Promise<void> {\n${lines.join("")}}\n`;
}

function firstExample(document: OpenApiDocument, parameter: Parameter): unknown {
  const { examples = [] } = resolve(document, parameter.schema);
  const [value] = [...examplesOf(document, parameter), ...examples];
  return value;
}
