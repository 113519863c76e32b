import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "../document.ts";
import { resolve } from "../document.ts";
import { naming } from "../errors.ts";
import type { OperationModel, ParameterModel } from "../operations.ts";
import { key } from "../text.ts";
import { keptErrors } from "./bounded-loops.ts";
import { compile } from "./compile.ts";
import { FunctionTable } from "./function-table.ts";
import { isCsv } from "./facts.ts";

/** Validators of request bodies, parameters and responses, as the contract says. */
export async function emitValidators(document: OpenApiDocument, operations: OperationModel[]): Promise<string> {
  const table = new FunctionTable(document, { closed: false });
  const rows = operations.map((operation) => naming(operation.id, () => row(document, table, operation)));
  const text = `export const keptErrors = ${keptErrors}; ${exportOf("validators", rows)}`;
  return emit(text, table);
}

function row(document: OpenApiDocument, table: FunctionTable, operation: OperationModel): string {
  const body = operation.body === null ? null : Object.values(operation.body.content)[0]?.schema;
  const [path, query] = [place(document, table, operation, "path"), place(document, table, operation, "query")];
  const members = [
    `body: ${table.use(`${operation.id}_body`, body)}`,
    `maxBodyBytes: ${maxBodyBytes(operation)}`,
    `parameters: { path: ${path}, query: ${query} }`,
    `responses: ${responses(table, operation)}`,
  ];
  return `${operation.id}: { ${members.join(", ")} }`;
}

/** Zero for an operation without a body. */
function maxBodyBytes({ id, body }: OperationModel): number {
  if (body === null) return 0;
  const limit = body["x-max-body-bytes"];
  if (limit !== undefined && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new Error(`x-max-body-bytes of ${id} is ${JSON.stringify(limit)}; it must be a positive integer.`);
}

/** Validators of responses that also refuse members which the contract does not name: for tests of a server. */
export async function emitStrictResponses(document: OpenApiDocument, operations: OperationModel[]): Promise<string> {
  const table = new FunctionTable(document, { closed: true });
  const rows = operations.map((operation) =>
    naming(operation.id, () => `${operation.id}: ${responses(table, operation)}`),
  );
  return emit(exportOf("strictResponses", rows), table);
}

function exportOf(name: string, rows: string[]): string {
  return `export const ${name} = { ${rows.join(", ")} };`;
}

function emit(text: string, { schemas, functions }: FunctionTable): Promise<string> {
  return compile({ schemas, functions, table: text, banner: banner() });
}

function responses(table: FunctionTable, operation: OperationModel): string {
  const rows = operation.responses.map(
    ({ status, schema }) => `${status}: ${table.use(`${operation.id}_${status}`, schema)}`,
  );
  return `{ ${rows.join(", ")} }`;
}

function place(
  document: OpenApiDocument,
  table: FunctionTable,
  operation: OperationModel,
  where: "path" | "query",
): string {
  const parameters = operation.parameters.filter((parameter) => parameter.in === where);
  const rows = parameters.map(
    (parameter) => `${key(parameter.name)}: ${parameterText(document, table, operation, parameter)}`,
  );
  return `{ ${rows.join(", ")} }`;
}

function parameterText(
  document: OpenApiDocument,
  table: FunctionTable,
  operation: OperationModel,
  parameter: ParameterModel,
): string {
  const schema = resolve(document, "schemas", parameter.schema);
  const items = schema.items === undefined ? null : resolve(document, "schemas", schema.items);
  const owner =
    parameter.component === null
      ? `${operation.id}_${parameter.in}_${parameter.name}`
      : `parameter_${parameter.component}`;
  const data = {
    required: parameter.required === true,
    type: oneType(parameter, schema),
    itemType: items === null ? null : oneType(parameter, items),
    csv: isCsv(parameter),
    sensitive: schema["x-sensitive"] === true,
    default: schema.default,
  };
  return `{ ...${JSON.stringify(data)}, validate: ${table.use(owner, parameter.schema)} }`;
}

/** Text can be read in one way only, so a parameter and its items have exactly one type. */
function oneType(parameter: ParameterModel, schema: Schema): string {
  if (typeof schema.type === "string") return schema.type;
  throw new Error(
    `Parameter ${parameter.name} must have one type, also of its items; it has ${JSON.stringify(schema.type)}.`,
  );
}
