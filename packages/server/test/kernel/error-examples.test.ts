import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, test } from "vitest";
import { fakeService, send } from "./support/fake-service.ts";

interface Response {
  readonly headers: Readonly<Record<string, Header>>;
  /** A 304 has none. */
  readonly content?: { readonly "application/problem+json": { readonly examples: Record<string, { value: Problem }> } };
}

interface Header {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { value: unknown }>>;
}

type Problem = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly name?: string;
  readonly in?: string;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly examples: Record<string, { value: unknown }> } };
  };
  readonly responses: Readonly<Record<string, Response>>;
}

const paths: Record<string, Record<string, Operation> & { parameters?: readonly Parameter[] }> = JSON.parse(
  JSON.stringify(document.paths),
);
const sharedParameters: Record<string, Parameter> = JSON.parse(JSON.stringify(document.components.parameters));
const { kernel } = fakeService();
const token = { authorization: "bearer good" };

/** A request that is answered with the code, by nothing but what every operation has in common. */
function provoke(code: string, example: unknown): { query?: string; init: RequestInit } | null {
  const hasBody = example !== undefined;
  const json = { ...token, "content-type": "application/json" };
  // What is wrong with the query is found after the body was parsed.
  const body = hasBody ? { body: "{}" } : {};
  switch (code) {
    case "malformed_request":
      return { query: "?%", init: { headers: hasBody ? json : token, ...body } };
    case "unauthenticated":
      return { init: {} };
    case "permission_denied":
      return { init: { headers: { authorization: "bearer poor" } } };
    case "payload_too_large":
      return { init: { headers: json, body: `"${"a".repeat(2 ** 20)}"` } };
    case "unsupported_media_type":
      return { init: { headers: { ...token, "content-type": "text/plain" }, body: "text" } };
    case "validation_failed":
      return hasBody
        ? { init: { headers: json, body: JSON.stringify({ ...Object(example), mood: "red" }) } }
        : { query: "?colour=red", init: { headers: token } };
    default:
      return null;
  }
}

/** The examples of the headers of a response: the only one, or that of the code; without those that say "may come". */
function headerExamples({ headers }: Response, code: string): Record<string, unknown> {
  const shared: Record<string, Header> = JSON.parse(JSON.stringify(document.components.headers));
  const entries = Object.entries(headers).flatMap(([name, header]): [string, unknown][] => {
    const { example, examples } = shared[header.$ref?.split("/").at(-1) ?? ""] ?? header;
    const isRandom = name === "X-Request-Id" || name === "Authorization";
    const value = example ?? examples?.[code]?.value;
    return isRandom || value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(entries);
}

/** The first example of the request body; undefined without a body. */
function bodyExample(operation: Operation | undefined): unknown {
  return Object.values(operation?.requestBody?.content["application/json"].examples ?? {})[0]?.value;
}

/** Every example of an error that comes with the operation and not from it. */
const examples = Object.entries(operations).flatMap(([id, { verb, path }]) => {
  const operation = paths[path]?.[verb.toLowerCase()];
  const parameters = [...(paths[path]?.parameters ?? []), ...(operation?.parameters ?? [])].map((parameter) =>
    parameter.$ref === undefined ? parameter : (sharedParameters[parameter.$ref.split("/").at(-1) ?? ""] ?? parameter),
  );
  const values = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
  const query = needed.map(({ name, example }) => `&${name}=${String(example)}`).join("");
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return Object.values(operation?.responses ?? {}).flatMap((response) =>
    Object.entries(response.content?.["application/problem+json"]?.examples ?? {}).flatMap(([code, { value }]) => {
      const request = provoke(code, bodyExample(operation));
      const headers = headerExamples(response, code);
      const target = `${address}${request?.query ?? "?"}${query}`.replace(/\?&?$/, "");
      return request === null ? [] : [{ id, method: verb, target, code, value, headers, init: request.init }];
    }),
  );
});

describe("the service sends what the examples of the contract say", () => {
  test("of all errors that come with every operation alike", () => {
    expect(new Set(examples.map(({ code }) => code))).toEqual(
      new Set([
        "malformed_request",
        "unauthenticated",
        "permission_denied",
        "payload_too_large",
        "unsupported_media_type",
        "validation_failed",
      ]),
    );
  });

  test.each(examples)("$id $code", async ({ method, target, value, headers, init }) => {
    const response = await send(kernel, method, target, init);
    expect(await response.json()).toEqual(value);
    expect(headers).toHaveProperty(["Cache-Control"], "no-store");
    expect(Object.fromEntries(Object.keys(headers).map((name) => [name, response.headers.get(name)]))).toEqual(headers);
  });
});
