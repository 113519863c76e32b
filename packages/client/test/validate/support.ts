import { examplesOf, operationsOf, resolve, type Verb } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** A copy of the first example of a response in the contract. */
export function example(path: string, verb: Verb, status: number): Record<string, unknown> {
  const documented = operationsOf(document).find((each) => each.path === path && each.verb === verb);
  const { content = {} } = resolve(document, documented?.operation.responses[status] ?? {});
  const [media = {}] = Object.values(content);
  return structuredClone(Object(examplesOf(document, media)[0]));
}
