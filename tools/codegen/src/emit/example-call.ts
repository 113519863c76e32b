import type { OpenApiDocument } from "../document.ts";
import { resolve } from "../document.ts";
import type { OperationModel } from "../operations.ts";
import { literal } from "../text.ts";

/** Whether operations are methods of the facade, or functions that take a core. */
export type CallStyle = "method" | "function";

/** A call of an operation as a user writes it, with the examples of the contract for what is required. */
export function exampleCall(document: OpenApiDocument, operation: OperationModel, style: CallStyle): string {
  const input: Record<string, unknown> = {};
  const path = operation.parameters.filter((parameter) => parameter.in === "path");
  if (path.length > 0) input["path"] = Object.fromEntries(path.map(({ name, example }) => [name, example]));
  const body = bodyExample(document, operation);
  if (body !== undefined) input["body"] = body;
  const given = Object.keys(input).length === 0 ? [] : [literal(input)];
  const call =
    style === "method"
      ? `fleet.${operation.group}.${operation.method}(${given.join("")})`
      : `${operation.id}(${["core", ...given].join(", ")})`;
  if (operation.paged) return `for await (const item of ${call}) console.log(item);`;
  return `const result = await ${call};\nif (result.ok) console.log(${readMembers(operation)});`;
}

/** What a caller reads of a success: its data, and the status where there is a choice. */
function readMembers({ responses }: OperationModel): string {
  const successes = responses.filter(({ success, status }) => success && status !== 304);
  return successes.length > 1 ? "result.status, result.data" : "result.data";
}

function bodyExample(document: OpenApiDocument, { id, body }: OperationModel): unknown {
  if (body === null) return undefined;
  const [media] = Object.values(body.content);
  const [named] = Object.values(media?.examples ?? {});
  const value = named === undefined ? media?.example : resolve(document, "examples", named).value;
  if (value === undefined) throw new Error(`The request body of ${id} has no example. Give it one.`);
  return value;
}
