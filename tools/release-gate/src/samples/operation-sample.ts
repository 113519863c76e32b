import { dereferenced, isObject, listOf, objectOf, type JsonObject } from "../contract/json.ts";
import type { ListedOperation } from "../contract/operations.ts";
import { keyText, typeText } from "./type-text.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

/** Members of the input by where a parameter is. The typed client takes no cookies. */
const MEMBERS = { path: "path", query: "query", header: "headers" } as const;

/** A member of the input of an operation. */
interface InputMember {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Values that a call is made with, the fullest first. */
  readonly examples: readonly unknown[];
}

/**
 * The call sites of one operation: with everything that it takes, with each example of its body, and with a value of the
 * type that a program of this release has. Then everything that its results promise: statuses, `data`, problem codes.
 */
export function operationSample(document: JsonObject, operation: ListedOperation): string {
  const call = `fleet.${operation.group}.${operation.method}`;
  const members = inputMembers(document, operation);
  // The typed client has no input for a body that is not JSON; that the operation is there can be said of it.
  if (members === undefined) return `${head(operation, "")}\n  void ${call};\n}\n`;
  const needed = members.some(({ required }) => required);
  const input = members.map(({ name, type, required }) => `${name}${required ? "" : "?"}: ${type}`).join("; ");
  if (isStream(document, operation)) return streamSample(operation, { call, members, input });
  const calls = [...literalInputs(members), ...(needed ? [] : [""])].map((given) => `  await ${call}(${given});`);
  return [
    head(operation, members.length === 0 ? "" : `, input: { ${input} }`),
    ...new Set(calls),
    `  const result = await ${call}(${members.length === 0 ? "" : "input"});`,
    ...successLines(document, operation),
    ...failureLines(document, operation),
    "}\n",
  ].join("\n");
}

function isStream(document: JsonObject, { value }: ListedOperation): boolean {
  return responsesOf(document, value, isSuccess).some(
    ([, response]) => "text/event-stream" in objectOf(dereferenced(document, response).content),
  );
}

/** A stream is no call: it has events instead of a result. */
function streamSample(
  operation: ListedOperation,
  sample: { readonly call: string; readonly members: readonly InputMember[]; readonly input: string },
): string {
  const { call, members, input } = sample;
  return [
    head(operation, members.length === 0 ? "" : `, input: { ${input} }`),
    ...new Set(literalInputs(members).map((given) => `  ${call}(${given}).close();`)),
    `  for await (const event of ${call}(${members.length === 0 ? "" : "input"})) console.log(event.event, event.id, event.data);`,
    "}\n",
  ].join("\n");
}

function head({ id, title }: ListedOperation, input: string): string {
  return `/** ${title} */\nexport async function ${id}(fleet: FleetClient${input}): Promise<void> {`;
}

/** One input with every member, and one more for each further example of a member. */
function literalInputs(members: readonly InputMember[]): string[] {
  if (members.length === 0) return [];
  const count = Math.max(...members.map(({ examples }) => examples.length));
  return Array.from({ length: count }, (_, at) => {
    const given = members.map(({ name, examples }) => `${name}: ${JSON.stringify(examples[at] ?? examples[0])}`);
    return `{ ${given.join(", ")} }`;
  });
}

function inputMembers(document: JsonObject, { parameters, value }: ListedOperation): InputMember[] | undefined {
  const members = Object.entries(MEMBERS).flatMap(([place, name]) => {
    // The client makes the idempotency key, and a call option replaces it.
    const own = parameters.filter(
      (parameter) => parameter.in === place && String(parameter.name).toLowerCase() !== "idempotency-key",
    );
    return own.length === 0 ? [] : [parameterMember(document, name, own)];
  });
  if (value.requestBody === undefined) return members;
  const body = dereferenced(document, value.requestBody);
  const [media] = jsonContents(body);
  if (media === undefined) return undefined;
  const examples = [exampleValue(document, media.schema), ...namedExamples(document, media)];
  return [
    ...members,
    { name: "body", type: typeText(media.schema, "request"), required: body.required === true, examples },
  ];
}

function parameterMember(document: JsonObject, name: string, parameters: readonly JsonObject[]): InputMember {
  const types = parameters.map(
    (parameter) =>
      `${keyText(String(parameter.name))}${parameter.required === true ? "" : "?"}: ${typeText(parameter.schema, "request")}`,
  );
  const values = parameters.map((parameter) => [String(parameter.name), parameterExample(document, parameter)]);
  return {
    name,
    type: `{ ${types.join("; ")} }`,
    required: parameters.some((parameter) => parameter.required === true),
    examples: [Object.fromEntries(values)],
  };
}

function successLines(document: JsonObject, { value }: ListedOperation): string[] {
  const cases = responsesOf(document, value, isSuccess).map(([status, response]) => {
    const [media] = jsonContents(response);
    const members = media ? envelopeLines(document, media.schema) : [];
    return `    case ${status}: {${members.map((line) => ` ${line}`).join("")} break; }`;
  });
  return cases.length === 0 ? [] : ["  if (result.ok) switch (result.status) {", ...cases, "  }"];
}

/** What a program reads of an envelope. */
function envelopeLines(document: JsonObject, envelope: unknown): string[] {
  const { data, pagination } = objectOf(dereferenced(document, envelope).properties);
  return [
    ...(data === undefined ? [] : [`const data: ${typeText(data, "response")} = result.data;`]),
    ...(pagination === undefined ? [] : [`const page: ${typeText(pagination, "response")} = result.pagination;`]),
  ];
}

function failureLines(document: JsonObject, { value }: ListedOperation): string[] {
  const failures = responsesOf(document, value, (status) => status >= 400);
  if (failures.length === 0) return [];
  const cases = failures.map(([status, response]) => {
    const codes = listOf(response["x-problem-codes"]).map((code) => `case ${JSON.stringify(code)}:`);
    const check = codes.length === 0 ? "" : ` switch (result.error.code) { ${codes.join(" ")} break; }`;
    return `    case ${status}:${check} break;`;
  });
  const [media] = failures.flatMap(([, response]) => jsonContents(response));
  const problem = media ? [`    const problem: ${typeText(media.schema, "response")} = result.error;`] : [];
  return [
    '  if (!result.ok && result.kind === "http") {',
    ...problem,
    "    switch (result.status) {",
    ...cases,
    "    }",
    "  }",
  ];
}

/** 304 is an answer to the condition that the input of the sample may have. */
function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

function responsesOf(
  document: JsonObject,
  operation: JsonObject,
  isWanted: (status: number) => boolean,
): [number, JsonObject][] {
  return Object.entries(objectOf(operation.responses))
    .map(([status, response]): [number, JsonObject] => [Number(status), dereferenced(document, response)])
    .filter(([status]) => isWanted(status));
}

function jsonContents(holder: JsonObject): JsonObject[] {
  return Object.entries(objectOf(holder.content)).flatMap(([type, media]) =>
    JSON_TYPE.test(type) && isObject(media) ? [media] : [],
  );
}

/**
 * A value of a schema with every property that it names, from the examples of the contract: a property that goes is then
 * missed. Undefined for a schema inside of itself.
 */
function exampleValue(document: JsonObject, schema: unknown, above: readonly unknown[] = []): unknown {
  const node = dereferenced(document, schema);
  if (above.includes(node)) return undefined;
  const inside = [...above, node];
  const part = (one: unknown): unknown => exampleValue(document, one, inside);
  const properties = Object.entries(objectOf(node.properties));
  const parts = listOf(node.allOf).map(part).filter(isObject);
  if (properties.length > 0 || parts.length > 0) {
    const members = properties.map(([name, property]) => [name, part(property)] as const);
    const present = members.filter(([, value]) => value !== undefined);
    return Object.assign({}, ...parts, Object.fromEntries(present));
  }
  const [branch] = [...listOf(node.oneOf), ...listOf(node.anyOf)];
  if (branch !== undefined) return part(branch);
  const [example] = [...listOf(node.examples), ...("example" in node ? [node.example] : [])];
  if (isObject(node.items) && !Array.isArray(example)) {
    const item = part(node.items);
    return item === undefined ? [] : [item];
  }
  return example ?? fallback(node);
}

/** The value of a parameter, from its own examples. */
function parameterExample(document: JsonObject, parameter: JsonObject): unknown {
  if ("example" in parameter) return parameter.example;
  const [named] = namedExamples(document, parameter);
  return named ?? exampleValue(document, parameter.schema);
}

/** The values of `examples`, or of `example`, of a parameter or a media type. */
function namedExamples(document: JsonObject, holder: JsonObject): unknown[] {
  const values = Object.values(objectOf(holder.examples)).map((example) => dereferenced(document, example).value);
  return "example" in holder ? [holder.example, ...values] : values;
}

function fallback(schema: JsonObject): unknown {
  if ("const" in schema) return schema.const;
  const [value] = listOf(schema.enum).filter((one) => one !== null);
  if (value !== undefined) return value;
  if ("default" in schema && schema.default !== null) return schema.default;
  const [type] = [schema.type].flat().filter((one) => one !== "null");
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? {} : "text";
}
