// The rules that Spectral recommends for OpenAPI, warnings included.
import { readFile } from "node:fs/promises";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { scriptArguments } from "./script-arguments.ts";

/**
 * They ask for what the source description does not state, and the documented document holds nothing else. In the full
 * contract, rules of the same meaning are part of `lint-spec`.
 */
const NOT_STATED = { "info-contact": "off", "operation-tags": "off" } as const;

const spectral = new Spectral();
spectral.setRuleset(new Ruleset({ extends: [oas], rules: NOT_STATED }));

for (const { code, message, path } of await spectral.run(await readFile(scriptArguments().document, "utf8")))
  console.error(`${code} at ${path.join(" > ")}: ${message}`);
