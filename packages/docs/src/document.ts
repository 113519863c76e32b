/** The part of the bundled OpenAPI document that the start page reads. */
export interface ContractDocument {
  info: { title: string; version: string; summary?: string };
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: { schemas: { ProblemCode: { description: string; enum: string[] } } };
}

const verbs = ["get", "put", "post", "delete", "patch"] as const;

/** The operations of one path; the parameters that they have in common are left to the reference. */
export type PathItem = { [verb in (typeof verbs)[number]]?: DocumentOperation };

/** One operation of the document. */
export interface DocumentOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  "x-provenance": "documented" | "designed";
  "x-permission"?: "self" | { resource: string; action: string };
}

/** An operation with its place. */
export interface ListedOperation {
  verb: string;
  path: string;
  operation: DocumentOperation;
}

/** Every operation, path by path. */
export function listOperations(document: ContractDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      return operation === undefined ? [] : { verb: verb.toUpperCase(), path, operation };
    }),
  );
}
