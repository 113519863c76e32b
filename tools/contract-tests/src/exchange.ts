import { contractHash } from "@fleet-api/contract/operations";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ContractOperation, findOperation } from "./contract.ts";

/** A request and its response, as a test of the server recorded them (`packages/server/test/support/traffic.ts`). */
export interface Exchange {
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  /** By lower-case name. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body of the response; empty without one. */
  readonly responseBody: string;
}

/** Where the tests of the server leave what they recorded: one file for each of their projects. */
const recordings = new URL("../../../packages/server/.traffic/", import.meta.url);

/**
 * Reads what a project of the server's tests recorded.
 * @throws Error that says what to run where there is no recording, or one of another contract
 */
export async function readTraffic(project: string, folder = recordings): Promise<readonly Exchange[]> {
  const file = new URL(`${project}.json`, folder);
  const command = "run first: npx -y pnpm@12 test --only coverage";
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${fileURLToPath(file)} is missing; ${command}`);
  });
  const { contract, exchanges }: { contract: string; exchanges: Exchange[] } = JSON.parse(text);
  if (contract !== contractHash) throw new Error(`${fileURLToPath(file)} is of another contract; ${command}`);
  return exchanges;
}

/** What an exchange was about. */
export interface ExchangeParts {
  /** The operation; null for a path or method that the contract does not have. */
  readonly operation: ContractOperation | null;
  readonly method: string;
  /** Below the base address, without the query. */
  readonly path: string;
  /** Names of the query parameters that were sent. */
  readonly query: readonly string[];
  readonly status: number;
  /** `code` of the problem; null for anything else. */
  readonly code: string | null;
}

/** Splits an exchange into its parts. */
export function partsOf(operations: readonly ContractOperation[], exchange: Exchange): ExchangeParts {
  const { method, status, responseBody } = exchange;
  const [path = ""] = exchange.path.split("?");
  return {
    operation: findOperation(operations, method, path),
    method,
    path,
    query: queryOf(exchange).map(([name]) => name),
    status,
    code: codeOf(responseBody),
  };
}

/** The query parameters that were sent. */
export function queryOf({ path }: Exchange): [name: string, value: string][] {
  return [...new URLSearchParams(path.split("?")[1] ?? "")];
}

function codeOf(body: string): string | null {
  try {
    const { code }: { code?: unknown } = JSON.parse(body) ?? {};
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

/** The value of a header field (case-insensitive); null without one. */
export function headerOf(headers: Exchange["headers"], name: string): string | null {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}

/** The address that a HAR file names in place of those of the tests. It is https, as that of a real service. */
export const recordedBaseUrl = "https://fleet.example.com/api/v1";

/** Writes exchanges as a HAR 1.2 file. */
export async function writeHar(file: string, exchanges: readonly Exchange[]): Promise<void> {
  const creator = { name: "fleet-api contract tests", version: "1.0.0" };
  const entries = exchanges.map(harEntry);
  await writeFile(file, JSON.stringify({ log: { version: "1.2", creator, entries } }));
}

function harEntry(exchange: Exchange): object {
  const { method, path, headers, body, status, responseHeaders, responseBody } = exchange;
  const about = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 };
  const pairs = (fields: Exchange["headers"]) => Object.entries(fields).map(([name, value]) => ({ name, value }));
  const mimeType = headerOf(headers, "content-type") ?? "";
  return {
    startedDateTime: "2026-03-01T12:00:00.000Z",
    time: 0,
    request: {
      ...about,
      method,
      url: recordedBaseUrl + path,
      headers: pairs(headers),
      queryString: queryOf(exchange).map(([name, value]) => ({ name, value })),
      ...(body !== null && { postData: { mimeType, text: body } }),
    },
    response: {
      ...about,
      status,
      statusText: "",
      headers: pairs(responseHeaders),
      content: { size: -1, mimeType: headerOf(responseHeaders, "content-type") ?? "", text: responseBody },
      redirectURL: headerOf(responseHeaders, "location") ?? "",
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}
