import type { Operation } from "./contract-operations.ts";

/** A request that is made of the contract's own examples. */
export interface ExampleRequest {
  readonly method: string;
  /** With the parameters of the path, and those of the query that the request needs. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: unknown;
}

/** How a request differs from the examples. */
interface Differences {
  /** Whether optional parameters that have an example are sent, too. @default false */
  readonly optional?: boolean;
  /** Other values than those of the examples, by the names of parameters. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The request that the contract shows as an example of an operation. */
export function exampleRequest(
  { verb, path, parameters, bodyExample }: Operation,
  { optional = false, values = {} }: Differences = {},
): ExampleRequest {
  const sent = parameters.filter(
    ({ in: place, name, required, example }) =>
      place === "path" || required === true || (optional && example !== undefined) || Object.hasOwn(values, name),
  );
  const textsOf = (where: string): [name: string, text: string][] =>
    sent.flatMap(({ in: place, name, example }) =>
      place === where ? [[name, String(values[name] ?? example)] as [string, string]] : [],
    );
  const filled = textsOf("path").reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = textsOf("query").map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    method: verb,
    path: query.length === 0 ? filled : `${filled}?${query.join("&")}`,
    headers: Object.fromEntries(textsOf("header")),
    body: bodyExample,
  };
}
