import type {
  Authentication,
  OpenApiDocument,
  OperationEntry,
  ResponseEntry,
  Schema,
} from "@fleet-api-tools/openapi-document";
import { authenticationOf, examplesOf, operationsOf, resolve, responsesOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";

/** An input of an operation that is not its body. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
  /** Undefined where the contract shows none. */
  readonly example: unknown;
}

/** An operation of the bundled contract, its references followed. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  /** Whether it needs, takes or ignores a token. */
  readonly auth: Authentication;
  readonly parameters: readonly Parameter[];
  /** The schema of the JSON body; null for an operation without one. */
  readonly body: Schema | null;
  /** The first example of the body; undefined without a body. */
  readonly bodyExample: unknown;
  readonly maxBodyBytes: number;
  /** Whether the session of its token is over afterwards: no success hands a newer token out. */
  readonly endsSession: boolean;
  readonly responses: Readonly<Record<string, ResponseEntry>>;
  /** The verbs of its path. */
  readonly verbs: readonly string[];
}

/** The operations of a contract, and how to follow the references of its schemas. */
export interface Contract {
  readonly operations: readonly Operation[];
  /** The schema that a reference leads to, or the schema itself. */
  readonly resolveSchema: (schema: Schema) => Schema;
}

/** Reads a bundled contract. */
export function readContract(document: OpenApiDocument): Contract {
  const entries = operationsOf(document);
  return {
    operations: entries.map((entry) => operationOf(document, entry, entries)),
    resolveSchema: (schema) => resolve(document, schema),
  };
}

function operationOf(
  document: OpenApiDocument,
  { path, verb, operation, parameters }: OperationEntry,
  all: readonly OperationEntry[],
): Operation {
  const requestBody = operation.requestBody && resolve(document, operation.requestBody);
  const body = requestBody?.content["application/json"];
  const auth = authenticationOf(document, operation);
  const responses = responsesOf(document, operation);
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return {
    id: operation.operationId,
    path,
    verb: verb.toUpperCase(),
    verbs: all.filter((other) => other.path === path).map((other) => other.verb.toUpperCase()),
    auth,
    parameters: parameters.map(({ name, in: place, required = false, schema, ...more }): Parameter => {
      if (place === "cookie")
        throw new Error(`${operation.operationId} takes the cookie ${name}; tests send no cookies.`);
      return { name, in: place, required, schema, example: examplesOf(document, more)[0] };
    }),
    body: body?.schema ?? null,
    bodyExample: body && examplesOf(document, body)[0],
    maxBodyBytes: requestBody?.["x-max-body-bytes"] ?? 0,
    endsSession: auth === "required" && successes.every(([, { headers }]) => headers["authorization"] === undefined),
    responses,
  };
}

const contract = readContract(readDocument(import.meta.resolve("@fleet-api/contract/openapi.json")));

/** The schema that a reference of the contract leads to, or the schema itself. */
export const { resolveSchema } = contract;

/** Every operation of the contract. */
export const contractOperations: readonly Operation[] = contract.operations;
