/** The examples of a request in an OpenAPI document. */
import {
  examplesOf,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Parameter,
  resolve,
} from "@fleet-api-tools/openapi-document";

/**
 * The parameters of an operation that have an example, with the first one. Lint excepts few parameters from having one, such
 * as a cursor.
 * @throws Error that names a required parameter without an example
 */
export function exampleParameters(
  document: OpenApiDocument,
  { operation, parameters }: OperationEntry,
): { parameter: Parameter; value: unknown }[] {
  return parameters.flatMap((parameter) => {
    const { examples = [] } = resolve(document, parameter.schema);
    const [value] = [...examplesOf(document, parameter), ...examples];
    if (value === undefined && parameter.required === true)
      throw new Error(`The parameter ${parameter.name} of ${operation.operationId} has no example.`);
    return value === undefined ? [] : [{ parameter, value }];
  });
}

/**
 * The examples of the request body of an operation; none if it has no body.
 * @throws Error that names the operation whose body has no example
 */
export function exampleBodies(document: OpenApiDocument, { operationId, requestBody }: Operation): unknown[] {
  const [media] = Object.values(requestBody === undefined ? {} : resolve(document, requestBody).content);
  const bodies = media === undefined ? [] : examplesOf(document, media);
  if (media !== undefined && bodies.length === 0) throw new Error(`The request body of ${operationId} has no example.`);
  return bodies;
}

/** Whether a response of the operation is a stream of events. */
export function isStream(document: OpenApiDocument, { responses }: Operation): boolean {
  return Object.values(responses).some(
    (response) => "text/event-stream" in (resolve(document, response).content ?? {}),
  );
}
