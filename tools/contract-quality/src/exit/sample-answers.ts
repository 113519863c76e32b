import { readFile } from "node:fs/promises";
import { contractFile } from "../program.ts";

interface Example {
  readonly value?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Example>> }>> }
    >
  >;
}

/** The part of the contract that is read here. */
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An answer as the contract shows it. */
export interface SampleAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** For each operation, the first example of a success as the contract has it. Throws for one without. */
export async function sampleAnswers(): Promise<ReadonlyMap<string, SampleAnswer>> {
  const { paths }: Contract = JSON.parse(await readFile(contractFile("openapi.json"), "utf8"));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(
    operations
      .filter(({ operationId }) => operationId !== undefined)
      .map((operation) => [operation.operationId, sampleOf(operation)]),
  );
}

function sampleOf({ operationId, responses }: Operation): SampleAnswer {
  // Errors have another media type, and some successes have no body.
  const samples = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content?.["application/json"]?.examples ?? {}).map(({ value }) => ({
      status: Number(status),
      body: value,
    })),
  );
  const [first] = samples;
  if (first === undefined) throw new Error(`${operationId} has no example of a success.`);
  return first;
}
