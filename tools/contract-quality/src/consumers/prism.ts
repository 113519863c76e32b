import { createAuth } from "@fleet-api/auth";
import { type OpenApiDocument, type OperationEntry, operationsOf } from "@fleet-api-tools/openapi-document";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { exampleBodies, exampleParameters, isStream } from "./examples.ts";

/**
 * Serves an OpenAPI document with the mock server Prism, and calls every operation but streams with a session of our auth
 * package and the examples of its request.
 * @returns the operations whose response is no success, or does not fit the document, with what Prism says; one a line
 */
export async function callPrism(file: string, document: OpenApiDocument): Promise<string[]> {
  const server = createServer(await getHttpOperationsFromSpec(file), {
    cors: false,
    components: { logger: createLogger("prism", { enabled: false }) },
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  });
  const baseUrl = await server.listen(0, "127.0.0.1");
  try {
    const objections: string[] = [];
    // Prism serves no events.
    for (const entry of operationsOf(document).filter(({ operation }) => !isStream(document, operation))) {
      // Prism compares the letter case of the scheme. The token of its login is the placeholder of an example. One session for
      // each call, because the logout ends its session.
      await using session = createAuth({ baseUrl, scheme: "Bearer", login: async () => "mock" });
      await session.login();
      const response = await session.fetch(...exampleRequest(baseUrl, document, entry));
      const text = await response.text();
      const violations = response.headers.get("sl-violations");
      if (response.ok && violations === null) continue;
      objections.push(`${entry.operation.operationId}: ${response.status} ${violations ?? text}`);
    }
    return objections;
  } finally {
    await server.close();
  }
}

/** A request with the example of each parameter and the first one of the body, as arguments of `fetch`. */
function exampleRequest(baseUrl: string, document: OpenApiDocument, entry: OperationEntry): [URL, RequestInit] {
  const [body] = exampleBodies(document, entry.operation);
  const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" });
  const query = new URLSearchParams();
  let { path } = entry;
  for (const { parameter, value } of exampleParameters(document, entry)) {
    const values = [value].flat().map(String);
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, values.map(encodeURIComponent).join(","));
    else if (parameter.in === "header") headers.set(parameter.name, values.join(","));
    else if (parameter.explode === false) query.set(parameter.name, values.join(","));
    else for (const each of values) query.append(parameter.name, each);
  }
  const url = new URL(`${baseUrl}${path}?${query}`);
  return [
    url,
    { method: entry.verb.toUpperCase(), headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
  ];
}
