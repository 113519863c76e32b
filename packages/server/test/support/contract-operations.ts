import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import type { RequestSchema } from "../fuzz/support/values-of-schema.ts";

/** An input of an operation that is not its body. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: RequestSchema;
  readonly example?: unknown;
}

/** A response header, as the contract describes it. */
export interface HeaderRow {
  readonly required?: boolean;
  readonly schema: RequestSchema & { readonly const?: unknown };
}

/** What an operation may answer with one status. */
export interface ResponseRow {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, HeaderRow>>;
  readonly mediaTypes: readonly string[];
  /** The codes of its problem; null of a success. */
  readonly codes: readonly string[] | null;
}

/** An operation of the bundled contract, its references followed. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  /** Whether it needs, takes or ignores a token. */
  readonly auth: "required" | "optional" | "none";
  readonly parameters: readonly Parameter[];
  /** The schema of the JSON body; null for an operation without one. */
  readonly body: RequestSchema | null;
  /** The first example of the body; undefined without a body. */
  readonly bodyExample: unknown;
  readonly maxBodyBytes: number;
  /** Whether the session of its token is over afterwards: no success hands a newer token out. */
  readonly endsSession: boolean;
  readonly responses: Readonly<Record<string, ResponseRow>>;
  /** The verbs of its path. */
  readonly verbs: readonly string[];
}

type Ref = { readonly $ref?: string };

interface RawOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter & Ref)[];
  readonly requestBody?: {
    readonly "x-max-body-bytes": number;
    readonly content: {
      readonly "application/json": {
        readonly schema: RequestSchema;
        readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
      };
    };
  };
  readonly responses: Readonly<Record<string, RawResponse>>;
}

interface RawResponse {
  readonly "x-problem-codes"?: readonly string[];
  readonly headers?: Readonly<Record<string, HeaderRow & Ref>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** What is read of a bundled contract. */
export interface ContractDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, RawOperation>> & { parameters?: (Parameter & Ref)[] }>
  >;
  readonly components: {
    readonly schemas?: Readonly<Record<string, RequestSchema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly headers?: Readonly<Record<string, HeaderRow>>;
  };
}

/** The operations of a contract, and the schemas that they refer to. */
export interface Contract {
  readonly operations: readonly Operation[];
  /** The schema that a reference names. */
  readonly findSchema: (ref: string) => RequestSchema;
}

function named<Value>(all: Readonly<Record<string, Value>> | undefined, ref: string): Value {
  const found = all?.[ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`There is no ${ref}.`);
  return found;
}

/** Reads a bundled contract. */
export function readContract({ paths, components }: ContractDocument): Contract {
  const operations = Object.entries(paths).flatMap(([path, { parameters: common = [], ...verbs }]) =>
    Object.entries(verbs).map(([verb, raw]): Operation => {
      const { operationId: id, security, parameters = [], requestBody, responses } = raw;
      const body = requestBody?.content["application/json"];
      const auth = security === undefined ? "required" : security.length === 0 ? "none" : "optional";
      const rows = Object.entries(responses).map(
        ([status, row]) => [status, responseOf(row, components.headers)] as const,
      );
      const successes = rows.filter(([status]) => Number(status) < 400);
      return {
        id,
        path,
        verb: verb.toUpperCase(),
        verbs: Object.keys(verbs).map((each) => each.toUpperCase()),
        auth,
        parameters: [...common, ...parameters].map((each) =>
          each.$ref === undefined ? each : named(components.parameters, each.$ref),
        ),
        body: body?.schema ?? null,
        bodyExample: Object.values(body?.examples ?? {})[0]?.value,
        maxBodyBytes: requestBody?.["x-max-body-bytes"] ?? 0,
        endsSession:
          auth === "required" && successes.every(([, { headers }]) => headers["authorization"] === undefined),
        responses: Object.fromEntries(rows),
      };
    }),
  );
  return { operations, findSchema: (ref) => named(components.schemas, ref) };
}

function responseOf(
  { headers = {}, content = {}, "x-problem-codes": codes }: RawResponse,
  shared: ContractDocument["components"]["headers"],
): ResponseRow {
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [
        name.toLowerCase(),
        header.$ref === undefined ? header : named(shared, header.$ref),
      ]),
    ),
    mediaTypes: Object.keys(content),
    codes: codes ?? null,
  };
}

const contract = readContract(JSON.parse(JSON.stringify(document)));

/** The schema that a reference of the contract names. */
export const { findSchema } = contract;

/** Every operation of the contract. */
export const contractOperations: readonly Operation[] = contract.operations;
