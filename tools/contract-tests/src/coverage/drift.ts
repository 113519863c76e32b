import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ContractOperation, contractUrl } from "../contract.ts";
import { type Exchange, partsOf, queryOf, recordedBaseUrl, writeHar } from "../exchange.ts";
import { inScratch, redocly, withConfig } from "../redocly.ts";

/** What `redocly drift` says: a second opinion, from a tool that knows nothing of this one. */
export interface DriftReport {
  /** Where traffic and contract differ, each as one line. */
  readonly findings: readonly string[];
  /** Covered and all, by the kind of thing. */
  readonly totals: Readonly<Record<"operations" | "parameters" | "responses", Count>>;
  /** Properties of requests and of successes; a problem has members that only some codes carry. */
  readonly properties: Count & { readonly missing: readonly string[] };
}

/** How many of how many. */
export interface Count {
  readonly covered: number;
  readonly total: number;
}

/** What this reads of the coverage that `redocly drift` writes. */
interface CoverageFile {
  readonly totals: DriftReport["totals"];
  readonly operations: readonly {
    readonly operationId: string;
    readonly covered: readonly CoverageEntry[];
    readonly missing: readonly CoverageEntry[];
  }[];
}

interface CoverageEntry {
  readonly kind: string;
  readonly target?: string;
  readonly status?: string;
  readonly path?: string;
}

interface FindingsFile {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly operationId?: string;
    readonly url: string;
  }[];
}

/** The request broke the contract on purpose, so that what drift says of it is no news. */
const deliberate = new Set([400, 401, 413, 415, 422]);

/** Compares traffic with the bundled contract by `redocly drift`. */
export async function drift(
  operations: readonly ContractOperation[],
  exchanges: readonly Exchange[],
): Promise<DriftReport> {
  return inScratch(async (folder) => {
    const coverage = await runDrift<CoverageFile>(folder, exchanges, "--coverage-output");
    const kept = exchanges.filter((exchange) => keepsContract(operations, exchange));
    const { problems } = await runDrift<FindingsFile>(
      folder,
      kept,
      "--format=json",
      "--min-severity=warning",
      "--output",
    );
    return {
      findings: problems.map(({ ruleId, message, operationId, url }) => `${ruleId}: ${operationId ?? url}: ${message}`),
      totals: coverage.totals,
      properties: propertiesOf(coverage),
    };
  });
}

/** @param options the last one takes the file that is to be written */
async function runDrift<T>(folder: string, exchanges: readonly Exchange[], ...options: string[]): Promise<T> {
  const har = join(folder, "traffic.har");
  const output = join(folder, "output.json");
  await writeHar(har, exchanges);
  const contract = fileURLToPath(contractUrl());
  const args = ["drift", har, "--api", contract, "--server", recordedBaseUrl, withConfig];
  const { stdout, stderr } = await redocly(...args, ...options, output);
  // The exit code is 1 when there are findings, and those are what is asked for.
  const written = await readFile(output, "utf8").catch(() => {
    throw new Error(`redocly drift could not run:\n${stdout}${stderr}`);
  });
  return JSON.parse(written);
}

function keepsContract(operations: readonly ContractOperation[], exchange: Exchange): boolean {
  const { operation, status } = partsOf(operations, exchange);
  return operation !== null && !deliberate.has(status) && !hasList(exchange) && !hasFailedItems(exchange);
}

/** A bulk request succeeds although some of its items break the contract, and says so of each. */
function hasFailedItems({ responseBody }: Exchange): boolean {
  const { data }: { data?: { failed?: unknown } | null } = responseBody.startsWith("{") ? JSON.parse(responseBody) : {};
  return Number(data?.failed) > 0;
}

/**
 * A list in one query parameter (`explode: false`). Drift 2.77 takes it for one value and finds it to be none of the
 * enum's; the other checks see these requests.
 */
function hasList(exchange: Exchange): boolean {
  return queryOf(exchange).some(([, value]) => value.includes(","));
}

function propertiesOf({ operations }: CoverageFile): DriftReport["properties"] {
  const missing = operations.flatMap(({ operationId, missing: entries }) =>
    entries.filter(isCounted).map(({ target = "", status, path = "" }) => {
      return [operationId, status ?? target, path].join(" ");
    }),
  );
  const covered = operations.flatMap((operation) => operation.covered.filter(isCounted)).length;
  return { covered, total: covered + missing.length, missing };
}

function isCounted({ kind, target, status = "" }: CoverageEntry): boolean {
  return kind === "property" && (target === "request" || status.startsWith("2"));
}
