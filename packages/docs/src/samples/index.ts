import type { ContractDocument } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import { clientSample } from "./client.ts";
import { curlSample } from "./curl.ts";
import { exampleRequest } from "./example-request.ts";
import { fetchSample } from "./fetch.ts";
import { openapiFetchSample } from "./openapi-fetch.ts";

/** Code that calls an operation. */
export interface Sample {
  readonly language: "curl" | "client" | "fetch" | "openapi-fetch";
  readonly label: string;
  readonly syntax: "sh" | "ts";
  /** Without a line end after the last line. */
  readonly code: string;
}

/**
 * A sample in each language, made from the examples of the contract. All of them make the same request.
 * @throws Error where the contract has no example
 */
export function samplesOf(operation: Operation, document: ContractDocument): Sample[] {
  const request = exampleRequest(operation, document);
  return [
    { language: "curl", label: "curl", syntax: "sh", code: curlSample(operation, request, document) },
    { language: "client", label: "@fleet-api/client", syntax: "ts", code: clientSample(operation, request, document) },
    { language: "fetch", label: "fetch", syntax: "ts", code: fetchSample(operation, request, document) },
    {
      language: "openapi-fetch",
      label: "openapi-fetch",
      syntax: "ts",
      code: openapiFetchSample(operation, request, document),
    },
  ];
}
