type Json = Record<string, unknown>;

const VERBS = ["get", "put", "post", "delete", "patch"];

/** Members of the input of a generated function, by where a parameter is. */
const MEMBERS = { path: "path", query: "query", header: "headers" } as const;

/**
 * Generates a program that calls every operation of an OpenAPI document as hey-api and `redocly generate-client` name it:
 * a function by its operationId that takes path, query, headers and body. It is compiled and never run.
 * @param module - the file that exports the functions
 * @throws Error that names what has no example
 */
export function generateSamples(document: Json, module: string): string {
  const operations = Object.values(objectOf(document["paths"])).flatMap((item) => {
    const { parameters, ...members } = objectOf(item);
    return VERBS.filter((verb) => verb in members).map((verb) => {
      const operation = objectOf(members[verb]);
      return { ...operation, parameters: [...listOf(parameters), ...listOf(operation["parameters"])] };
    });
  });
  const ids = operations.map((operation) => String(objectOf(operation)["operationId"]));
  const samples = operations.map((operation, at) => operationSamples(document, operation, ids[at] ?? ""));
  return `import { ${ids.join(", ")} } from ${JSON.stringify(module)};\n\n${samples.join("\n")}`;
}

/** One call with everything that the operation takes, for each example of its body, and what it reads of the result. */
function operationSamples(document: Json, operation: Json, id: string): string {
  const input: Json = {};
  for (const [place, member] of Object.entries(MEMBERS)) {
    const parameters = listOf(operation["parameters"])
      .map((parameter) => resolve(document, parameter))
      .filter((parameter) => parameter["in"] === place);
    const values = parameters.map((each) => [String(each["name"]), firstExample(document, each, id)]);
    if (values.length > 0) input[member] = Object.fromEntries(values);
  }
  const [media] = Object.values(objectOf(resolve(document, operation["requestBody"])["content"]));
  const bodies = media === undefined ? [] : examplesOf(document, objectOf(media));
  if (media !== undefined && bodies.length === 0) throw new Error(`The request body of ${id} has no example.`);
  const inputs = bodies.length === 0 ? [input] : bodies.map((body) => ({ ...input, body }));
  const calls = inputs.map((each) => `${id}(${Object.keys(each).length === 0 ? "" : JSON.stringify(each)})`);
  const lines = calls.map((call) => `  console.log((await ${call}).data?.data);\n`);
  return `export async function ${id}Sample(): Promise<void> {\n${lines.join("")}}\n`;
}

function firstExample(document: Json, parameter: Json, id: string): unknown {
  const schema = resolve(document, parameter["schema"]);
  const [value] = [...examplesOf(document, parameter), ...listOf(schema["examples"])];
  if (value === undefined) throw new Error(`The parameter ${String(parameter["name"])} of ${id} has no example.`);
  return value;
}

function examplesOf(document: Json, holder: Json): unknown[] {
  const named = Object.values(objectOf(holder["examples"])).map((each) => resolve(document, each)["value"]);
  return [...("example" in holder ? [holder["example"]] : []), ...named];
}

function resolve(document: Json, value: unknown): Json {
  const object = objectOf(value);
  const reference = object["$ref"];
  if (typeof reference !== "string") return object;
  const names = reference.slice("#/".length).split("/");
  return objectOf(names.reduce<unknown>((at, name) => objectOf(at)[name], document));
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
