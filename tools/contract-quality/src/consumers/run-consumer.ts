// `node run-consumer.ts <name> <document> <folder>`: fails, or complains on stderr, when the tool does not accept the
// document. A generator writes into the folder.
import { readFile } from "node:fs/promises";
import type { Consumer } from "./consumers.ts";

const [name = "", document = "", folder = ""] = process.argv.slice(2);

/** Each imports its tool only when it is the one that runs. */
const runs: Record<Consumer["name"], () => Promise<void>> = {
  /** The schema that the OpenAPI Initiative publishes for OpenAPI 3.1, and every reference. */
  async "openapi-schema-validator"() {
    const { Validator } = await import("@seriousme/openapi-schema-validator");
    const result = await new Validator().validate(document);
    if (result.valid) return;
    console.error(typeof result.errors === "string" ? result.errors : JSON.stringify(result.errors, null, 2));
    process.exitCode = 1;
  },
  /** The rules that Spectral recommends for OpenAPI, warnings included. */
  async spectral() {
    const { Ruleset, Spectral } = await import("@stoplight/spectral-core");
    const { oas } = await import("@stoplight/spectral-rulesets");
    const spectral = new Spectral();
    // They ask for what the source description does not state, and the documented document holds nothing else. In the
    // full contract, rules of the same meaning are part of `lint-spec`.
    const notStated = { "info-contact": "off", "operation-tags": "off" } as const;
    spectral.setRuleset(new Ruleset({ extends: [oas], rules: notStated }));
    for (const { code, message, path } of await spectral.run(await readFile(document, "utf8")))
      console.error(`${code} at ${path.join(" > ")}: ${message}`);
  },
  async "hey-api"() {
    const { generateHeyApi } = await import("@fleet-api-tools/codegen/hey-api");
    await generateHeyApi(folder, document);
  },
  async orval() {
    const { generateOrval } = await import("@fleet-api-tools/codegen/orval");
    await generateOrval(folder, document);
  },
  async "redocly-client"() {
    const { generateRedoclyClient } = await import("@fleet-api-tools/codegen/redocly-client");
    await generateRedoclyClient(folder, document);
  },
};

const run = Object.entries(runs).find(([known]) => known === name)?.[1];
if (run === undefined || folder === "") throw new Error("usage: node run-consumer.ts <name> <document> <folder>");
await run();
