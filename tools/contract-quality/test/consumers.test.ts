import { dirname } from "node:path";
import { parseDocument } from "@fleet-api-tools/openapi-document";
import { describe, expect, it } from "vitest";
import { askConsumer, compileFolder, CONSUMERS } from "../src/consumers/consumers.ts";
import { generateSamples } from "../src/consumers/samples.ts";
import { temporaryFile, tinyContract } from "./support.ts";

const contract = JSON.stringify(tinyContract);
const documentWith = (from: string, to: string): Promise<string> => {
  const changed = contract.replaceAll(from, to);
  expect(changed).not.toBe(contract);
  return temporaryFile("openapi.json", changed);
};

// That all of them accept the real documents is checked by the gate `consumers`; here it is shown that the gate can fail.
describe("consumers", () => {
  it("are at least three", () => {
    expect(new Set(CONSUMERS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(3);
  });

  it.each(CONSUMERS)("$name accepts open enums, also ones that may be null", async (consumer) => {
    const document = await temporaryFile("openapi.json", contract);
    expect(await askConsumer(consumer, document, document)).toBe("");
  });

  it.each(CONSUMERS)("$name objects to a reference that leads nowhere", async (consumer) => {
    const document = await documentWith('"#/components/schemas/Kind"', '"#/components/schemas/Nobody"');
    // Redocly names the place of the reference instead of its target.
    expect(await askConsumer(consumer, document)).toMatch(/Nobody|#\/components\/schemas\/Thing\/properties\/kind/);
  });

  it.each(CONSUMERS)("$name objects to a document of no version", async (consumer) => {
    expect(await askConsumer(consumer, await documentWith('"openapi":"3.1.1",', ""))).not.toBe("");
  });

  it("object when what they generated does not compile", async () => {
    const file = await temporaryFile("client.ts", 'export const id: number = "1";\n');
    expect(await compileFolder(dirname(file))).toContain("client.ts(1,14): error TS2322");
  });
});

describe("samples of every operation", () => {
  it("call it with all of its parameters and each example of its body", () => {
    const samples = generateSamples(parseDocument(contract), "./client.ts");
    expect(samples).toContain('import { thingsFind, thingsGet, thingsUpdate } from "./client.ts";');
    expect(samples.match(/thing\w+\(\{.*\}\)/g)).toEqual([
      'thingsFind({"query":{"limit":10}})',
      'thingsGet({"path":{"thing_id":1}})',
      'thingsUpdate({"path":{"thing_id":1},"body":{"kind":"car"}})',
    ]);
  });

  it("need an example of each body and required parameter", () => {
    const without = (text: string) => parseDocument(contract.replace(text, ""));
    expect(generateSamples(parseDocument(contract), "")).toContain("limit");
    expect(generateSamples(without(',"example":10'), "")).not.toContain("limit");
    const required = contract.replace(',"example":10', "").replace('"name":"limit"', '"name":"limit","required":true');
    expect(() => generateSamples(parseDocument(required), "")).toThrow("limit of thingsFind has no example");
    expect(() => generateSamples(without(',"example":{"kind":"car"}'), "")).toThrow(
      "The request body of thingsUpdate has no example",
    );
  });

  const generators = CONSUMERS.filter(({ operations }) => operations !== undefined);

  it("compile against the clients of two generators", () => {
    expect(generators.map(({ name }) => name)).toEqual(["hey-api", "redocly-client"]);
  });

  it.each(generators)("that do not fit the client of $name do not compile", async (consumer) => {
    const document = await temporaryFile("openapi.json", contract);
    const misfits = contract
      .replace('"operationId":"thingsGet"', '"operationId":"thingsRead"')
      .replace('"name":"limit"', '"name":"limt"')
      .replace('"example":{"kind":"car"}', '"example":{"kind":"ship"}');
    const objection = await askConsumer(consumer, document, await temporaryFile("other.json", misfits));
    for (const misfit of ["thingsRead", "limt", '"ship"']) expect(objection).toContain(misfit);
    expect(objection.match(/error TS/g)).toHaveLength(3);
  });
});
