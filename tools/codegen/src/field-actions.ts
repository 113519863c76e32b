import type { OpenApiDocument, PermissionMark, RequestBody, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";
import type { ParameterModel } from "./parameters.ts";
import { reachedFrom } from "./reachable.ts";

/** A field of the input that needs a permission of its own, as the operation table has it. */
export interface FieldAction {
  in: "query" | "body";
  path: string[];
  resource: string;
  action: string;
  unless?: unknown;
}

/** What of an operation is looked at. */
interface Input {
  readonly parameters: readonly ParameterModel[];
  readonly body: RequestBody | null;
  readonly permission: PermissionMark | "self" | null;
}

/**
 * The fields of an operation with `x-permission-action`: query parameters, and members of the body, also of objects in it, in every branch.
 * @throws Error for one that a server cannot find by the names that lead to it
 */
export function fieldActions(document: OpenApiDocument, operation: Input): FieldAction[] {
  const { parameters, body } = operation;
  const fromParameters = parameters.flatMap(({ in: place, name, schema = {} }) => {
    const marked = markOf(operation, resolve(document, schema), name);
    if (marked === null) return [];
    if (place !== "query") throw new Error(`\`x-permission-action\` has no effect on ${place}.${name}.`);
    return [{ in: "query" as const, path: [name], ...marked }];
  });
  const schema = body === null ? undefined : Object.values(body.content)[0]?.schema;
  const isMarked = schema !== undefined && leadsToMark(document, schema);
  return [...fromParameters, ...(isMarked ? ofMembers(document, operation, schema, []) : [])];
}

/** The walk takes every path to a schema, and there are too many where schemas refer to each other. */
function leadsToMark(document: OpenApiDocument, schema: Schema): boolean {
  const references = [...reachedFrom(document, schema)];
  const parts = references.map((reference) => document.components.schemas[reference.split("/").at(-1) ?? ""]);
  return JSON.stringify([schema, ...parts]).includes('"x-permission-action":');
}

function ofMembers(
  document: OpenApiDocument,
  operation: Input,
  reference: Schema,
  above: readonly string[],
): FieldAction[] {
  const schema = resolve(document, reference);
  for (const unnamed of [schema.items, schema.additionalProperties]) {
    if (typeof unnamed === "object") refuseMarks(document, operation, unnamed, above);
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = [...above, name];
    const marked = markOf(operation, { ...resolve(document, member), ...member }, path.join("."));
    const own = marked === null ? [] : [{ in: "body" as const, path, ...marked }];
    // A schema that contains itself is refused where it has no end.
    return path.length > 8 ? own : [...own, ...ofMembers(document, operation, member, path)];
  });
  const branches = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...members, ...branches.flatMap((branch) => ofMembers(document, operation, branch, above))];
}

/** Items of a list and values of a map have no names that a path could hold. */
function refuseMarks(document: OpenApiDocument, operation: Input, reference: Schema, path: readonly string[]): void {
  const mark = resolve(document, reference)["x-permission-action"];
  if (mark === undefined && ofMembers(document, operation, reference, path).length === 0) return;
  throw new Error(
    `\`x-permission-action\` has no effect on the items of ${path.join(".") || "the body"}; mark the list or the map itself.`,
  );
}

function markOf(
  { permission }: Input,
  schema: Schema,
  field: string,
): Pick<FieldAction, "resource" | "action" | "unless"> | null {
  const mark = schema["x-permission-action"];
  if (mark === undefined) return null;
  const own = typeof mark === "string" ? { action: mark } : mark;
  const resource = typeof permission === "object" && permission !== null ? permission.resource : undefined;
  const needed = { resource, ...own };
  if (needed.resource === undefined) {
    const missing =
      permission === null
        ? "This one has no `x-permission`; it only follows from a conventional operationId. Correct the id, or write `x-permission`."
        : "";
    throw new Error(
      `\`x-permission-action\` of ${field} needs an operation whose \`x-permission\` names a resource. ${missing}`.trim(),
    );
  }
  return {
    resource: needed.resource,
    action: needed.action,
    ...(schema.default === undefined ? {} : { unless: schema.default }),
  };
}
