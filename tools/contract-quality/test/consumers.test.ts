import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { askConsumer } from "../src/consumers/ask-consumer.ts";
import { compileFolder } from "../src/consumers/compile-folder.ts";
import { CONSUMERS } from "../src/consumers/consumer-list.ts";
import { contractFile } from "../src/program.ts";
import { temporaryFile } from "./temporary-folder.ts";

const contract = await readFile(contractFile("openapi.json"), "utf8");

interface Enum {
  type?: unknown;
  enum?: unknown[];
  properties?: Record<string, Enum>;
}
interface Contract {
  components: { schemas: Record<string, Enum> };
}

/** Makes an enum an open one, as the bundle of a contract has it. */
function open(schema: Enum): void {
  const values = schema.enum ?? [];
  const named = { type: "string", enum: values.filter((value) => value !== null) };
  const none = values.includes(null) ? [{ type: "null" }] : [];
  delete schema.type;
  delete schema.enum;
  Object.assign(schema, { anyOf: [named, { type: "string", maxLength: 40 }, ...none], "x-open-enum": true });
}

// That they accept the whole documents is the gate `consumers`; this is what makes the gate worth something.
describe("consumers", () => {
  it("are at least three", () => {
    expect(new Set(CONSUMERS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(3);
  });

  it.each(CONSUMERS)("$name objects to a reference that leads nowhere", async (consumer) => {
    const broken = contract.replaceAll('"#/components/schemas/ClientName"', '"#/components/schemas/Nobody"');
    expect(broken).not.toBe(contract);
    // Redocly names the place of the reference instead of its target.
    const named = /Nobody|#\/components\/schemas\/Unit\/properties\/client/;
    expect(await askConsumer(consumer, await temporaryFile("openapi.json", broken))).toMatch(named);
  });

  it.each(CONSUMERS)("$name accepts open enums, also ones that may be null", async (consumer) => {
    const { components, ...rest }: Contract = JSON.parse(contract);
    const { UnitLifecycleStatus: status, Unit: unit } = components.schemas;
    const source = unit?.properties?.["odometer_source"];
    if (status === undefined || source === undefined) throw new Error("The contract has other enums now.");
    open(status);
    open(source);
    const document = await temporaryFile("openapi.json", JSON.stringify({ ...rest, components }));
    expect(await askConsumer(consumer, document)).toBe("");
  });

  it.each(CONSUMERS)("$name objects to a document of no version", async (consumer) => {
    const broken = contract.replace(/"openapi": "[^"]*",/, "");
    expect(broken).not.toBe(contract);
    expect(await askConsumer(consumer, await temporaryFile("openapi.json", broken))).not.toBe("");
  });

  it("object when what they generated does not compile", async () => {
    const file = await temporaryFile("client.ts", 'export const id: number = "1";\n');
    expect(await compileFolder(file.replace(/client\.ts$/, ""))).toContain("client.ts(1,14): error TS2322");
  });
});
