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

/** For each operation, the first example of its success as the contract has it. Throws for one without. */
export async function sampleAnswers(): Promise<ReadonlyMap<string, unknown>> {
  const { paths }: Contract = JSON.parse(await readFile(contractFile("openapi.json"), "utf8"));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(
    operations
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ operationId, responses }) => {
        const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
        const [example] = Object.values(success?.content?.["application/json"]?.examples ?? {});
        if (example === undefined) throw new Error(`${operationId} has no example of a success.`);
        return [operationId, example.value];
      }),
  );
}
