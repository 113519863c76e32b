import type { OpenApiDocument } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import { clientSample } from "./client.ts";
import { curlSample, fetchSample, openapiFetchSample } from "./http.ts";
import type { Callable, ExampleRequest } from "./example-request.ts";
import { exampleRequest, measuredAt } from "./example-request.ts";
import { Code } from "./literal.ts";

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
export function samplesOf(operation: Operation, document: OpenApiDocument): Sample[] {
  return samplesOfRequest(operation, exampleRequest(operation, document), baseAddress(document));
}

const NOW = "<NOW>";

/** A sample in each language of one request. */
function samplesOfRequest(operation: Callable, example: ExampleRequest, baseUrl: string): Sample[] {
  const request = measuredAt(example, new Code("new Date().toISOString()"));
  const curl = curlSample(operation, measuredAt(example, NOW), baseUrl);
  return [
    { language: "curl", label: "curl", syntax: "sh", code: curl.replaceAll(NOW, `'"$(date -u +%FT%TZ)"'`) },
    { language: "client", label: "@fleet-api/client", syntax: "ts", code: clientSample(operation, request, baseUrl) },
    { language: "fetch", label: "fetch", syntax: "ts", code: fetchSample(operation, request, baseUrl) },
    {
      language: "openapi-fetch",
      label: "openapi-fetch",
      syntax: "ts",
      code: openapiFetchSample(operation, request, baseUrl),
    },
  ];
}

/** The base address of the contract: that of a local reference server. */
export function baseAddress({ servers }: OpenApiDocument): string {
  const address = servers?.[0]?.variables?.["base_url"]?.default;
  if (address === undefined) throw new Error("The contract has no default for base_url. Give its first server one.");
  return address;
}
