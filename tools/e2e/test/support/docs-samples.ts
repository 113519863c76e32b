import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docsDir } from "@fleet-api/docs";

/** The samples that the site shows of an operation, from the build of the docs. */
export interface OperationSamples {
  readonly id: string;
  readonly samples: readonly {
    readonly language: string;
    readonly syntax: "sh" | "ts";
    readonly code: string;
  }[];
}

export const docsSamples: readonly OperationSamples[] = JSON.parse(
  readFileSync(join(docsDir, "../samples.json"), "utf8"),
);

interface ContractOperation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, unknown>>;
}

const bundle = new URL(import.meta.resolve("@fleet-api/contract/openapi.json"));
const document: { paths: Record<string, Record<string, ContractOperation>> } = JSON.parse(readFileSync(bundle, "utf8"));
const statuses = new Map(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      operationId === undefined ? [] : [[operationId, Object.keys(responses ?? {}).map(Number)] as const],
    ),
);

export const operationIds: readonly string[] = [...statuses.keys()];

/** The statuses that the contract has for a success of an operation. */
export function successStatuses(id: string): number[] {
  return statuses.get(id)?.filter((status) => status < 300) ?? [];
}
