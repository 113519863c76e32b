/** The operations of the bundled document, read independently of the generator. */
import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import type { OperationId } from "@fleet-api/contract/operations";

export interface Content {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, { $ref?: string; value?: unknown }> }>;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: "path" | "query" | "header";
  example?: unknown;
}

export interface Operation {
  operationId: OperationId;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

const verbs = ["get", "post", "put", "patch", "delete"] as const;

type PathItem = { parameters?: Parameter[] } & { [Verb in (typeof verbs)[number]]?: Operation };

const paths: Record<string, PathItem> = JSON.parse(JSON.stringify(document.paths));

/** Every operation with its place; parameters of the path item come first. */
export const documented = Object.entries(paths).flatMap(([path, item]) =>
  verbs.flatMap((verb) => {
    const operation = item[verb];
    if (operation === undefined) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
    return [{ path, verb: verb.toUpperCase(), operation: { ...operation, parameters } }];
  }),
);

/** Follows a reference of the document; the caller names the type that stands there. */
export function resolve<Value extends { $ref?: string }>(value: Value): Value {
  if (value.$ref === undefined) return value;
  const [, , section = "", name = ""] = value.$ref.split("/");
  return Reflect.get(Object(Reflect.get(document.components, section)), name);
}

/** The values of the examples of a body; none without a body. */
export function examplesOf(content: Content | undefined): unknown[] {
  return Object.values(content?.content ?? {}).flatMap((media) =>
    Object.values(media.examples ?? {}).map((example) => resolve(example).value),
  );
}
