import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { askConsumer } from "../src/consumers/ask-consumer.ts";
import { compileFolder } from "../src/consumers/compile-folder.ts";
import { CONSUMERS } from "../src/consumers/consumer-list.ts";
import { contractFile } from "../src/program.ts";
import { temporaryFile } from "./temporary-folder.ts";

const contract = await readFile(contractFile("openapi.json"), "utf8");

// That they accept the whole documents is the gate `consumers`; this is what makes the gate worth something.
describe("consumers", { timeout: 60_000 }, () => {
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
