/** Whoever generates requests from the contract, a form or a fuzzer, is never told that they break it. */
import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { operations } from "@fleet-api/contract/operations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.ts";
import { useService } from "../support/service.ts";
import type { Exceptions, RequestSchema } from "../support/values-of-schema.ts";
import { valuesOf } from "../support/values-of-schema.ts";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: RequestSchema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: RequestSchema }>> };
}

const contract: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, RequestSchema>; parameters: Record<string, Parameter> };
} = JSON.parse(JSON.stringify(document));
const { schemas, parameters: shared } = contract.components;

/** JSON Schema cannot list the time zones that a runtime knows. */
const exceptions: Exceptions = { timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/Argentina/Ushuaia", null) };

function named<Value>(of: Readonly<Record<string, Value>>, ref: string): Value {
  const found = of[ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`There is no ${ref}.`);
  return found;
}

/** The text of a parameter (RFC 6570): the commas between items are not encoded. */
function textOf(value: unknown): string {
  return [value]
    .flat()
    .map((item) => encodeURIComponent(String(item)))
    .join(",");
}

/** Any request that the contract allows for an operation. */
function requestsOf(path: string, { parameters = [], requestBody }: Operation) {
  const all = parameters.map((each) => (each.$ref === undefined ? each : named(shared, each.$ref)));
  const values = (place: string) =>
    fc.record(
      Object.fromEntries(
        all
          .filter((each) => each.in === place)
          .map(({ name, schema }) => [name, valuesOf(schema, (ref) => named(schemas, ref), exceptions).map(textOf)]),
      ),
      { requiredKeys: all.filter((each) => each.in === place && each.required === true).map(({ name }) => name) },
    );
  const body = requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      // A URL cannot have these segments: they mean "here" and "above", even when they are percent-encoded.
      path: values("path").filter((given) => Object.values(given).every((text) => text !== "." && text !== "..")),
      query: values("query"),
      body: body === undefined ? fc.constant(undefined) : valuesOf(body, (ref) => named(schemas, ref), exceptions),
    })
    .map((input) => ({
      ...input,
      path: path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input.path[name])),
    }));
}

describe("a request that the contract allows is not refused as malformed or invalid", () => {
  const service = useService();

  it.each(Object.values(operations))("$id", async ({ verb, path }) => {
    const operation = contract.paths[path]?.[verb.toLowerCase()] ?? {};
    await fc.assert(
      fc.asyncProperty(requestsOf(path, operation), async (request) => {
        // Failed logins and reset requests are limited per minute.
        service.clock.advance(120_000);
        const token = await service.login();
        const query = Object.entries(request.query)
          .map((pair) => pair.join("="))
          .join("&");
        const { status, body } = await service.call(verb, query === "" ? request.path : `${request.path}?${query}`, {
          token,
          body: request.body,
        });
        expect({ status, errors: body.errors, detail: body.detail }).not.toMatchObject({
          status: expect.toSatisfy((each: number) => each === 400 || each === 413 || each === 415 || each === 422),
        });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: runs(60) },
    );
  });
});
