import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContractDocument, Schema } from "../src/contract/document.ts";
import { checkKeywords } from "../src/contract/shown-keywords.ts";
import { readRealSite } from "./support/real-site.ts";

const { contract } = (await readRealSite()).tools;
const { document } = contract;

/** The contract with one more schema. */
function withSchema(schema: object): ContractDocument {
  // The point is what a document has that its type does not know.
  const schemas = { ...document.components.schemas, New: schema as Schema };
  return { ...document, components: { ...document.components, schemas } };
}

describe("what no page shows", () => {
  it.each([
    [{ type: "array", prefixItems: [{ type: "string" }] }, "components.schemas.New has prefixItems"],
    [{ type: "number", exclusiveMinimum: 0 }, "components.schemas.New has exclusiveMinimum"],
    [{ allOf: [{ type: "object" }] }, "components.schemas.New has allOf"],
    [{ anyOf: [{ type: "string" }, { properties: { a: {} } }] }, "components.schemas.New has anyOf"],
    [{ properties: { a: { items: { not: {} } } } }, "components.schemas.New.properties.a.items has not"],
    [{ additionalProperties: { oneOf: [{ if: {} }] } }, "components.schemas.New.additionalProperties.(choice) has if"],
    [{ propertyNames: { contentEncoding: "base64" } }, "components.schemas.New.propertyNames has contentEncoding"],
  ])("%j ends the build, and is named", (schema, message) => {
    expect(() => checkKeywords(withSchema(schema), [])).toThrow(message);
  });

  it("is looked for in parameters, bodies and headers", () => {
    const operation = contract.operations.find(({ id }) => id === "unitsCreate");
    if (operation?.body == null) throw new Error("unitsCreate has a body.");
    const bad = { type: "string", contentMediaType: "image/png" } as Schema;
    const [parameter, ...others] = operation.parameters;
    const [reply] = operation.replies;
    if (parameter === undefined || reply?.body == null) throw new Error("unitsCreate has parameters and a response.");
    const broken = [
      { ...operation, parameters: [{ ...parameter, schema: bad }, ...others] },
      { ...operation, body: { ...operation.body, schema: bad } },
      { ...operation, replies: [{ ...reply, body: { ...reply.body, schema: bad } }] },
      { ...operation, replies: [{ ...reply, headers: [{ name: "X-New", header: { schema: bad } }] }] },
    ];
    for (const each of broken) expect(() => checkKeywords(document, [each])).toThrow("has contentMediaType");
  });

  it("is any keyword that a schema does not have here", () => {
    const known = new Set(Object.values(contract.document.components.schemas).flatMap((schema) => Object.keys(schema)));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (keyword) => {
        fc.pre(!known.has(keyword) && !["anyOf", "oneOf", "default", "const", "deprecated"].includes(keyword));
        fc.pre(!/^(?:min|max|multiple|unique|x-)/.test(keyword));
        expect(() => checkKeywords(withSchema({ [keyword]: true }), [])).toThrow(`has ${keyword} in a way`);
      }),
      { numRuns: 50 },
    );
  });

  it("is not in the contract", () => {
    expect(() => checkKeywords(document, contract.operations)).not.toThrow();
  });
});
