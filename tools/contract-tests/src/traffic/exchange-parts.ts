import type { ContractOperation } from "../contract/operations.ts";
import { findOperation } from "../contract/operations.ts";
import type { Exchange } from "./har.ts";
import { recordedBaseUrl } from "./record.ts";

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

/** Takes an exchange apart. */
export function partsOf(operations: readonly ContractOperation[], { request, response }: Exchange): ExchangeParts {
  const [target = ""] = request.url.slice(recordedBaseUrl.length).split("#");
  const [path = ""] = target.split("?");
  return {
    operation: findOperation(operations, request.method, path),
    method: request.method,
    path,
    query: request.queryString.map(({ name }) => name),
    status: response.status,
    code: codeOf(response.content.text),
  };
}

function codeOf(body: string): string | null {
  try {
    const { code }: { code?: unknown } = JSON.parse(body) ?? {};
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}
