/** The part of the bundled OpenAPI document that the start page reads. */
export interface ContractDocument {
  info: { title: string; version: string; summary?: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas: { ProblemCode: { description: string; enum: string[] } } };
}

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

/** Every operation in the order of the document. */
export function listOperations(document: ContractDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
}
