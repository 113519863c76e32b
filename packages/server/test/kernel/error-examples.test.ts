import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, test } from "vitest";
import { fakeService, send } from "./support/fake-service.ts";

interface Response {
  readonly content: { readonly "application/problem+json": { readonly examples: Record<string, { value: Problem }> } };
}

interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly detail: string }[];
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Response>>;
}

const paths: Record<string, Record<string, Operation>> = JSON.parse(JSON.stringify(document.paths));
const { kernel } = fakeService();
const token = { authorization: "bearer good" };

/** A request that is answered with the code, by nothing but what every operation has in common. */
function provoke(code: string, hasBody: boolean): { query?: string; init: RequestInit } | null {
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
      return hasBody ? null : { query: "?colour=red", init: { headers: token } };
    default:
      return null;
  }
}

/** Every example of an error that comes with the operation and not from it. */
const examples = Object.entries(operations).flatMap(([id, { verb, path }]) => {
  const operation = paths[path]?.[verb.toLowerCase()];
  const values = new Map((operation?.parameters ?? []).map(({ name, example }) => [name, String(example)]));
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return Object.values(operation?.responses ?? {}).flatMap((response) =>
    Object.entries(response.content["application/problem+json"]?.examples ?? {}).flatMap(([code, { value }]) => {
      const request = provoke(code, operation?.requestBody !== undefined);
      return request === null ? [] : [{ id, method: verb, address, code, value, request }];
    }),
  );
});

describe("the service sends what the examples of the contract say", () => {
  test.each(examples)("$id $code", async ({ method, address, value, request }) => {
    const response = await send(kernel, method, `${address}${request.query ?? ""}`, request.init);
    const answer: Problem = await response.json();
    // Where there are parameters, the service also names them; the example is that of an operation without any.
    const withoutNames = (text: string) => text.replace(/; there are [\w, ]+/, "");
    expect({
      ...answer,
      detail: withoutNames(answer.detail),
      ...(answer.errors && { errors: answer.errors.map((each) => ({ ...each, detail: withoutNames(each.detail) })) }),
    }).toEqual(value);
  });
});
